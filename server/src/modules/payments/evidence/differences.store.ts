// The SQL of what the provider and we do not agree on: table `msingi_payments.differences` (see docs/payments.md).
import type { Cause } from '#modules/payments/model/causes.ts'
import type { ProviderName } from '#modules/payments/model/money.ts'
import type { KnownDifference } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** NewDifference is a difference of a payment, or of a line of a statement that belongs to none: a receipt. */
export interface NewDifference {
  readonly payment_id: string | null
  readonly receipt: string | null
  readonly provider: ProviderName
  readonly cause: Cause
  /** said tells one occurrence from another: closed, it is opened again only where something else is said. */
  readonly said: string
  /** provider_amount is what the provider says was paid, where that can be read. */
  readonly provider_amount: number | null
}

const INSERT = `
insert into msingi_payments.differences as d
  (project_id, provider, cause, payment_id, receipt, said, provider_amount, found_at)
select $1, n.provider, n.cause, n.payment_id, n.receipt, n.said, n.provider_amount, $3
from jsonb_to_recordset($2) as n(provider text, cause text, payment_id uuid, receipt text, said text, provider_amount numeric)
where (n.payment_id is null) = $4
on conflict`
const AGAIN = `do update set said = excluded.said, provider_amount = excluded.provider_amount, found_at = excluded.found_at,
  closed_at = null, closed_by = null, note = null, import_id = null where d.said <> excluded.said
returning d.cause, d.payment_id, d.receipt`

/** upsertDifferences stores differences of a project and returns those that are new, or say something else than before. */
export async function upsertDifferences<Found extends NewDifference>(
  db: Queryable,
  projectId: string,
  differences: readonly Found[],
  now: Date,
): Promise<Found[]> {
  if (differences.length === 0) return []
  // A statement cannot write a row twice: the latest of a cause counts.
  const latest = [...new Map(differences.map((one) => [keyOf(one), one])).values()]
  const values = [projectId, JSON.stringify(latest), now]
  const stored = new Set<string>()
  for (const [isLine, conflict] of [
    [false, '(payment_id, cause) where payment_id is not null'],
    [true, '(project_id, provider, receipt, cause) where payment_id is null'],
  ] as const) {
    if (!latest.some(({ payment_id }) => (payment_id === null) === isLine)) continue
    const { rows } = await db.query<Parameters<typeof keyOf>[0]>(`${INSERT} ${conflict} ${AGAIN}`, [
      ...values,
      isLine,
    ])
    for (const row of rows) stored.add(keyOf(row))
  }
  return latest.filter((one) => stored.has(keyOf(one)))
}

function keyOf({
  payment_id,
  receipt,
  cause,
}: Pick<NewDifference, 'payment_id' | 'receipt' | 'cause'>): string {
  return `${payment_id ?? `line ${receipt}`} ${cause}`
}

/** Closing is who closes differences, and why; null where they have ended by themselves. */
export interface Closing {
  readonly by: string | null
  readonly note: string | null
}

/** closeDifferences closes differences of payments by their causes. */
export async function closeDifferences(
  db: Queryable,
  ended: readonly { readonly payment_id: string; readonly cause: Cause }[],
  { by, note }: Closing,
  now: Date,
): Promise<void> {
  if (ended.length === 0) return
  await db.query(
    `update msingi_payments.differences d set closed_at = $2, closed_by = $3, note = $4
     from jsonb_to_recordset($1) as e(payment_id uuid, cause text)
     where d.payment_id = e.payment_id and d.cause = e.cause and d.closed_at is null`,
    [JSON.stringify(ended), now, by, note],
  )
}

/** listKnownDifferences returns the differences of payments by their payment, the oldest first. */
export async function listKnownDifferences(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<Map<string, KnownDifference[]>> {
  if (paymentIds.length === 0) return new Map()
  const { rows } = await db.query<KnownDifference & { payment_id: string }>(
    `select payment_id, cause, said, closed_at is null as open from msingi_payments.differences
     where payment_id = any($1) order by found_at, id`,
    [paymentIds],
  )
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}
