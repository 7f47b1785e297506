// The SQL of lists of payments, and of the timeline of one.
import type { z } from 'zod'
import type { EventKind } from '#modules/payments/evidence/payments.store.ts'
import { SHOWN, type ShownPayment } from '#modules/payments/model/payment.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { transactionExport } from './transactions.schema.ts'

const COLUMNS = SHOWN.map((column) =>
  column === 'amount' || column === 'refunded_amount' ? `${column}::float8 as ${column}` : column,
).join(', ')

/** Filters are what a list is narrowed down to. */
export type Filters = z.output<typeof transactionExport>

/** Page is which part of a list is read: behind an entry, or so many entries from its beginning. */
export interface Page {
  readonly limit: number
  readonly offset?: number
  readonly after?: Pick<ShownPayment, 'id' | 'created_at'>
}

const CONDITIONS: { readonly [Name in keyof Filters]-?: (n: number) => string } = {
  status: (n) => `status = any($${n})`,
  provider: (n) => `provider = $${n}`,
  environment: (n) => `environment = $${n}`,
  phone: (n) => `phone = any($${n})`,
  reference: (n) => `(reference = $${n} or receipt = $${n} or account_reference = $${n})`,
  order_id: (n) => `order_id = $${n}`,
  user_id: (n) => `user_id = $${n}`,
  alert: (n) => `alert is not null and $${n} = 'true'`,
  from: (n) => `created_at >= $${n}`,
  to: (n) => `created_at < $${n}`,
  min_amount: (n) => `amount >= $${n}`,
  max_amount: (n) => `amount <= $${n}`,
}

// The conditions of a list; their values go behind those that are there.
function conditionsOf(filters: Filters, values: unknown[]): string[] {
  return Object.entries(CONDITIONS).flatMap(([name, condition]) => {
    const value = filters[name as keyof Filters]
    return value === undefined ? [] : [condition(values.push(value))]
  })
}

/** listPayments returns payments, the latest first. */
export async function listPayments(
  db: Queryable,
  projectId: string,
  filters: Filters,
  { limit, offset = 0, after }: Page,
): Promise<ShownPayment[]> {
  const values: unknown[] = [projectId, limit, offset]
  const where = ['project_id = $1', ...conditionsOf(filters, values)]
  if (after !== undefined)
    where.push(`(created_at, id) < ($${values.push(after.created_at)}, $${values.push(after.id)})`)
  const { rows } = await db.query<ShownPayment>(
    `select ${COLUMNS} from msingi_payments.payments where ${where.join(' and ')}
     order by created_at desc, id desc limit $2 offset $3`,
    values,
  )
  return rows
}

/**
 * DayTotal is the payments that were started on a day, in UTC: how many, and of those completed how many, how
 * much, and how much of it was given back.
 */
export interface DayTotal {
  readonly day: string
  readonly environment: ShownPayment['environment']
  readonly currency: string
  readonly payments: number
  readonly completed: number
  readonly amount: number
  readonly refunded_amount: number
}

/** sumPayments returns totals by day, environment and currency, the latest day first. */
export async function sumPayments(db: Queryable, projectId: string, filters: Filters): Promise<DayTotal[]> {
  const values: unknown[] = [projectId]
  const where = ['project_id = $1', ...conditionsOf(filters, values)]
  const { rows } = await db.query<DayTotal>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, environment, currency,
       count(*)::float8 as payments, count(*) filter (where status = 'completed')::float8 as completed,
       coalesce(sum(coalesce(paid_amount, amount)) filter (where status = 'completed'), 0)::float8 as amount,
       coalesce(sum(refunded_amount) filter (where status = 'completed'), 0)::float8 as refunded_amount
     from msingi_payments.payments where ${where.join(' and ')}
     group by 1, 2, 3 order by 1 desc, 2, 3`,
    values,
  )
  return rows
}

/** PaymentEvent is an entry in the timeline of a payment. */
export interface PaymentEvent {
  readonly kind: EventKind
  readonly data: Record<string, unknown>
  readonly created_at: Date
}

const MOST_EVENTS = 500

/** listEvents returns the timeline of a payment; a callback is in it as it came. */
export async function listEvents(db: Queryable, paymentId: string): Promise<PaymentEvent[]> {
  const { rows } = await db.query<PaymentEvent>(
    `select e.kind, e.created_at, case when c.body is null then e.data
       else e.data || jsonb_build_object('body', left(c.body, 8000)) end as data
     from msingi_payments.events e
     left join msingi_payments.callbacks c on e.kind = 'callback' and c.id = (e.data ->> 'callback')::bigint
     where e.payment_id = $1 order by e.id limit $2`,
    [paymentId, MOST_EVENTS],
  )
  return rows
}
