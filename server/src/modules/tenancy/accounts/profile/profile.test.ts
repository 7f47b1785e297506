// The caller's own account: /me.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

const PASSWORD = 'correct horse 1'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const patch = (token: string, body: object) => app.api('PATCH', '/me', { token, body })
const logIn = (email: string, password = PASSWORD) =>
  app.api('POST', '/auth/login', { body: { email, password } })
const statusOf = async (token: string) => (await app.api('GET', '/me', { token })).status

test('requires a dashboard session', async () => {
  const { secret } = await app.createProject()
  expect((await app.api('GET', '/me')).status).toBe(401)
  expect((await app.api('GET', '/me', { key: secret })).status).toBe(403)
})

test('a new name requires no password', async () => {
  const { token, user } = await app.register()
  app.clock.advance(5)
  const answer = await patch(token, { full_name: ' Neema Said ' })
  expect(answer.status).toBe(200)
  const updated_at = app.clock.now().toISOString()
  expect(answer.data).toEqual({ ...user, full_name: 'Neema Said', updated_at })
})

test('an empty change changes nothing', async () => {
  const { token, user } = await app.register()
  app.clock.advance(5)
  expect((await patch(token, { email: user.email })).data).toEqual(user)
  expect((await patch(token, {})).data).toEqual(user)
})

test('a new password requires the current one and ends the other sessions', async () => {
  const { token, refresh_token } = await app.register('change@example.com')
  const other = (await logIn('change@example.com')).data.tokens
  expect(await statusOf(other.access_token)).toBe(200)

  const missing = await patch(token, { new_password: 'another horse 1' })
  expect(missing.status).toBe(400)
  const wrong = await patch(token, { new_password: 'another horse 1', current_password: 'wrong horse 1' })
  expect(wrong.status).toBe(403)
  expect(await statusOf(other.access_token)).toBe(200)

  const right = await patch(token, { new_password: 'another horse 1', current_password: PASSWORD })
  expect(right.status).toBe(200)
  expect(await statusOf(other.access_token)).toBe(401)
  const refresh = (token: string) => app.api('POST', '/auth/refresh', { body: { refresh_token: token } })
  expect((await refresh(other.refresh_token)).status).toBe(401)
  expect(await statusOf(token)).toBe(200)
  expect((await refresh(refresh_token)).status).toBe(200)
  expect((await logIn('change@example.com')).status).toBe(401)
  expect((await logIn('change@example.com', 'another horse 1')).status).toBe(200)
})

test('of several concurrent changes of the password only one succeeds', async () => {
  const { token } = await app.register('race@example.com')
  const wishes = ['first horse 1', 'second horse 1', 'third horse 1']
  const answers = await Promise.all(
    wishes.map((new_password) => patch(token, { new_password, current_password: PASSWORD })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  const won = wishes[answers.findIndex(({ status }) => status === 200)]
  expect((await logIn('race@example.com', won)).status).toBe(200)
})

test('a login with the old password, concurrent with a change, leaves no session behind', async () => {
  const { user } = await app.register('beside@example.com')
  const { admin } = app.platform.clusters.main
  const change = await admin.connect()
  await change.query('begin')
  await change.query("update platform.accounts set password_hash = 'new' where id = $1", [user.id])
  let answered = false
  const login = logIn('beside@example.com').finally(() => {
    answered = true
  })
  // The login has read the old password before it waits for the lock, if it waits at all.
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  while (!answered && (await admin.query(waiting)).rowCount === 0);
  await change.query('commit')
  change.release()
  expect((await login).status).toBe(401)
})

test('an address is kept in lower case', async () => {
  const { token, user } = await app.register('Mixed@example.com')
  expect(user.email).toBe('mixed@example.com')
  const answer = await patch(token, { email: 'MIXED@Example.com', current_password: PASSWORD })
  expect(answer.data.email).toBe('mixed@example.com')
})
