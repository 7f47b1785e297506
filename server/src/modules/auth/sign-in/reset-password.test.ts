// Password reset with a mailed code: 6 digits, 15 minutes, single use.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPool, PASSWORD, signUp, statusOf } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const NEW = 'another horse 2'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const call = (path: string, body: object) =>
  app.api('POST', `/projects/${project.id}/auth/${path}`, { key: project.publishable, body })
const signInWith = async (email: string, password: string) =>
  (await call('signin', { email, password })).status
const outbox = async () => {
  await app.platform.jobs.drain()
  return app.platform.messages.outbox?.(project.id) ?? []
}
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function codeFor(email: string): Promise<string> {
  await call('reset-password', { email })
  const [mail] = await outbox()
  expect(mail).toMatchObject({ channel: 'mail', to: email })
  return String(mail?.text.match(/^\d{6}/))
}

test('sets a new password and ends all sessions', async () => {
  const { user, token } = await signUp(app, project)
  const code = await codeFor(user.email)
  const answer = await call('reset-password/confirm', { email: user.email, code, new_password: NEW })
  expect(answer.status).toBe(200)
  expect(answer.data).toBeNull()
  expect(await statusOf(app, token)).toBe(401)
  expect(await signInWith(user.email, PASSWORD)).toBe(401)
  expect(await signInWith(user.email, NEW)).toBe(200)
})

test('returns the same whether or not the user exists, and mails users only', async () => {
  const { user } = await signUp(app, project)
  const known = await call('reset-password', { email: user.email })
  const unknown = await call('reset-password', { email: 'nobody@example.com' })
  expect(known.status).toBe(200)
  expect({ ...unknown.data, email: user.email }).toEqual(known.data)
  const sent = await outbox()
  expect(sent[0]?.to).toBe(user.email)
  expect(sent.some(({ to }) => to === 'nobody@example.com')).toBe(false)
})

test('ignores the case of the address', async () => {
  const { user } = await signUp(app, project)
  const email = user.email.toUpperCase()
  await call('reset-password', { email })
  const [mail] = await outbox()
  expect(mail?.to).toBe(user.email)
  const body = { email: user.email, code: String(mail?.text.match(/^\d{6}/)), new_password: NEW }
  expect((await call('reset-password/confirm', body)).status).toBe(200)
})

describe('a code', () => {
  test('is valid for 15 minutes, to the second', async () => {
    const { user } = await signUp(app, project)
    const code = await codeFor(user.email)
    app.clock.advance(900)
    const body = { email: user.email, code, new_password: NEW }
    expect((await call('reset-password/confirm', body)).status).toBe(401)
    const next = await codeFor(user.email)
    app.clock.advance(899)
    expect((await call('reset-password/confirm', { ...body, code: next })).status).toBe(200)
  })

  test('works once', async () => {
    const { user } = await signUp(app, project)
    const body = { email: user.email, code: await codeFor(user.email), new_password: NEW }
    await openPool(app)
    const answers = await Promise.all([1, 2, 3].map(() => call('reset-password/confirm', body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await call('reset-password/confirm', body)).status).toBe(401)
  })

  test('is invalid after five wrong ones', async () => {
    const { user } = await signUp(app, project)
    const code = await codeFor(user.email)
    const body = { email: user.email, code, new_password: NEW }
    const wrong = { ...body, code: wrongFor(code) }
    await Promise.all(Array.from({ length: 5 }, () => call('reset-password/confirm', wrong)))
    expect((await call('reset-password/confirm', body)).status).toBe(401)
    expect(await signInWith(user.email, PASSWORD)).toBe(200)
  })

  test('is not used up by a password that is too weak', async () => {
    const { user } = await signUp(app, project)
    const body = { email: user.email, code: await codeFor(user.email), new_password: 'weak' }
    expect((await call('reset-password/confirm', body)).status).toBe(400)
    expect((await call('reset-password/confirm', { ...body, new_password: NEW })).status).toBe(200)
  })

  test('is not accepted for sign-in by phone', async () => {
    const { user } = await signUp(app, project)
    const code = await codeFor(user.email)
    expect((await call('otp/verify', { phone: user.phone, code, full_name: 'J' })).status).toBe(401)
  })

  test('is stored only as a keyed digest', async () => {
    const { user } = await signUp(app, project)
    const code = await codeFor(user.email)
    const { rows } = await app.platform.clusters.main.admin.query(
      `select * from msingi_auth.codes where recipient = $1`,
      [user.email],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})

test('is off if the project has turned off e-mail', async () => {
  const path = `/projects/${project.id}/auth/settings`
  await app.api('PUT', path, { key: project.secret, body: { email_enabled: false } })
  expect((await call('reset-password', { email: 'a@example.com' })).status).toBe(403)
  expect(await signInWith('a@example.com', PASSWORD)).toBe(403)
  await app.api('PUT', path, { key: project.secret, body: { email_enabled: true } })
})
