// Addresses of accounts: confirming them, and changing them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, mailedCode, mailsTo, PASSWORD } from '#modules/tenancy/accounts/accounts.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const verify = (token: string, code: string) => app.api('POST', '/me/verify-email', { token, body: { code } })
const resend = (token: string) => app.api('POST', '/me/verify-email/request', { token })
const change = (token: string, email: string, current_password = PASSWORD) =>
  app.api('PATCH', '/me', { token, body: { email, current_password } })
const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

test('a new account is told apart until the code from its mail comes back', async () => {
  const { token, user } = await app.register()
  expect(user).toMatchObject({ email_verified: false, new_email: null })
  expect((await verify(token, 'aaaa-bbbb-cccc')).status).toBe(403)
  const { status, data } = await verify(token, await mailedCode(app, user.email))
  expect([status, data.email_verified]).toEqual([200, true])
  expect((await app.api('GET', '/me', { token })).data.email_verified).toBe(true)
  expect((await resend(token)).status).toBe(409)
})

test('a code is not for another account, and expires', async () => {
  const [one, two] = [await app.register(), await app.register()]
  const code = await mailedCode(app, one.user.email)
  expect((await verify(two.token, code)).status).toBe(403)
  app.clock.advance(7200)
  const token = (await logIn(app, one)).data.tokens.access_token
  expect((await verify(token, code)).status).toBe(403)
})

test('the mail can be had three times an hour', async () => {
  const { token, user } = await app.register()
  expect([(await resend(token)).status, (await resend(token)).status]).toEqual([204, 204])
  const refused = await resend(token)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect(await subjectsTo(user.email)).toHaveLength(3)
})

test('a new address requires the password, must be free, and waits for its confirmation', async () => {
  const other = await app.register()
  const { token, user } = await app.register()
  expect((await app.api('PATCH', '/me', { token, body: { email: 'new1@mail.example' } })).status).toBe(400)
  expect((await change(token, 'new1@mail.example', 'wrong horse 1')).status).toBe(403)
  expect((await change(token, other.user.email.toUpperCase())).status).toBe(409)
  const asked = await change(token, 'new1@mail.example')
  expect(asked.data).toMatchObject({ email: user.email, new_email: 'new1@mail.example' })
  expect(await subjectsTo(user.email)).toContain('Your e-mail address is about to change')
  expect((await logIn(app, { user: { email: 'new1@mail.example' } })).status).toBe(401)

  const { status, data } = await verify(token, await mailedCode(app, 'new1@mail.example'))
  expect(status).toBe(200)
  expect(data).toMatchObject({ email: 'new1@mail.example', email_verified: true, new_email: null })
  expect(await subjectsTo(user.email)).toContain('Your e-mail address was changed')
  expect((await logIn(app, { user })).status).toBe(401)
  expect((await logIn(app, { user: { email: 'new1@mail.example' } })).status).toBe(200)
})

test('the code of the old mailbox does not confirm the new one', async () => {
  const { token, user } = await app.register()
  const old = await mailedCode(app, user.email)
  await change(token, 'new2@mail.example')
  expect((await verify(token, old)).data).toMatchObject({ email: user.email, new_email: 'new2@mail.example' })
})

test('a change is undone by the old address, by another change, and by a new password', async () => {
  const person = await app.register()
  const { token, user } = person
  await change(token, 'new3@mail.example')
  const first = await mailedCode(app, 'new3@mail.example')
  expect((await change(token, user.email)).data.new_email).toBeNull()
  expect((await verify(token, first)).status).toBe(403)
  await change(token, 'new3@mail.example')
  await change(token, 'new4@mail.example')
  expect((await verify(token, first)).status).toBe(403)
  const second = await mailedCode(app, 'new4@mail.example')
  const body = { new_password: 'another horse 2', current_password: PASSWORD }
  expect((await app.api('PATCH', '/me', { token, body })).data.new_email).toBeNull()
  expect((await verify(token, second)).status).toBe(403)
})

test('of two accounts that want one address, the first to confirm gets it', async () => {
  const [one, two] = [await app.register(), await app.register()]
  await change(one.token, 'wanted@mail.example')
  const first = await mailedCode(app, 'wanted@mail.example')
  await change(two.token, 'wanted@mail.example')
  const second = await mailedCode(app, 'wanted@mail.example')
  expect(second).not.toBe(first)
  expect((await verify(one.token, second)).status).toBe(403)
  expect((await verify(one.token, first)).status).toBe(200)
  expect((await verify(two.token, second)).status).toBe(409)
})

test('a session gets a new address at once: an invitation to it can be accepted', async () => {
  const owner = await app.register()
  const { data } = await app.api('POST', '/organisations', { token: owner.token, body: { name: 'Team' } })
  const body = { email: 'invited@mail.example', role: 'viewer' }
  const invited = await app.api('POST', `/organisations/${data.id}/members`, { token: owner.token, body })
  const { token } = await app.register()
  const join = () => app.api('POST', '/organisations/join', { token, body: { token: invited.data.token } })
  await change(token, body.email)
  expect((await join()).status).toBe(403)
  expect((await verify(token, await mailedCode(app, body.email))).status).toBe(200)
  expect((await join()).status).toBe(200)
})
