// The SQL of what was given back of payments: table `msingi_payments.refunds`.
import type { KnownRefund, Payment } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** NewRefund is a refund to store, or one to store anew. */
export interface NewRefund extends KnownRefund, Pick<Payment, 'project_id' | 'provider'> {
  readonly payment_id: string
}

/** upsertRefunds stores refunds of locked payments, each by its number. */
export async function upsertRefunds(db: Queryable, refunds: readonly NewRefund[], now: Date): Promise<void> {
  if (refunds.length === 0) return
  // A statement cannot write a row twice: the latest counts.
  const latest = new Map(refunds.map((one) => [`${one.payment_id} ${one.n}`, one]))
  await db.query(
    `insert into msingi_payments.refunds
       (payment_id, n, project_id, provider, amount, receipt, called, booked, created_at)
     select payment_id, n, project_id, provider, amount, receipt, called, booked, $2
     from jsonb_to_recordset($1) as r(payment_id uuid, n integer, project_id uuid, provider text, amount numeric,
       receipt text, called boolean, booked boolean)
     on conflict (payment_id, n) do update
     set amount = excluded.amount, receipt = excluded.receipt, called = excluded.called, booked = excluded.booked`,
    [JSON.stringify([...latest.values()]), now],
  )
}

/** listKnownRefunds returns the refunds of payments by their payment, in their order. */
export async function listKnownRefunds(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<Map<string, KnownRefund[]>> {
  if (paymentIds.length === 0) return new Map()
  const { rows } = await db.query<KnownRefund & { payment_id: string }>(
    `select payment_id, n, amount::float8 as amount, receipt, called, booked from msingi_payments.refunds
     where payment_id = any($1) order by payment_id, n`,
    [paymentIds],
  )
  return Map.groupBy(rows, ({ payment_id }) => payment_id)
}

/** isKnownRefund reports whether some payment of a project has a refund of this receipt. */
export async function isKnownRefund(
  db: Queryable,
  { project_id, provider }: Pick<Payment, 'project_id' | 'provider'>,
  receipt: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from msingi_payments.refunds where project_id = $1 and provider = $2 and receipt = $3',
    [project_id, provider, receipt],
  )
  return rowCount === 1
}
