// Who may start and see payments, and what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { addShop, openShop, PHONE_A, type Shop } from './payments.fixture.ts'

let shop: Shop
let amina: { token: string; id: string }
let baraka: { token: string; id: string }

beforeAll(async () => {
  shop = await openShop()
  amina = await signUp('amina@example.com', '+254700000001')
  baraka = await signUp('baraka@example.com', '+254700000002')
})
afterAll(() => shop.app.stop())

async function signUp(email: string, phone: string) {
  const { app, project } = shop
  const body = { email, phone, password: 'correct horse 1', full_name: 'A' }
  const { data } = await app.api('POST', `/projects/${project.id}/auth/signup`, {
    key: project.publishable,
    body,
  })
  return { token: data.tokens.access_token as string, id: data.user.id as string }
}

const BODY = { phone: PHONE_A, amount: 10, description: 'x' }
const as = (token: string, key?: string) => ({ token, key: key as any })
const push = (credentials: object, body: object = BODY, headers: Record<string, string> = {}) =>
  shop.app.api('POST', `/projects/${shop.project.id}/payments/provider_a/stk-push`, {
    ...credentials,
    body,
    headers,
  })
const get = (path: string, credentials: object) =>
  shop.app.api('GET', `/projects/${shop.project.id}/payments${path}`, credentials)

describe('users', () => {
  test('pay for themselves, and see their own payments only', async () => {
    const mine = await push(as(amina.token))
    expect(mine.status, mine.text).toBe(201)
    const id = mine.data.transaction_id
    expect((await get('/transactions', as(amina.token))).data.map((one: any) => one.id)).toEqual([id])
    const one = await get(`/transactions/${id}`, as(amina.token))
    expect([one.status, one.data.user_id, one.data.timeline, one.data.ledger]).toEqual([
      200,
      amina.id,
      undefined,
      undefined,
    ])
    expect((await get('/transactions', as(baraka.token))).data).toEqual([])
    expect((await get(`/transactions/${id}`, as(baraka.token))).status).toBe(404)
    expect((await get(`/transactions?user_id=${amina.id}`, as(baraka.token))).data).toEqual([])
    expect((await push(as(baraka.token), { ...BODY, user_id: amina.id })).status).toBe(403)
  })

  test('see their payments in the table too, without a policy of the project', async () => {
    const rows = (token: string) =>
      shop.app.api('GET', '/data/payment_transactions?select=id,user_id', { token })
    expect((await rows(amina.token)).data).toMatchObject([{ user_id: amina.id }])
    expect((await rows(baraka.token)).data).toEqual([])
    const none = await shop.app.api('GET', '/data/payment_transactions', { key: shop.project.publishable })
    expect(none.data).toEqual([])
  })

  test('reach neither settings, ledger, export, totals nor reversals', async () => {
    for (const path of ['/settings', '/ledger', '/transactions.csv', '/totals?from=2026-01-01&to=2026-02-01'])
      expect((await get(path, as(amina.token))).status).toBe(403)
  })
})

describe('keys', () => {
  test('that are publishable start payments only if the settings say so, and see none', async () => {
    const key = { key: shop.project.publishable }
    expect((await push(key)).status).toBe(403)
    await shop.call('PUT', '/settings', { body: { allow_publishable_key: true } })
    expect((await push(key)).status).toBe(201)
    expect((await push(key, { ...BODY, user_id: amina.id })).status).toBe(403)
    await shop.call('PUT', '/settings', { body: { allow_publishable_key: false } })
    expect((await get('/transactions', key)).status).toBe(403)
    expect((await get('/settings', key)).status).toBe(403)
  })

  test('need the scope, and are those of the project', async () => {
    const { app, project } = shop
    const make = async (scopes: string[]) => {
      const body = { name: 'k', kind: 'secret', scopes }
      return (await app.api('POST', `/projects/${project.id}/api-keys`, { token: project.token, body })).data
        .key
    }
    const reader = { key: await make(['payments:read']) }
    expect([(await get('/transactions', reader)).status, (await push(reader)).status]).toEqual([200, 403])
    expect((await get('/transactions', { key: await make(['data:read']) })).status).toBe(403)
    const other = await addShop(app)
    expect((await push({ key: other.project.secret })).status).toBe(403)
  })
})

test('payments are refused while they are not active, with what to do', async () => {
  await shop.call('PUT', '/settings', { body: { is_active: false } })
  const refused = await push({ key: shop.project.secret })
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('is_active')])
  await shop.call('PUT', '/settings', { body: { is_active: true, provider_a_environment: 'live' } })
  const unset = await push({ key: shop.project.secret })
  expect([unset.status, unset.body.message]).toEqual([409, expect.stringContaining('provider_a_shortcode')])
  await shop.call('PUT', '/settings', { body: { provider_a_environment: 'sandbox' } })
})

test.each([
  [{ amount: 0 }, 'amount'],
  [{ amount: 1.5 }, 'amount'],
  [{ amount: '10' }, 'amount'],
  [{ amount: 250_001 }, 'amount'],
  [{ phone: '+255712345678' }, 'phone'],
  [{ phone: 'abc' }, 'phone'],
  [{ description: '' }, 'description'],
  [{ description: undefined }, 'description'],
  [{ unknown: 1 }, 'unknown'],
  [{ metadata: { a: 'x'.repeat(5000) } }, 'metadata'],
  [{ order_id: '\u0000' }, 'order_id'],
])('%j is a 400 that names the field', async (change, field) => {
  const { status, body } = await push({ key: shop.project.secret }, { ...BODY, ...change })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)])
})

describe('an Idempotency-Key', () => {
  const key = () => ({ key: shop.project.secret })
  test('starts one payment, however often it is sent', async () => {
    const headers = { 'idempotency-key': 'order-7' }
    const first = await push(key(), BODY, headers)
    const again = await push(key(), BODY, headers)
    expect(again.data).toEqual(first.data)
    expect(again.headers['idempotency-replayed']).toBe('true')
    const other = await push(key(), { ...BODY, amount: 11 }, headers)
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining('another request')])
    shop.app.clock.advance(86_401)
    expect((await push(key(), BODY, headers)).data.transaction_id).not.toBe(first.data.transaction_id)
  })

  test('of racing requests starts one payment', async () => {
    const headers = { 'idempotency-key': 'order-8' }
    const racing = Array.from({ length: 10 }, () => push(key(), { ...BODY, amount: 77 }, headers))
    const answers = await Promise.all(racing)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(answers.filter(({ headers: h }) => h['idempotency-replayed'] === undefined)).toHaveLength(1)
    const { data } = await get('/transactions?min_amount=77&max_amount=77', key())
    expect(data).toHaveLength(1)
    expect(new Set(answers.map((one) => one.data.transaction_id))).toEqual(new Set([data[0].id]))
  })

  test('of racing requests that the provider refuses charges nobody, and is free afterwards', async () => {
    const headers = { 'idempotency-key': 'order-10' }
    await shop.faults({ refuse_request: 1 })
    const answers = await Promise.all(Array.from({ length: 4 }, () => push(key(), BODY, headers)))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    await shop.faults({})
    expect((await push(key(), BODY, headers)).status).toBe(201)
  })

  test('of a request that was refused may be used again', async () => {
    const headers = { 'idempotency-key': 'order-9' }
    await shop.faults({ refuse_request: 1 })
    expect((await push(key(), BODY, headers)).status).toBe(400)
    await shop.faults({})
    expect((await push(key(), BODY, headers)).status).toBe(201)
  })
})

test.each([undefined, 'http://api.example.com', 'https://localhost:8443', 'https://api.example.com'])(
  'in production a provider is told to call back at a public address only: %s',
  async (publicUrl) => {
    // Where nothing listens.
    const base = 'http://127.0.0.1:9'
    const addresses = { providerABaseUrl: base, providerBBaseUrl: base }
    const production = await startTestApp({ production: true, publicUrl, ...addresses })
    try {
      const account = {
        provider_a_shortcode: '174379',
        provider_a_consumer_key: 'a-key',
        provider_a_consumer_secret: 'a-secret',
        provider_a_passkey: 'a-passkey',
        provider_b_api_key: 'snp_key',
        provider_b_webhook_secret: 'a-secret',
      }
      const { call } = await addShop(production, account)
      const phone = { phone: '0712345678', amount: 500 }
      const starts = [
        ['/provider_a/stk-push', { ...phone, description: 'x' }],
        ['/provider_b/initiate', { ...phone, first_name: 'A', last_name: 'B' }],
        ['/provider_b/session', { amount: 500 }],
      ] as const
      const messages = async () =>
        Promise.all(starts.map(async ([path, body]) => (await call('POST', path, { body })).body.message))
      const asked = expect.stringContaining('Nothing was charged')
      const isPublic = publicUrl === 'https://api.example.com'
      const refused = expect.stringContaining('Set MSINGI_PUBLIC_URL')
      expect(await messages()).toEqual(starts.map(() => (isPublic ? asked : refused)))
      const proxy = {
        provider_a_callback_url: 'https://pay.example.com/a',
        provider_b_callback_url: 'https://pay.example.com/b',
      }
      await call('PUT', '/settings', { body: proxy })
      expect(await messages()).toEqual(starts.map(() => asked))
    } finally {
      await production.stop()
    }
  },
)

test('in production there are no simulators, and sandbox is the provider’s own', async () => {
  const production = await startTestApp({ production: true })
  try {
    expect((await production.api('GET', '//simulators/phone')).status).toBe(404)
    const { call } = await addShop(production)
    for (const url of [
      'http://shop.example.com/pay',
      'https://localhost/pay',
      'https://shop.localhost/pay',
      'https://127.0.0.1/pay',
      'https://[::1]/pay',
      'https://10.0.0.1/pay',
      'https://169.254.169.254/pay',
      'https://2130706433/pay',
      'https://shop/pay',
      'https://shop.internal/pay',
      'https://com/pay',
    ])
      for (const name of ['provider_a_callback_url', 'provider_b_callback_url']) {
        const refused = await call('PUT', '/settings', { body: { [name]: url } })
        expect([url, refused.status, refused.body.message]).toEqual([
          url,
          400,
          expect.stringMatching(new RegExp(`^${name}: .*(https://|public Internet)`)),
        ])
      }
    const proxy = {
      provider_a_callback_url: 'https://pay.example.com/a',
      provider_b_callback_url: 'https://41.90.0.1/',
    }
    expect((await call('PUT', '/settings', { body: proxy })).status).toBe(200)
    const answer = await call('POST', '/settings/test', { body: { provider: 'provider_b' } })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining('PROVIDER_B_BASE_URL'),
    ])
  } finally {
    await production.stop()
  }
})
