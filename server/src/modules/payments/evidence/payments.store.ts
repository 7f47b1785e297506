// The SQL of payments: table `msingi_payments.payments` of the project's cluster, and what hangs on it.

import type { Changes } from '#payments/model/decide.ts'
import type { ProviderName } from '#payments/model/money.ts'
import { type Payment, showPayment } from '#payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'

const COLUMNS = `id, project_id, version, provider, kind, environment, status, amount::float8 as amount, currency, phone,
  user_id, order_id, description, metadata, account_reference, reference, receipt, failure, alert, request, details, claim,
  next_check_at, checks, expires_at, created_at, updated_at, completed_at`

/** EventKind is a kind of entry in the timeline of a payment. */
export type EventKind = 'request' | 'callback' | 'query' | 'transition' | 'statement' | 'alert'

/** NewPayment is a payment before anything has happened to it. */
export type NewPayment = Pick<
  Payment,
  | 'id'
  | 'project_id'
  | 'provider'
  | 'kind'
  | 'environment'
  | 'amount'
  | 'currency'
  | 'phone'
  | 'user_id'
  | 'order_id'
  | 'description'
  | 'metadata'
  | 'account_reference'
  | 'request'
  | 'next_check_at'
  | 'created_at'
>

/** insertPayment stores a payment that is about to be sent to its provider. */
export async function insertPayment(db: Queryable, payment: NewPayment): Promise<Payment> {
  const { rows } = await db.query<Payment>(
    `insert into msingi_payments.payments (id, project_id, provider, kind, environment, status, amount, currency, phone,
       user_id, order_id, description, metadata, account_reference, request, details, next_check_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'submitting', $6, $7, $8, $9, $10, $11, $12, $13, $14, '{}', $15, $16, $16)
     returning ${COLUMNS}`,
    [
      payment.id,
      payment.project_id,
      payment.provider,
      payment.kind,
      payment.environment,
      payment.amount,
      payment.currency,
      payment.phone,
      payment.user_id,
      payment.order_id,
      payment.description,
      JSON.stringify(payment.metadata),
      payment.account_reference,
      JSON.stringify(payment.request),
      payment.next_check_at,
      payment.created_at,
    ],
  )
  return rows[0] as Payment
}

/** PaymentKey is by what a payment is found, always within its project. */
export type PaymentKey =
  | { readonly id: string }
  | { readonly provider: ProviderName; readonly reference: string }
  | { readonly provider: ProviderName; readonly receipt: string }
  | { readonly account_reference: string }

/** findPayment finds a payment; with `lock` it stays as it is until the transaction ends. */
export async function findPayment(
  db: Queryable,
  projectId: string,
  key: PaymentKey,
  lock = false,
): Promise<Payment | undefined> {
  const entries = Object.entries(key)
  const where = entries.map(([name], i) => `${name} = $${i + 2}`).join(' and ')
  const { rows } = await db.query<Payment>(
    `select ${COLUMNS} from msingi_payments.payments where project_id = $1 and ${where}${lock ? ' for update' : ''}`,
    [projectId, ...entries.map(([, value]) => value)],
  )
  return rows[0]
}

/** PrivateChanges are columns that clients do not see. */
export type PrivateChanges = Partial<Pick<Payment, 'details' | 'claim' | 'checks' | 'next_check_at'>>

/** updatePayment writes columns of a payment if nobody has moved it since it was read, else returns undefined. */
export async function updatePayment(
  db: Queryable,
  { id, status, version }: Payment,
  changes: Changes & PrivateChanges,
  shown: boolean,
  now: Date,
): Promise<Payment | undefined> {
  const entries = Object.entries(changes)
  const sets = entries.map(([name], i) => `${name} = $${i + 5}`)
  const { rows } = await db.query<Payment>(
    `update msingi_payments.payments set ${[...sets, `version = version + ${shown ? 1 : 0}`, 'updated_at = $4'].join(', ')}
     where id = $1 and status = $2 and version = $3 returning ${COLUMNS}`,
    [id, status, version, now, ...entries.map(([, value]) => asParameter(value))],
  )
  return rows[0]
}

function asParameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : value
}

/** insertEvent adds an entry to the timeline of a payment. */
export async function insertEvent(
  db: Queryable,
  paymentId: string,
  kind: EventKind,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  await db.query(
    'insert into msingi_payments.events (payment_id, kind, data, created_at) values ($1, $2, $3, $4)',
    [paymentId, kind, JSON.stringify(data), now],
  )
}

/** insertPublication has the project's own table follow: the state is shown there exactly once. */
export async function insertPublication(db: Queryable, payment: Payment, now: Date): Promise<void> {
  await db.query(
    `insert into msingi_payments.publications (payment_id, version, project_id, "row", created_at)
     values ($1, $2, $3, $4, $5)`,
    [payment.id, payment.version, payment.project_id, JSON.stringify(showPayment(payment)), now],
  )
}
