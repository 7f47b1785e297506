// Callbacks that somebody else has sent, altered or kept: none of them changes anything.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { SIMULATED_B } from '#modules/simulators/simulated-accounts.service.ts'
import { callbackToken } from './callback-token.ts'

let shop: Shop
let other: Shop
let pushed: any
let otherPushed: any
let direct: any
let otherDirect: any

beforeAll(async () => {
  shop = await openShop()
  other = await addShop(shop.app)
  pushed = await shop.push()
  otherPushed = await other.push()
  direct = await shop.direct()
  otherDirect = await other.direct()
})
afterAll(() => shop.app.stop())

// What both payments are: their state, how often it changed, and the ledger.
const stateOf = async (owner: Shop, ...started: any[]) => ({
  payments: await Promise.all(
    started.map(async ({ transaction_id }) => {
      const { data } = await owner.call('GET', `/transactions/${transaction_id}`)
      return [data.status, data.version, data.receipt, data.alert]
    }),
  ),
  ledger: (await owner.call('GET', '/ledger')).data,
})
const UNTOUCHED = { payments: [['pending', 2, null, null]], ledger: [] }

const processed = (id: string) => async () => {
  const { rows } = await shop.app.platform.clusters.main.admin.query(
    'select count(*)::int as waiting from msingi_payments.callbacks where payment_id = $1 and processed_at is null',
    [id],
  )
  return rows[0].waiting
}

interface Sent {
  readonly raw: string | Buffer
  readonly headers?: Record<string, string>
  readonly query?: string
  readonly project?: string
}

const send = (provider: string, { raw, headers = {}, query = '', project = shop.project.id }: Sent) =>
  shop.app.api('POST', `/webhooks/${provider}/${project}/callback${query}`, { raw, headers })

const stk = (more: object = {}, items?: unknown) =>
  JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: 'm',
        CheckoutRequestID: pushed.checkout_request_id,
        ResultCode: 0,
        ResultDesc: 'ok',
        ...(items === undefined ? {} : { CallbackMetadata: { Item: items } }),
        ...more,
      },
    },
  })
const paid = (amount: unknown) => [
  { Name: 'Amount', Value: amount },
  { Name: 'MpesaReceiptNumber', Value: 'FORGED0001' },
]

const BODIES_A: [string, () => string][] = [
  ['a success', () => stk({}, paid(100))],
  ['a success of more', () => stk({}, paid(100_000))],
  ['a success of less', () => stk({}, paid(1))],
  ['a success of text', () => stk({}, paid('100'))],
  ['a success without an amount', () => stk()],
  ['a cancellation', () => stk({ ResultCode: 1032 })],
  ['a failure', () => stk({ ResultCode: '2001' })],
  ['an expiry', () => stk({ ResultCode: 1019 })],
  ['an unknown code', () => stk({ ResultCode: -1 })],
  ['another request', () => stk({ CheckoutRequestID: 'ws_CO_0' }, paid(100))],
  ["another project's request", () => stk({ CheckoutRequestID: otherPushed.checkout_request_id }, paid(100))],
]

const tokenOf = (owner: Shop, payment: string) =>
  callbackToken(shop.app.platform.keys, owner.project.id, payment)
const QUERIES_A: [string, () => string][] = [
  ['no token', () => ''],
  ['an empty token', () => `?payment=${pushed.transaction_id}&token=`],
  ['a guessed token', () => `?payment=${pushed.transaction_id}&token=${'A'.repeat(43)}`],
  [
    'half a token',
    () => `?payment=${pushed.transaction_id}&token=${tokenOf(shop, pushed.transaction_id).slice(0, 21)}`,
  ],
  [
    'a token in capitals',
    () => `?payment=${pushed.transaction_id}&token=${tokenOf(shop, pushed.transaction_id).toUpperCase()}`,
  ],
  [
    "another project's token",
    () => `?payment=${pushed.transaction_id}&token=${tokenOf(other, pushed.transaction_id)}`,
  ],
  [
    "another payment's token",
    () => `?payment=${pushed.transaction_id}&token=${tokenOf(shop, direct.transaction_id)}`,
  ],
  [
    "another payment's id and token",
    () => `?payment=${direct.transaction_id}&token=${tokenOf(shop, direct.transaction_id)}`,
  ],
  ['an id that is none', () => `?payment=1%27%20or%201=1&token=${tokenOf(shop, pushed.transaction_id)}`],
  ['two of each', () => `?payment=a&payment=b&token=c&token=d`],
]

describe.each(QUERIES_A)('provider A with %s', (_what, query) => {
  test.each(BODIES_A)('%s changes nothing', async (_name, body) => {
    const answer = await send('provider_a', { raw: body(), query: query() })
    expect([200, 400], answer.text).toContain(answer.status)
    await expect.poll(processed(pushed.transaction_id)).toBe(0)
    expect(await stateOf(shop, pushed)).toEqual(UNTOUCHED)
  })
})

const now = () => String(Math.floor(shop.app.clock.now().getTime() / 1000))
const sign = (timestamp: string, body: string, secret: string = SIMULATED_B.webhook_secret) =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
const event = (type = 'payment.completed', data: object = {}, id: string = crypto.randomUUID()) =>
  JSON.stringify({
    id,
    type,
    data: {
      reference: direct.reference,
      amount: { value: 5000, currency: 'TZS' },
      external_reference: 'FORGED0002',
      metadata: { transaction_id: direct.transaction_id },
      ...data,
    },
  })

const BODIES_B: [string, () => string][] = [
  ['a success', () => event()],
  ['a failure', () => event('payment.failed')],
  ['an expiry', () => event('payment.expired')],
  ['a void', () => event('payment.voided')],
  ['a success of more', () => event(undefined, { amount: { value: 50_000, currency: 'TZS' } })],
  ['a success by reference', () => event(undefined, { metadata: {} })],
  ['a success by id', () => event(undefined, { reference: undefined })],
]

const HEADERS_B: [string, (body: string) => Record<string, string>][] = [
  ['no signature', () => ({ 'x-webhook-timestamp': now() })],
  ['no timestamp', (body) => ({ 'x-webhook-signature': sign(now(), body) })],
  ['an empty signature', () => ({ 'x-webhook-timestamp': now(), 'x-webhook-signature': '' })],
  ['zeros', () => ({ 'x-webhook-timestamp': now(), 'x-webhook-signature': '0'.repeat(64) })],
  [
    'another secret',
    (body) => ({ 'x-webhook-timestamp': now(), 'x-webhook-signature': sign(now(), body, 'x') }),
  ],
  [
    'an empty secret',
    (body) => ({ 'x-webhook-timestamp': now(), 'x-webhook-signature': sign(now(), body, '') }),
  ],
  [
    'an altered body',
    (body) => ({ 'x-webhook-timestamp': now(), 'x-webhook-signature': sign(now(), `${body} `) }),
  ],
  [
    'another time',
    (body) => ({ 'x-webhook-timestamp': `${Number(now()) + 1}`, 'x-webhook-signature': sign(now(), body) }),
  ],
  ...[-31_536_000, -301, 301, 86_400].map((seconds): [string, (body: string) => Record<string, string>] => [
    `a time ${seconds} s away`,
    (body) => {
      const timestamp = String(Number(now()) + seconds)
      return { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': sign(timestamp, body) }
    },
  ]),
]

describe.each(HEADERS_B)('provider B with %s', (_what, headers) => {
  test.each(BODIES_B)('%s changes nothing', async (_name, body) => {
    const raw = body()
    expect((await send('provider_b', { raw, headers: headers(raw) })).status).toBe(401)
    expect(await stateOf(shop, direct)).toEqual(UNTOUCHED)
  })
})

const MALFORMED: [string, () => string | Buffer][] = [
  ['nothing', () => ''],
  ['no JSON', () => 'ResultCode=0'],
  ['half of JSON', () => '{"Body":'],
  ['null', () => 'null'],
  ['a number', () => '1'],
  ['a list', () => '[]'],
  ['a text', () => '"x"'],
  ['an empty object', () => '{}'],
  ['invalid UTF-8', () => Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['deep nesting', () => '['.repeat(5000) + ']'.repeat(5000)],
  ['many values', () => `{"a":[${'1,'.repeat(12_000)}1]}`],
  ['too much', () => JSON.stringify({ a: 'x'.repeat(40_000) })],
  ['a megabyte', () => JSON.stringify({ a: 'x'.repeat(1_000_000) })],
  ['a prototype', () => '{"__proto__":{"Body":{"stkCallback":{}}}}'],
  ['XML', () => '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>'],
]

describe.each(['provider_a', 'provider_b'])('%s', (provider) => {
  test.each(MALFORMED)('that sends %s is refused, signed or not', async (_what, make) => {
    const raw = make()
    const timestamp = now()
    const signature = createHmac('sha256', SIMULATED_B.webhook_secret)
      .update(`${timestamp}.`)
      .update(raw)
      .digest('hex')
    const signed = { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature }
    for (const headers of [{}, signed, { ...signed, 'content-type': 'text/plain' }]) {
      const { status } = await send(provider, { raw, headers })
      expect(status === 200 ? provider : status).not.toBe('provider_a')
      expect(status).toBeLessThan(500)
    }
    expect(await stateOf(shop, pushed, direct)).toEqual({
      payments: [UNTOUCHED.payments[0], UNTOUCHED.payments[0]],
      ledger: [],
    })
  })

  test('of a project that is not there is a 404', async () => {
    for (const project of [crypto.randomUUID(), 'x', '..'])
      expect((await send(provider, { raw: '{}', project })).status).toBe(404)
  })
})

describe('a callback with the right signature', () => {
  const signed = (raw: string): Sent => {
    const timestamp = now()
    return { raw, headers: { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': sign(timestamp, raw) } }
  }

  test.each<[string, () => string]>([
    [
      "another project's payment",
      () => event(undefined, { metadata: { transaction_id: otherDirect.transaction_id } }),
    ],
    ['a payment that is not ours', () => event(undefined, { reference: 'pay_0', metadata: {} })],
    ['another reference', () => event(undefined, { reference: 'pay_0' })],
    [
      'a payment of provider A',
      () => event(undefined, { metadata: { transaction_id: pushed.transaction_id } }),
    ],
    ['another kind of event', () => event('payout.completed')],
  ])('about %s changes nothing', async (_what, make) => {
    expect((await send('provider_b', signed(make()))).status).toBe(200)
    await expect.poll(processed(direct.transaction_id)).toBe(0)
    expect(await stateOf(shop, direct)).toEqual(UNTOUCHED)
    expect(await stateOf(other, otherDirect)).toEqual(UNTOUCHED)
  })

  test('counts once, however often and in however many copies it comes', async () => {
    const { transaction_id, reference } = await shop.direct({ amount: 700 })
    await shop.faults({ drop_callback: 1 })
    await shop.act(reference, 'approve')
    const body = (id?: string) =>
      event(
        undefined,
        {
          reference,
          amount: { value: 700, currency: 'TZS' },
          external_reference: 'R700',
          metadata: { transaction_id },
        },
        id,
      )
    const same = signed(body('evt_same'))
    const copies = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? same : signed(body())))
    const answers = await Promise.all(copies.map((copy) => send('provider_b', copy)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await shop.becomes(transaction_id, 'completed')
    await expect.poll(processed(transaction_id)).toBe(0)
    const { data } = await shop.call('GET', `/transactions/${transaction_id}`)
    expect([data.version, data.ledger.length]).toEqual([3, 2])
    // A year later, the same one is too old.
    shop.app.clock.advance(31_536_000)
    expect((await send('provider_b', same)).status).toBe(401)
  })
})

describe('callbacks of provider A with the right token', () => {
  const address = ({ transaction_id: id }: any) => `?payment=${id}&token=${tokenOf(shop, id)}`
  const success = ({ checkout_request_id }: any, amount: number) =>
    stk({ CheckoutRequestID: checkout_request_id }, [
      { Name: 'Amount', Value: amount },
      { Name: 'MpesaReceiptNumber', Value: `R${amount}` },
    ])

  test('count once, in 50 copies and 50 variants at once, and again a year later', async () => {
    await shop.faults({ drop_callback: 1 })
    const started = await shop.push({ amount: 710 })
    await shop.act(started.checkout_request_id, 'approve')
    const genuine = { raw: success(started, 710), query: address(started) }
    const variants = Array.from({ length: 50 }, (_, i) => ({
      raw: success(started, 710).replace('"ok"', `"${i}"`),
      query: i % 2 === 0 ? '' : address(started),
    }))
    const answers = await Promise.all(
      [...Array.from({ length: 50 }, () => genuine), ...variants].map((one) => send('provider_a', one)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const done = await shop.becomes(started.transaction_id, 'completed')
    await expect.poll(processed(started.transaction_id)).toBe(0)
    expect([done.version, done.ledger.length, done.alert]).toEqual([3, 2, null])
    shop.app.clock.advance(31_536_000)
    expect((await send('provider_a', genuine)).status).toBe(200)
    await expect.poll(processed(started.transaction_id)).toBe(0)
    const { data } = await shop.call('GET', `/transactions/${started.transaction_id}`)
    expect([data.status, data.version, data.ledger.length]).toEqual(['completed', 3, 2])
  })

  test('about other amounts never complete, and say so', async () => {
    await shop.faults({ drop_callback: 1 })
    for (const amount of [1, 719, 721, 10 ** 9]) {
      const started = await shop.push({ amount: 720 })
      await send('provider_a', { raw: success(started, amount), query: address(started) })
      const parked = await shop.becomes(started.transaction_id, 'unknown')
      expect([parked.alert, parked.ledger]).toEqual(['amount_mismatch', []])
      // Nor does it make us ask the provider, who cannot decide it any more.
      for (const query of ['', address(started)])
        await send('provider_a', { raw: success(started, 720), query })
      await expect.poll(processed(started.transaction_id)).toBe(0)
      const { rows } = await shop.app.platform.clusters.main.admin.query(
        'select status, next_check_at from msingi_payments.payments where id = $1',
        [started.transaction_id],
      )
      expect(rows).toEqual([{ status: 'unknown', next_check_at: null }])
    }
  })

  test('one that cannot be applied keeps no other waiting', async () => {
    await shop.faults({ drop_callback: 1 })
    const started = await Promise.all([730, 731, 732].map((amount) => shop.push({ amount })))
    const broken = started[1].transaction_id
    const { admin } = shop.app.platform.clusters.main
    await admin.query(`create function public.break() returns trigger language plpgsql as
        $$ begin raise exception 'broken'; end $$;
      create trigger break before update on msingi_payments.payments
        for each row when (old.id = '${broken}') execute function public.break()`)
    for (const one of started) await shop.act(one.checkout_request_id, 'approve')
    await Promise.all(
      started.map((one, i) => send('provider_a', { raw: success(one, 730 + i), query: address(one) })),
    )
    await shop.becomes(started[0].transaction_id, 'completed')
    await shop.becomes(started[2].transaction_id, 'completed')
    expect(await processed(broken)()).toBe(1)
    await admin.query('drop function public.break() cascade')
    shop.app.clock.advance(60)
    await shop.becomes(broken, 'completed')
  })
})

test('a sender that never ends its body holds up nobody', async () => {
  const { port } = shop.app.app.server.address() as AddressInfo
  const path = `/api/v1/webhooks/provider_a/${shop.project.id}/callback`
  const slow = Array.from({ length: 20 }, () => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n{"Body":`)
    return socket
  })
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  expect((await send('provider_a', { raw: stk() })).status).toBe(200)
  for (const socket of slow) socket.destroy()
})
