// Settings of payments: sealed, masked, and tested with the provider.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#payments/payments.fixture.ts'

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

test.each(['provider_a', 'provider_b'])('the credentials of %s can be tested', async (provider) => {
  const { data } = await shop.call('POST', '/settings/test', { body: { provider } })
  expect(data).toMatchObject({ provider, environment: 'sandbox', simulated: true, ok: true })
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
