// The SQL of the report's totals: sums of payments.
import type { ProviderName } from '#modules/payments/model/money.ts'
import type { Payment } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** Totals are the sums of a span of time by provider and environment. */
export interface Totals {
  readonly provider: ProviderName
  readonly environment: string
  readonly currency: string
  readonly completed: number
  readonly completed_amount: number
  /** refunded_amount is what of it was given back. */
  readonly refunded_amount: number
  readonly open: number
  readonly failed: number
}

interface TotalsSpan {
  readonly from: Date
  readonly to: Date
  readonly environment?: Payment['environment'] | undefined
}

/** listTotals returns the sums of payments that were started in a span of time, of one environment or both. */
export async function listTotals(
  db: Queryable,
  projectId: string,
  { from, to, environment }: TotalsSpan,
): Promise<Totals[]> {
  const { rows } = await db.query<Totals>(
    `select provider, environment, currency,
       (count(*) filter (where status = 'completed'))::int as completed,
       coalesce(sum(coalesce(paid_amount, amount)) filter (where status = 'completed'), 0)::float8 as completed_amount,
       coalesce(sum(refunded_amount) filter (where status = 'completed'), 0)::float8 as refunded_amount,
       (count(*) filter (where status in ('submitting', 'pending', 'unknown')))::int as open,
       (count(*) filter (where status in ('failed', 'cancelled', 'expired')))::int as failed
     from msingi_payments.payments where project_id = $1 and created_at >= $2 and created_at < $3
       and ($4::text is null or environment = $4)
     group by provider, environment, currency order by provider, environment`,
    [projectId, from, to, environment ?? null],
  )
  return rows
}
