// Forgotten passwords of accounts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guard, logIn, mailedCode, mailsTo, PASSWORD } from '#modules/tenancy/accounts/accounts.fixture.ts'
import { NO_MESSAGES } from '#platform/messages/outbox.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const NEW = 'another horse 2'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const request = (email: string) => app.api('POST', '/auth/reset-password', { body: { email } })
const confirm = (email: string, code: string, new_password = NEW) =>
  app.api('POST', '/auth/reset-password/confirm', { body: { email, code, new_password } })
const statusOf = async (token: string) => (await app.api('GET', '/me', { token })).status

test('sets a new password with the mailed code, ends all sessions and confirms the address', async () => {
  const person = await app.register()
  const { email } = person.user
  const answer = await request(email)
  const expires_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  expect([answer.status, answer.data]).toEqual([200, { email, expires_at }])
  const code = await mailedCode(app, email)
  expect((await confirm(email, code)).status).toBe(204)
  expect(await statusOf(person.token)).toBe(401)
  const refresh = { body: { refresh_token: person.refresh_token } }
  expect((await app.api('POST', '/auth/refresh', refresh)).status).toBe(401)
  expect((await logIn(app, person)).status).toBe(401)
  const { data } = await logIn(app, person, NEW)
  expect(data.user.email_verified).toBe(true)
  const token = data.tokens.access_token
  const [entry] = (await app.api('GET', '/audit-logs?action=account.reset_password', { token })).data
  expect(entry).toMatchObject({ actor: `dashboard:${person.user.id}`, credential: 'mailed_code' })
})

test('answers the same whether or not there is an account', async () => {
  const { user } = await app.register()
  const answers = [await request(user.email), await request('nobody@reset.example')]
  const [known, unknown] = answers.map(({ status, data }) => [status, Object.keys(data), data.expires_at])
  expect(unknown).toEqual(known)
  expect(await mailsTo(app, 'nobody@reset.example')).toEqual([])
  const wrong = [
    await confirm(user.email, 'aaaa-bbbb-cccc'),
    await confirm('nobody@reset.example', 'aaaa-bbbb-cccc'),
  ]
  expect(wrong[0]?.status).toBe(401)
  expect(wrong[1]?.body).toEqual(wrong[0]?.body)
})

test('a code works once, also at the same time', async () => {
  const person = await app.register()
  const { email } = person.user
  await request(email)
  const code = await mailedCode(app, email)
  const answers = await Promise.all([1, 2, 3].map((n) => confirm(email, code, `horse number ${n}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401])
  expect((await confirm(email, code)).status).toBe(401)
})

test('a code is not for another account, expires, and requests do not replace it', async () => {
  const [one, two] = [await app.register(), await app.register()]
  await request(one.user.email)
  const code = await mailedCode(app, one.user.email)
  expect((await confirm(two.user.email, code)).status).toBe(401)
  for (let n = 0; n < 10; n += 1) expect((await request(one.user.email)).status).toBe(200)
  expect(
    (await mailsTo(app, one.user.email)).filter(({ subject }) => subject?.includes('new password')),
  ).toHaveLength(3)
  app.clock.advance(7200)
  expect((await confirm(one.user.email, code)).status).toBe(401)
  await request(one.user.email)
  expect((await confirm(one.user.email, await mailedCode(app, one.user.email))).status).toBe(204)
})

test('does not get around the second factor', async () => {
  const person = await guard(app, await app.register())
  const { email } = person.user
  await request(email)
  expect((await confirm(email, await mailedCode(app, email))).status).toBe(204)
  expect((await logIn(app, person, NEW)).data).toMatchObject({ mfa_required: true })
})

test('a weak password is refused before the code is looked at', async () => {
  const { user } = await app.register()
  expect((await confirm(user.email, 'aaaa-bbbb-cccc', 'short')).status).toBe(400)
})

test('a deactivated account gets no mail', async () => {
  const { user } = await app.register()
  await app.platform.clusters.main.admin.query(
    'update platform.accounts set is_active = false where id = $1',
    [user.id],
  )
  await request(user.email)
  const subjects = (await mailsTo(app, user.email)).map(({ subject }) => subject)
  expect(subjects).not.toContain('Your code to set a new password')
})

test('without mail the server says so, and a new address takes effect at once', async () => {
  const mute = await startTestApp({}, { messages: NO_MESSAGES })
  try {
    const { token, user } = await mute.register()
    const body = { email: user.email }
    expect((await mute.api('POST', '/auth/reset-password', { body })).status).toBe(503)
    expect((await mute.api('POST', '/me/verify-email/request', { token })).status).toBe(503)
    const change = { email: 'mute@reset.example', current_password: PASSWORD }
    const changed = await mute.api('PATCH', '/me', { token, body: change })
    expect(changed.data).toMatchObject({ email: change.email, email_verified: false, new_email: null })
  } finally {
    await mute.stop()
  }
})
