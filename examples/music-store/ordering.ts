// An order placed in one atomic request: POST /api/v1/batch runs all operations or none.
import { randomUUID } from 'node:crypto'
import { type Call, curlOf, describe, refusal, request, UnexpectedAnswer } from './http.ts'
import { heading, indent, tableOf } from './print.ts'
import type { Show } from './queries.ts'
import type { Album } from './recordings.ts'
import { totalOf } from './sales.ts'

/** Operation is one step of a batch. */
export interface Operation {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly table: string
  readonly id?: string
  readonly body?: Readonly<Record<string, unknown>>
}

interface Done {
  readonly status: number
  readonly data: { readonly id: string }
}

/** orderOf returns the operations that place an order: the order, then a line for each album. */
export function orderOf(orderId: string, customerId: string, albums: readonly Album[]): Operation[] {
  const lines = albums.map(({ id, price }) => ({
    order_id: orderId,
    album_id: id,
    quantity: 1,
    unit_price: price,
  }))
  const order = {
    id: orderId,
    customer_id: customerId,
    status: 'pending',
    placed_at: new Date().toISOString(),
    total: totalOf(lines),
  }
  return [
    { method: 'POST', table: 'orders', body: order },
    ...lines.map((body): Operation => ({ method: 'POST', table: 'order_lines', body })),
  ]
}

/**
 * showOrder places an order with two lines, then one whose last line is invalid: nothing of it is stored. It returns the id
 * of the first.
 */
export async function showOrder(show: Show): Promise<string> {
  const { base, project, data, say } = show
  const customer = data.customers[0]
  const albums = data.albums.filter(({ in_stock }) => in_stock).slice(0, 2)
  if (customer === undefined) throw new Error('There are no customers.')

  say(heading('Several writes in one: an order with two lines (it needs a new id to be placed again)'))
  const placedId = randomUUID()
  const steps = orderOf(placedId, customer.id, albums)
  const batch = batchOf(project.secretKey, steps)
  const done = await request<readonly Done[]>(base, batch)
  const results = done.data.map(({ status, data: row }, index) => ({
    status,
    table: steps[index]?.table,
    id: row.id,
  }))
  say(indent(`${curlOf(base, batch)}\n\n${tableOf(results)}`))
  if (done.data.length !== 3) throw new UnexpectedAnswer(base, batch, 'Three results were expected.')

  say(heading('All or nothing: the second line names an album that does not exist'))
  const orderId = randomUUID()
  const unknown = albums.map((album, index) => (index === 1 ? { ...album, id: randomUUID() } : album))
  const impossible = batchOf(project.secretKey, orderOf(orderId, customer.id, unknown))
  const refused = await refusal(base, impossible)
  say(indent(`${curlOf(base, impossible)}\n\n${describe(refused)}\n`))
  await showAbsence(show, orderId)
  return placedId
}

async function showAbsence({ base, project, say }: Show, orderId: string): Promise<void> {
  const call: Call = { method: 'GET', path: `/api/v1/data/orders/${orderId}`, key: project.secretKey }
  const answer = await refusal(base, call)
  say(indent(`${curlOf(base, call)}\n\n${describe(answer)}`))
  if (answer.status !== 404) throw new UnexpectedAnswer(base, call, `404 was expected. ${describe(answer)}`)
}

function batchOf(key: string, operations: readonly Operation[]): Call {
  return { method: 'POST', path: '/api/v1/batch', key, body: { operations } }
}
