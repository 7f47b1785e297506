// Settings of payments: sealed, masked, and tested with the provider.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addShop, openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { openPayments } from '#modules/payments/payments.module.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { reachB } from './accounts.ts'
import { reachFor } from './reach-payment.ts'
import { getSettings } from './settings.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.app.stop())

const SECRET = 'a-consumer-secret-of-some-length-9876'

test('credentials are masked, sealed, and kept when their mask comes back', async () => {
  const body = {
    provider_a_shortcode: '600000',
    provider_a_consumer_secret: SECRET,
    provider_b_api_key: 'snp_short',
  }
  const put = await shop.call('PUT', '/settings', { body })
  expect(put.data).toMatchObject({
    provider_a_shortcode: '600000',
    provider_a_consumer_secret: '••••9876',
    provider_b_api_key: '••••',
    provider_a_passkey: null,
  })
  expect(put.text).not.toContain(SECRET)
  const again = await shop.call('PUT', '/settings', { body: put.data })
  expect(again.data).toEqual(put.data)
  const { rows } = await shop.app.platform.clusters.main.admin.query(
    'select settings::text, sealed from platform.payment_settings',
  )
  expect(JSON.stringify(rows)).not.toContain(SECRET)
  const cleared = await shop.call('PUT', '/settings', { body: { provider_a_consumer_secret: null } })
  expect(cleared.data.provider_a_consumer_secret).toBeNull()
  const { data } = await shop.app.api('GET', '/audit-logs', { token: shop.project.token })
  expect(JSON.stringify(data)).not.toContain(SECRET)
})

test.each(['provider_a', 'provider_b'])(
  'a test of %s says whether the credentials were tried',
  async (provider) => {
    const { data } = await shop.call('POST', '/settings/test', { body: { provider } })
    expect(data).toMatchObject({ provider, environment: 'sandbox', simulated: true, ok: true })
    expect(data.message).toContain('your credentials were not tried')
    const { port } = shop.app.app.server.address() as { port: number }
    const base = `http://127.0.0.1:${port}/simulators`
    const asked = await openShop(
      { providerABaseUrl: `${base}/provider_a`, providerBBaseUrl: `${base}/provider_b` },
      {
        provider_a_shortcode: '174379',
        provider_a_consumer_key: 'a-key',
        provider_a_consumer_secret: 'a-secret',
        provider_a_passkey: 'a-passkey',
        provider_b_api_key: 'snp_key',
        provider_b_webhook_secret: 'a-secret',
      },
    )
    const test = async () => (await asked.call('POST', '/settings/test', { body: { provider } })).data
    expect(await test()).toMatchObject({
      simulated: false,
      ok: true,
      message: 'The provider accepts these credentials.',
    })
    const wrong = { provider_a_consumer_key: 'wrong-key', provider_b_api_key: 'wrong' }
    await asked.call('PUT', '/settings', { body: wrong })
    expect(await test()).toMatchObject({ simulated: false, ok: false })
    await asked.app.stop()
  },
)

test('what is pending is asked about with the account that it was started with, whatever the settings say since', async () => {
  await shop.faults({ drop_callback: 1 })
  const a = await shop.push()
  const late = await shop.push()
  const b = await shop.direct()
  const former = (await shop.call('GET', '/settings')).data
  const body = {
    provider_a_environment: 'live',
    provider_a_shortcode: '600001',
    provider_a_consumer_key: 'another-consumer-key',
    provider_a_passkey: 'another-passkey',
    provider_b_mode: 'live',
    provider_b_api_key: 'another-api-key',
    provider_b_webhook_secret: 'another-secret',
  }
  expect((await shop.call('PUT', '/settings', { body })).status).toBe(200)
  await shop.act(a.checkout_request_id, 'approve')
  shop.app.clock.advance(11)
  await shop.becomes(a.transaction_id, 'completed')
  // A callback that is signed with the secret of that time is a reason to ask, and proves nothing by itself.
  await shop.faults({ wrong_amount: 1 })
  await shop.act(b.reference, 'approve')
  const { timeline } = await shop.becomes(b.transaction_id, 'unknown')
  expect(timeline.map(({ kind }: any) => kind)).toContain('query')
  expect(timeline.find(({ kind }: any) => kind === 'callback').data.authentic).toBe(false)
  await shop.faults({})
  const kept = await shop.app.platform.clusters.main.admin.query(
    'select sealed from platform.former_payment_accounts',
  )
  expect(JSON.stringify(kept.rows)).not.toContain(SECRET)
  // They are not kept for ever: nothing is open for that long.
  shop.app.clock.advance(3 * 86_400 + 1)
  await shop.becomes(late.transaction_id, 'unknown')
  expect((await shop.call('PUT', '/settings', { body: former })).status).toBe(200)
  const left = await shop.app.platform.clusters.main.admin.query(
    'select from platform.former_payment_accounts',
  )
  expect(left.rowCount).toBe(2)
})

test('where the provider refuses the credentials of a payment, the present ones of that environment are tried', async () => {
  const put = (provider_b_api_key: string, provider_b_mode: string) =>
    shop.call('PUT', '/settings', {
      body: { provider_b_mode, provider_b_api_key, provider_b_webhook_secret: 'a-webhook-secret' },
    })
  const { platform } = shop.app
  const { rows } = await platform.clusters.main.admin.query<ProjectRecord>(
    'select * from platform.projects where id = $1',
    [shop.project.id],
  )
  const [project] = rows as [ProjectRecord]
  const { payments, checker } = openPayments(platform, {
    projects: { find: () => project },
    simulators: { address: () => undefined },
  })
  await put('first-key', 'live')
  const { account } = reachB(payments, project, await getSettings(payments, project))
  const payment = { provider: 'provider_b', environment: 'live', account, request: {} } as const
  const keyOf = async (isRefused: boolean) =>
    (await reachFor(payments, project, payment, () => isRefused))?.b?.api_key
  await put('second-key', 'live')
  expect([await keyOf(false), await keyOf(true)]).toEqual(['first-key', 'second-key'])
  await put('second-key', 'sandbox')
  expect([await keyOf(false), await keyOf(true)]).toEqual(['first-key', undefined])
  await checker.close()
})

test('projects with the built-in simulators do not share what these grant', async () => {
  await shop.faults({ queries_per_minute: 5, requests_per_minute: 1, drop_callback: 1 })
  const settings = { provider_a_queries_per_minute: 5 }
  const shops = [await addShop(shop.app, settings), await addShop(shop.app, settings)]
  for (const one of shops) await one.direct()
  const started = await Promise.all(shops.map((one) => one.push()))
  for (const { checkout_request_id } of started) await shop.act(checkout_request_id, 'approve')
  shop.app.clock.advance(11)
  const begun = shop.app.clock.now().getTime()
  for (const [i, one] of shops.entries()) await one.becomes(started[i].transaction_id, 'completed')
  // The second query of one account would have to wait for twelve seconds.
  expect(shop.app.clock.now().getTime() - begun).toBeLessThan(12_000)
  await shop.faults({})
})

test('live credentials that nobody has set are a 409 that names them', async () => {
  await shop.call('PUT', '/settings', { body: { provider_b_mode: 'live', provider_b_api_key: null } })
  const answer = await shop.call('POST', '/settings/test', { body: { provider: 'provider_b' } })
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('provider_b_api_key')])
})

test.each([
  [{ provider_a_shortcode: '12' }, 'provider_a_shortcode'],
  [{ provider_a_environment: 'test' }, 'provider_a_environment'],
  [{ provider_b_callback_url: 'file:///etc' }, 'provider_b_callback_url'],
  [{ consumer_key: 'x' }, 'consumer_key'],
])('%j is a 400', async (body, field) => {
  const answer = await shop.call('PUT', '/settings', { body })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(field)])
})
