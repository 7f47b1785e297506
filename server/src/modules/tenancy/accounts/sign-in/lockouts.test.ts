// Guessed passwords must not lock the owner out of the dashboard (docs/decisions/0012).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp, type RunningApp } from '#app'
import { digest } from '#platform/crypto/tokens.ts'
import type { Messages } from '#platform/messages/messages.ts'
import { createOutbox } from '#platform/messages/outbox.ts'
import { DASHBOARD } from '#platform/sessions/guesses.store.ts'
import { createCaller, startTestApp, type TestApp } from '#test/harness.ts'

const PASSWORD = 'correct horse 1'
const WRONG = 'wrong horse 1'

let app: TestApp
let node: RunningApp
let api: TestApp['api']
let messages: Messages
// A second server on the same database, in production mode with a mail gateway.
beforeAll(async () => {
  app = await startTestApp({ rateLimits: true, trustProxy: true })
  const { config, keys, clusters, log } = app.platform
  messages = createOutbox(app.clock, log)
  const options = { keys, log, clock: app.clock, database: clusters.main.adminConfig(), work: false }
  node = await createApp({ ...options, config: { ...config, production: true }, messages })
  api = createCaller(node)
})
afterAll(async () => {
  await node.close()
  await app.stop()
})
beforeEach(() => app.clock.advance(7200))

let networks = 0
const newNetwork = () => `10.${++networks >> 8}.${networks & 255}.9`
const login = (email: string, password: string, more: object = {}, address = newNetwork()) =>
  api('POST', '/auth/login', {
    headers: { 'x-forwarded-for': address },
    body: { email, password, ...more },
  })

// Hashing is slow: one guess is made, and the other guesses of unknown clients are inserted into the counts.
async function besiege(email: string): Promise<void> {
  expect((await login(email, WRONG)).status).toBe(401)
  const { clusters } = app.platform
  const { rows } = await clusters.main.admin.query('select id from platform.accounts where email = $1', [
    email,
  ])
  const name = digest(JSON.stringify(['password', rows[0]?.id, 'strangers']))
  const used = await clusters.main.admin.query('update msingi_auth.guesses set recent = 50 where name = $1', [
    name,
  ])
  expect(used.rowCount).toBe(1)
  for (let n = 0; n < 3; n += 1) expect((await login(email, WRONG)).status).toBe(429)
}

const mailsTo = async (email: string) => {
  await node.platform.jobs.drain()
  return (messages.outbox?.(DASHBOARD) ?? []).filter(
    ({ to, subject }) => to === email && subject === 'Your code to sign in',
  )
}

let people = 0
async function register() {
  const email = `owner-${++people}@lockouts.example`
  await app.register(email)
  return email
}

test('lets in a known device, a known network, and a client with a code from the mailbox', async () => {
  const email = await register()
  const home = newNetwork()
  const first = await login(email, PASSWORD, {}, home)
  const { device_token } = first.data
  await besiege(email)
  expect((await login(email, PASSWORD, {}, home)).status).toBe(200)
  expect((await login(email, PASSWORD, { device_token })).status).toBe(200)
  const refused = await login(email, PASSWORD)
  expect([refused.status, refused.body.details]).toEqual([429, { reason: 'proof_required' }])
  const [mail] = await mailsTo(email)
  const code = String(mail?.text.match(/\b[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}\b/)?.[0])
  expect((await login(email, WRONG, { code })).status).toBe(401)
  expect((await login(email, PASSWORD, { code: 'aaaa-bbbb-cccc' })).status).toBe(401)
  expect((await login(email, PASSWORD, { code })).status).toBe(200)
  expect(await mailsTo(email)).toHaveLength(3)
})

test('does not reveal to unknown clients whether a password was right or an account exists', async () => {
  const [email, nobody] = [await register(), 'nobody@lockouts.example']
  await besiege(email)
  for (let n = 0; n < 50; n += 1) expect((await login(nobody, WRONG)).status).toBe(401)
  const answers = [await login(email, PASSWORD), await login(email, WRONG), await login(nobody, WRONG)]
  const [right, ...others] = answers.map(({ status, text }) => ({ status, text }))
  for (const other of others) expect(other).toEqual(right)
  expect(await mailsTo(nobody)).toEqual([])
})

test('a device token is renewed with the session, and is worthless for another account', async () => {
  const [one, two] = [await register(), await register()]
  const first = await login(one, PASSWORD)
  const refreshed = await api('POST', '/auth/refresh', {
    body: { refresh_token: first.data.tokens.refresh_token },
  })
  await besiege(one)
  await besiege(two)
  const { device_token } = refreshed.data
  expect((await login(one, PASSWORD, { device_token })).status).toBe(200)
  expect((await login(two, PASSWORD, { device_token })).status).toBe(429)
})

test('guesses at the login do not stop the owner from changing the password', async () => {
  const email = await register()
  const { data } = await login(email, PASSWORD)
  await besiege(email)
  const body = { new_password: 'another horse 2', current_password: PASSWORD }
  const changed = await api('PATCH', '/me', { token: data.tokens.access_token, body })
  expect(changed.status).toBe(200)
})
