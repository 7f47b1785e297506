// The SQL of statements: table `msingi_payments.statement_lines`, and the sums of payments beside them.
import { LIMITS, type ProviderName } from '#payments/model/money.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { StatementOf } from './imports.store.ts'
import type { StatementLine } from './statement.ts'

/**
 * upsertLine stores a line of a statement with the payment that it is about, in place of an earlier one of its receipt. One
 * that says the same stays as it is, and with the import that has brought it.
 */
export async function upsertLine(
  db: Queryable,
  { project, provider, importId }: StatementOf,
  { receipt, amount, account_reference, reference, paid_at }: StatementLine,
  paymentId: string | null,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into msingi_payments.statement_lines as l
       (project_id, provider, receipt, amount, currency, account_reference, paid_at, imported_at, payment_id, import_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (project_id, provider, receipt) do update
     set amount = excluded.amount, account_reference = excluded.account_reference, paid_at = excluded.paid_at,
       imported_at = excluded.imported_at, payment_id = excluded.payment_id, import_id = excluded.import_id
     where (l.amount, l.account_reference, l.paid_at, l.payment_id)
       is distinct from (excluded.amount, excluded.account_reference, excluded.paid_at, excluded.payment_id)`,
    [
      project.id,
      provider,
      receipt,
      amount,
      LIMITS[provider].currency,
      account_reference ?? reference,
      paid_at,
      now,
      paymentId,
      importId,
    ],
  )
}

/** Totals are the sums of a span of time by provider and environment. */
export interface Totals {
  readonly provider: ProviderName
  readonly environment: string
  readonly currency: string
  readonly completed: number
  readonly completed_amount: number
  readonly open: number
  readonly failed: number
}

/** listTotals returns the sums of payments that were started in a span of time. */
export async function listTotals(db: Queryable, projectId: string, from: Date, to: Date): Promise<Totals[]> {
  const { rows } = await db.query<Totals>(
    `select provider, environment, currency,
       (count(*) filter (where status = 'completed'))::int as completed,
       coalesce(sum(coalesce(paid_amount, amount)) filter (where status = 'completed'), 0)::float8 as completed_amount,
       (count(*) filter (where status in ('submitting', 'pending', 'unknown')))::int as open,
       (count(*) filter (where status in ('failed', 'cancelled', 'expired')))::int as failed
     from msingi_payments.payments where project_id = $1 and created_at >= $2 and created_at < $3
     group by provider, environment, currency order by provider, environment`,
    [projectId, from, to],
  )
  return rows
}
