// What the drill of payments compares: the payments of the server, their rows, their ledger and their webhooks with what is
// true in the simulators.
import type pg from 'pg'
import type { Order } from '#modules/simulators/world.ts'
import type { Arrival } from '#test/webhooks/receiver.ts'

/** DrillResult is what came of it. `wrong` has a line for everything that should not be. */
export interface DrillResult {
  /** payments are those that were asked for: one that was refused, and asked for again with the same key, is one of them. */
  readonly payments: number
  readonly completed: number
  /** mismatched are those of them of which the statement has said later that another amount was paid. */
  readonly mismatched: number
  readonly amount: number
  /** webhooks counts the events that arrived, each once. */
  readonly webhooks: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly wrong: readonly string[]
}

/** Witnesses are what the drill has seen besides the server. */
export interface Witnesses {
  readonly orders: readonly Order[]
  readonly arrivals: readonly Arrival[]
}

interface Row {
  readonly id: string
  readonly provider: Order['provider']
  readonly status: string
  readonly alert: string | null
  readonly failure: string | null
  readonly description: string
  readonly version: number
  readonly amount: number
  readonly reference: string | null
  readonly account_reference: string
  readonly shown: string
  readonly shown_version: number
  readonly versions: number[]
  readonly postings: number
  /** reached are the states that it has reached, in their order. */
  readonly reached: string[]
  /** alerts are those that it has had, in their order. */
  readonly alerts: string[]
}

/** compare says what became of it; everything that happens by itself is over. */
export async function compare(
  client: pg.Client,
  schema: string,
  { orders, arrivals }: Witnesses,
): Promise<DrillResult> {
  const { rows } = await client.query<Row>(
    `select p.id, p.provider, p.status, p.alert, p.failure, p.description, p.version, p.amount::int as amount, p.reference, p.account_reference,
       t.status as shown, t.version as shown_version,
       (select array_agg(s.version order by s.at) from ${schema}.seen s where s.id = p.id) as versions,
       (select count(*)::int from msingi_payments.postings o where o.payment_id = p.id) as postings,
       array(select e.data ->> 'to' from msingi_payments.events e
         where e.payment_id = p.id and e.kind = 'transition' order by e.id) as reached,
       array(select e.data ->> 'alert' from msingi_payments.events e
         where e.payment_id = p.id and e.kind = 'alert' order by e.id) as alerts
     from msingi_payments.payments p left join ${schema}.payment_transactions t on t.id = p.id order by p.id`,
  )
  const wrong: string[] = []
  const ordersOf = assign(orders, rows, wrong)
  for (const row of rows) judge(row, ordersOf.get(row.id) ?? [], wrong)
  const asked = Map.groupBy(rows, ({ description }) => description)
  judgeRepeats(asked, wrong)
  const events = judgeWebhooks(rows, arrivals, wrong)
  const completed = rows.filter(({ status }) => status === 'completed')
  const amount = completed.reduce((sum, row) => sum + row.amount, 0)
  await judgeLedger(client, amount, wrong)
  const byStatus = Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, list]) => [status, list.length]),
  )
  const mismatched = completed.filter(({ alert }) => alert === 'amount_mismatch').length
  return {
    payments: asked.size,
    completed: completed.length,
    mismatched,
    amount,
    webhooks: events,
    byStatus,
    wrong,
  }
}

function assign(orders: readonly Order[], rows: readonly Row[], wrong: string[]): Map<string, Order[]> {
  const byReference = new Map(rows.map((row) => [row.reference ?? row.account_reference, row]))
  const byAccount = new Map(rows.map((row) => [row.account_reference, row]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = new Map<string, Order[]>()
  for (const order of orders) {
    const { transaction_id } = (order.metadata ?? {}) as { transaction_id?: string }
    const row =
      byReference.get(order.id) ?? byAccount.get(order.account_reference) ?? byId.get(transaction_id ?? '')
    if (row === undefined) wrong.push(`${order.id} is nobody's`)
    else found.set(row.id, [...(found.get(row.id) ?? []), order])
  }
  return found
}

// What a payment may be, given what is true of it.
function allowed(row: Row, order: Order | undefined): readonly string[] {
  // Never sent, refused, or interrupted before it was sent.
  if (order === undefined) return ['failed', 'unknown']
  const { status, paid, provider, taken_back = false } = order
  if (status === 'paid') {
    if (paid === row.amount) return ['completed']
    // No query of provider A says how much was paid: where the callback is lost as well, the statement raises the alert.
    return row.alert === 'amount_mismatch'
      ? [
          'unknown',
          'failed',
          ...(provider === 'provider_a' ? ['completed'] : []),
          ...(taken_back ? ['cancelled'] : []),
        ]
      : []
  }
  // Nobody knows the reference of a push whose answer and callback were lost, and no statement lists what was not paid.
  // Nor does anybody who asks about the reference of another payment learn something of this one.
  const lost = provider === 'provider_a' && row.reference === null ? ['unknown'] : []
  return [status === 'declined' && provider === 'provider_a' ? 'cancelled' : 'failed', ...lost]
}

function judge(row: Row, orders: readonly Order[], wrong: string[]): void {
  const { id, status, version, shown, shown_version, versions, postings } = row
  const [order] = orders
  if (orders.length > 1) wrong.push(`${id} was asked for ${orders.length} times`)
  if (!allowed(row, order).includes(status))
    wrong.push(`${id} is ${status}, and ${order?.status ?? 'nothing'} in truth`)
  if (shown !== status || shown_version !== version) wrong.push(`${id} is ${status}, and shown as ${shown}`)
  if (postings !== (status === 'completed' ? 1 : 0))
    wrong.push(`${id} is ${status} with ${postings} postings`)
  const expected = Array.from({ length: version }, (_, i) => i + 1)
  if (String(versions) !== String(expected)) wrong.push(`${id} had the versions ${versions}`)
}

// A key is free again once its payment was refused, and its answer may be lost: the repeat starts another one. Nobody is asked twice.
function judgeRepeats(asked: ReadonlyMap<string, readonly Row[]>, wrong: string[]): void {
  for (const [description, rows] of asked) {
    const sent = rows.filter(({ failure }) => failure === null || !REFUSED.has(failure))
    if (sent.length > 1) wrong.push(`${description} was started ${sent.length} times`)
  }
}

const REFUSED: ReadonlySet<string> = new Set(['refused', 'provider_busy', 'credentials'])

// States that have no event.
const SILENT: ReadonlySet<string> = new Set(['submitting', 'unknown'])

// One event for each transition: those that arrive twice have the same id.
function judgeWebhooks(rows: readonly Row[], arrivals: readonly Arrival[], wrong: string[]): number {
  const events = new Map(arrivals.map((arrival) => [arrival.id, arrival]))
  const byRow = Map.groupBy(events.values(), ({ row }) => row)
  const told = [...events.values()].flatMap(({ alerts }) => alerts).toSorted()
  const raised = rows.flatMap(({ id, alerts }) => alerts.map((alert) => `${id} ${alert}`)).toSorted()
  if (String(told) !== String(raised)) wrong.push(`the alerts ${raised} were told as ${told}`)
  for (const { id, reached } of rows) {
    const sent = (byRow.get(id) ?? []).map(({ type }) => type).toSorted()
    const expected = reached
      .filter((status, i) => !SILENT.has(status) && status !== reached[i - 1])
      .map((status) => `payment.${status}`)
      .toSorted()
    if (String(sent) !== String(expected)) wrong.push(`${id} sent ${sent}, and not ${expected}`)
  }
  return events.size
}

async function judgeLedger(client: pg.Client, amount: number, wrong: string[]): Promise<void> {
  const { rows } = await client.query<{ total: number; sales: number; unbalanced: number }>(
    `select coalesce(sum(e.amount), 0)::int as total,
       -coalesce(sum(e.amount) filter (where a.code = 'sales'), 0)::int as sales,
       (select count(*)::int from (select from msingi_payments.entries group by posting_id having sum(amount) <> 0) u)
         as unbalanced
     from msingi_payments.entries e join msingi_payments.accounts a on a.id = e.account_id`,
  )
  const { total, sales, unbalanced } = rows[0] ?? { total: -1, sales: -1, unbalanced: -1 }
  if (total !== 0 || unbalanced !== 0)
    wrong.push(`the ledger does not sum to zero: ${total}, ${unbalanced} postings`)
  if (sales !== amount) wrong.push(`the ledger has ${sales}, and ${amount} was paid`)
}
