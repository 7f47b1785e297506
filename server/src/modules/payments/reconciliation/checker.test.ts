// One payment, callback, query or project that fails or hangs holds up no other; and what comes while a provider is asked
// is not lost.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbackToken } from '#modules/payments/callbacks/callback-token.ts'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { SIMULATED_A } from '#modules/simulators/simulated-accounts.service.ts'

const ACCOUNT = Object.fromEntries(
  Object.entries(SIMULATED_A).map(([name, value]) => [`provider_a_${name}`, value]),
)

let provider: Server
let shop: Shop
let other: Shop
/** Answers that the provider holds back, by the reference of the prompt that was asked about. */
const held = new Map<string, (() => void) | undefined>()
const release = (reference: string) => {
  const send = held.get(reference)
  held.delete(reference)
  send?.()
}
/** Prompts that the provider does not know any more. */
const forgotten = new Set<string>()
let refusals = 0

// The simulated provider A, at an address of its own.
const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const { port } = shop.app.app.server.address() as AddressInfo
  const body = await buffer(request)
  const { CheckoutRequestID: reference = '' } = body.length > 0 ? JSON.parse(body.toString()) : {}
  const isQuery = request.url?.includes('/stkpushquery/') === true
  if (isQuery && refusals-- > 0) return response.writeHead(429).end()
  if (isQuery && forgotten.has(reference)) return response.writeHead(400).end('{"errorCode":"400.002.02"}')
  const answered = await fetch(`http://127.0.0.1:${port}/simulators/provider_a${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization: request.headers.authorization ?? '', 'content-type': 'application/json' },
    ...(body.length > 0 && { body }),
  })
  const text = await answered.text()
  const send = () => response.writeHead(answered.status).end(text)
  if (isQuery && held.has(reference)) held.set(reference, send)
  else send()
}

beforeAll(async () => {
  provider = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const { port } = provider.address() as AddressInfo
  shop = await openShop({ providerABaseUrl: `http://127.0.0.1:${port}` }, ACCOUNT)
  // A quota of its own: another account of the provider.
  other = await addShop(shop.app, { ...ACCOUNT, provider_a_shortcode: '174380' })
  await shop.faults({ drop_callback: 1 })
})
afterAll(async () => {
  for (const reference of held.keys()) release(reference)
  await shop.app.stop()
  provider.close()
})

const sql = (text: string, values: unknown[] = []) =>
  shop.app.platform.clusters.main.admin.query(text, values).then(({ rows }) => rows)
const stateOf = async (id: string) =>
  (await sql('select checks, next_check_at from msingi_payments.payments where id = $1', [id]))[0]

// Without an amount, a query has to confirm it.
const callBack = async (
  of: Shop,
  { transaction_id: id, checkout_request_id }: any,
  receipt: string,
  amount?: number,
) => {
  const token = callbackToken(shop.app.platform.keys, of.project.id, id)
  const Item = [
    { Name: 'Amount', Value: amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
  ]
  const stkCallback = { CheckoutRequestID: checkout_request_id, ResultCode: 0, CallbackMetadata: { Item } }
  const path = `/webhooks/provider_a/${of.project.id}/callback?payment=${id}&token=${token}`
  const { status, text } = await shop.app.api('POST', path, { body: { Body: { stkCallback } } })
  expect(status, text).toBe(200)
}
const pay = async (of: Shop, receipt: string) => {
  const started = await of.push()
  await shop.act(started.checkout_request_id, 'approve')
  await callBack(of, started, receipt)
  return started
}

test('a payment that cannot be written, and its callback, hold up no other of their project for ever', async () => {
  const broken = await shop.push()
  await sql(`create function public.break() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$;
    create trigger break before update on msingi_payments.payments
      for each row when (old.id = '${broken.transaction_id}') execute function public.break()`)
  await shop.act(broken.checkout_request_id, 'approve')
  await callBack(shop, broken, 'BROKEN')
  // By then it is the first payment that is due, and its callback counts as interrupted.
  for (const n of [1, 2, 3]) {
    shop.app.clock.advance(31)
    await shop.becomes((await pay(shop, `R${n}`)).transaction_id, 'completed')
  }
  await sql('drop function public.break() cascade')
  shop.app.clock.advance(31)
  await shop.becomes(broken.transaction_id, 'completed')
  // The query may be first: the receipt is in the callback.
  const path = `/transactions/${broken.transaction_id}`
  await expect.poll(async () => (await shop.call('GET', path)).data.receipt).toBe('BROKEN')
})

test('a query that hangs holds up neither another project nor another payment of its own', async () => {
  const hanging = await shop.push()
  held.set(hanging.checkout_request_id, undefined)
  await shop.act(hanging.checkout_request_id, 'approve')
  await callBack(shop, hanging, 'HANGING')
  await expect.poll(() => held.get(hanging.checkout_request_id)).toBeDefined()
  await other.becomes((await pay(other, 'OTHER')).transaction_id, 'completed')
  await shop.becomes((await pay(shop, 'OWN')).transaction_id, 'completed')
  release(hanging.checkout_request_id)
  await shop.becomes(hanging.transaction_id, 'completed')
})

test('a callback that comes while its payment is asked about has it asked again at once', async () => {
  const started = await shop.push()
  const reference = started.checkout_request_id
  held.set(reference, undefined)
  shop.app.clock.advance(11)
  await expect.poll(() => held.get(reference)).toBeDefined()
  await shop.act(reference, 'approve')
  await callBack(shop, started, 'MEANWHILE')
  const now = shop.app.clock.now()
  await expect.poll(async () => (await stateOf(started.transaction_id)).next_check_at).toEqual(now)
  release(reference)
  expect((await shop.becomes(started.transaction_id, 'completed')).receipt).toBe('MEANWHILE')
  expect(shop.app.clock.now().getTime() - now.getTime()).toBeLessThan(10_000)
})

const codesOf = async (id: string) => {
  shop.app.clock.advance(0.1)
  const { alert, status, timeline } = (await shop.call('GET', `/transactions/${id}`)).data
  const queries = timeline.filter(({ kind }: any) => kind === 'query')
  return { alert, status, codes: queries.map(({ data }: any) => data.code) }
}

test('a query that was sent before the callback that completes its payment denies nothing', async () => {
  await shop.faults({ drop_callback: 1, wrong_query: 1 })
  const started = await shop.push()
  const { transaction_id: id, checkout_request_id: reference } = started
  await shop.act(reference, 'approve')
  held.set(reference, undefined)
  shop.app.clock.advance(11)
  await expect.poll(() => held.get(reference)).toBeDefined()
  await shop.faults({ drop_callback: 1 })
  await callBack(shop, started, 'BETWEEN', 100)
  await expect.poll(() => codesOf(id)).toEqual({ alert: null, status: 'completed', codes: [] })
  release(reference)
  await expect.poll(() => codesOf(id)).toEqual({ alert: null, status: 'completed', codes: ['1037', '0'] })
})

test('a completed payment that the provider does not know is an alert, one that is open is not', async () => {
  const [started, open] = [await shop.push(), await shop.push()]
  for (const { checkout_request_id } of [started, open]) forgotten.add(checkout_request_id)
  await callBack(shop, started, 'FORGOTTEN', 100)
  await callBack(shop, open, 'OPEN')
  const codes = ['400.002.02']
  const denied = { alert: 'provider_denies', status: 'completed', codes }
  await expect.poll(() => codesOf(started.transaction_id)).toEqual(denied)
  await expect.poll(() => codesOf(open.transaction_id)).toEqual({ alert: null, status: 'pending', codes })
})

test('a query that the provider has no time for says nothing of its payment: the account waits, ever longer', async () => {
  refusals = 3
  const started = await pay(shop, 'BUSY')
  const begun = shop.app.clock.now()
  await shop.becomes(started.transaction_id, 'completed')
  expect(refusals).toBeLessThan(0)
  expect((await stateOf(started.transaction_id)).checks).toBe(1)
  expect(shop.app.clock.now().getTime() - begun.getTime()).toBeLessThan(10_000)
})
