// The SQL of payments: table `msingi_payments.payments` of the project's cluster, and what hangs on it.

import type { ProviderName } from '#modules/payments/model/money.ts'
import { type KnownPayment, type Payment, showPayment } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { listKnownDifferences } from './differences.store.ts'
import { listKnownRefunds } from './refunds.store.ts'

const COLUMNS = `id, project_id, version, provider, kind, environment, account, status, amount::float8 as amount,
  paid_amount::float8 as paid_amount, refunded_amount::float8 as refunded_amount, fee_amount::float8 as fee_amount,
  currency, phone, user_id, order_id, description, metadata, account_reference, reference, receipt, failure, alert, request, details, claim,
  next_check_at, checks, expires_at, created_at, updated_at, completed_at`

// A callback that is stored meanwhile refers to its payment, and must not wait for what is done with it.
const LOCK = 'for no key update'

/** EventKind is a kind of entry in the timeline of a payment. */
export type EventKind =
  | 'request'
  | 'callback'
  | 'query'
  | 'transition'
  | 'statement'
  | 'refund'
  | 'alert'
  | 'closed'

/** NewPayment is a payment before anything has happened to it. */
export type NewPayment = Pick<
  Payment,
  | 'id'
  | 'project_id'
  | 'provider'
  | 'kind'
  | 'environment'
  | 'account'
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
    `insert into msingi_payments.payments (id, project_id, provider, kind, environment, account, status, amount, currency,
       phone, user_id, order_id, description, metadata, account_reference, request, details, next_check_at, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, 'submitting', $7, $8, $9, $10, $11, $12, $13, $14, $15, '{}', $16, $17, $17)
     returning ${COLUMNS}`,
    [
      payment.id,
      payment.project_id,
      payment.provider,
      payment.kind,
      payment.environment,
      payment.account,
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

/** findPayment finds a payment. */
export async function findPayment(
  db: Queryable,
  projectId: string,
  key: PaymentKey,
): Promise<Payment | undefined> {
  const entries = Object.entries(key)
  const where = entries.map(([name], i) => `${name} = $${i + 2}`).join(' and ')
  const { rows } = await db.query<Payment>(
    `select ${COLUMNS} from msingi_payments.payments where project_id = $1 and ${where}`,
    [projectId, ...entries.map(([, value]) => value)],
  )
  return rows[0]
}

/**
 * lockPayments returns payments of a project by their ids, with their differences and refunds; they stay as they are until
 * the transaction ends.
 */
export async function lockPayments(
  db: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<KnownPayment[]> {
  const { rows } = await db.query<Payment>(
    `select ${COLUMNS} from msingi_payments.payments where project_id = $1 and id = any($2) order by id ${LOCK}`,
    [projectId, ids],
  )
  // A statement that has waited for a lock sees other tables as they were before: only the next one sees them as they are.
  const known = await listKnownDifferences(db, ids)
  const refunds = await listKnownRefunds(db, ids)
  return rows.map((payment) => ({
    ...payment,
    differences: known.get(payment.id) ?? [],
    refunds: refunds.get(payment.id) ?? [],
  }))
}

/** lockPayment returns one payment likewise. */
export async function lockPayment(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<KnownPayment | undefined> {
  return (await lockPayments(db, projectId, [id]))[0]
}

/** NAMES are by what providers call payments: no two payments of a project have the same one of a provider. */
export const NAMES = ['reference', 'receipt'] as const

/** GivenName is what a provider calls a payment. */
export interface GivenName {
  readonly provider: ProviderName
  readonly name: (typeof NAMES)[number]
  readonly text: string
}

/** nameKey writes a name as one text. */
export function nameKey({ provider, name, text }: GivenName): string {
  return `${provider} ${name} ${text}`
}

/** findTaken returns which names payments of a project have already, as `nameKey` writes them. */
export async function findTaken(
  db: Queryable,
  projectId: string,
  names: readonly GivenName[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const having = NAMES.map(
    (name, i) => `select provider, '${name}' as name, ${name} as text from msingi_payments.payments
     where project_id = $1 and provider = any($2) and ${name} = any($${i + 3})`,
  )
  const { rows } = await db.query<GivenName>(having.join(' union all '), [
    projectId,
    [...new Set(names.map(({ provider }) => provider))],
    ...NAMES.map((name) => names.filter((one) => one.name === name).map(({ text }) => text)),
  ])
  return new Set(rows.map(nameKey))
}

/** PrivateChanges are columns that clients do not see. */
export type PrivateChanges = Partial<Pick<Payment, 'details' | 'claim' | 'checks' | 'next_check_at'>>

/** Move is a payment as it was read with its lock, and as it is to be. */
export interface Move {
  readonly before: Payment
  readonly payment: Payment
}

const MOVING = {
  version: 'integer',
  status: 'text',
  reference: 'text',
  receipt: 'text',
  paid_amount: 'bigint',
  refunded_amount: 'bigint',
  fee_amount: 'bigint',
  failure: 'text',
  alert: 'text',
  details: 'jsonb',
  claim: 'jsonb',
  next_check_at: 'timestamptz',
  checks: 'integer',
  expires_at: 'timestamptz',
  updated_at: 'timestamptz',
  completed_at: 'timestamptz',
} as const satisfies Partial<Record<keyof Payment, string>>

const MOVING_NAMES = Object.keys(MOVING) as (keyof typeof MOVING)[]
const UPDATE = `update msingi_payments.payments p set ${MOVING_NAMES.map((name) => `${name} = n.${name}`).join(', ')}
  from jsonb_to_recordset($1) as n(id uuid, old_status text, old_version integer,
    ${MOVING_NAMES.map((name) => `${name} ${MOVING[name]}`).join(', ')})
  where p.id = n.id and p.status = n.old_status and p.version = n.old_version`

/** updatePayments writes payments and returns how many of them nobody has moved since they were read. */
export async function updatePayments(db: Queryable, moves: readonly Move[]): Promise<number> {
  if (moves.length === 0) return 0
  const rows = moves.map(({ before, payment }) => ({
    id: payment.id,
    old_status: before.status,
    old_version: before.version,
    ...Object.fromEntries(MOVING_NAMES.map((name) => [name, payment[name]])),
  }))
  return (await db.query(UPDATE, [JSON.stringify(rows)])).rowCount ?? 0
}

/** TimelineEntry is an entry in the timeline of a payment. */
export interface TimelineEntry {
  readonly payment_id: string
  readonly kind: EventKind
  readonly data: Readonly<Record<string, unknown>>
}

/** insertEvents adds entries to the timelines of payments, in their order. */
export async function insertEvents(
  db: Queryable,
  entries: readonly TimelineEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  await db.query(
    `insert into msingi_payments.events (payment_id, kind, data, created_at)
     select payment_id, kind, data, $2
     from rows from (jsonb_to_recordset($1) as (payment_id uuid, kind text, data jsonb)) with ordinality
       as e(payment_id, kind, data, n) order by n`,
    [JSON.stringify(entries), now],
  )
}

/** insertEvent adds an entry to the timeline of a payment. */
export function insertEvent(
  db: Queryable,
  payment_id: string,
  kind: EventKind,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  return insertEvents(db, [{ payment_id, kind, data }], now)
}

/** insertPublications has the project's own table follow: each state is shown there exactly once. */
export async function insertPublications(
  db: Queryable,
  payments: readonly Payment[],
  now: Date,
): Promise<void> {
  if (payments.length === 0) return
  const states = payments.map((payment) => ({
    payment_id: payment.id,
    version: payment.version,
    project_id: payment.project_id,
    row: showPayment(payment),
  }))
  await db.query(
    `insert into msingi_payments.publications (payment_id, version, project_id, "row", created_at)
     select payment_id, version, project_id, "row", $2
     from jsonb_to_recordset($1) as s(payment_id uuid, version integer, project_id uuid, "row" jsonb)`,
    [JSON.stringify(states), now],
  )
}
