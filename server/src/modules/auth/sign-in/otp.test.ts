// Sign-in with a one-time code by SMS.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#app'
import { openPool, signUp, statusOf } from '#modules/auth/auth.fixture.ts'
import { createOutbox } from '#platform/messages/outbox.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

let counter = 0
const newPhone = () => `+2547${String(20_000_000 + ++counter)}`
const request = (phone: string, to = project) =>
  app.api('POST', `/projects/${to.id}/auth/otp/request`, { key: to.publishable, body: { phone } })
const verify = (body: Record<string, unknown>, to = project) =>
  app.api('POST', `/projects/${to.id}/auth/otp/verify`, { key: to.publishable, body })
const codeFor = async (phone: string) => (await request(phone)).data.otp_code as string
const settings = (body: object) =>
  app.api('PUT', `/projects/${project.id}/auth/settings`, { token: project.token, body })

// A code that differs from the given one.
const wrongFor = (code: string) => String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0')

describe('a request', () => {
  test('returns the phone and the expiry, and the code outside of production', async () => {
    const phone = newPhone()
    const answer = await request(phone)
    expect(answer.status).toBe(200)
    const expires_at = new Date(app.clock.now().getTime() + 10 * 60_000).toISOString()
    expect(answer.data).toEqual({ phone, expires_at, otp_code: expect.stringMatching(/^\d{6}$/) })
  })

  test('sends the code, which dashboard users can read in the outbox', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    await app.platform.jobs.drain()
    const path = `/projects/${project.id}/auth/outbox`
    const { data } = await app.api('GET', path, { token: project.token })
    expect(data[0]).toMatchObject({ channel: 'sms', to: phone, text: expect.stringContaining(code) })
    expect((await app.api('GET', path, { key: project.secret })).status).toBe(403)
    const other = await app.createProject()
    expect((await app.api('GET', `/projects/${other.id}/auth/outbox`, { token: other.token })).data).toEqual(
      [],
    )
  })

  test('follows the settings for length and expiry', async () => {
    await settings({ otp_length: 8, otp_expiry_minutes: 2 })
    const phone = newPhone()
    const { otp_code, expires_at } = (await request(phone)).data
    expect(otp_code).toMatch(/^\d{8}$/)
    expect(expires_at).toBe(new Date(app.clock.now().getTime() + 120_000).toISOString())
    app.clock.advance(120)
    expect((await verify({ phone, code: otp_code, full_name: 'Juma' })).status).toBe(401)
    await settings({ otp_length: 6, otp_expiry_minutes: 10 })
  })

  test('in production returns no code, and stores none in plain text', async () => {
    const { config, keys, clusters, log } = app.platform
    const messages = createOutbox(app.clock, log)
    const options = { keys, log, clock: app.clock, database: clusters.main.adminConfig(), work: false }
    const node = await createApp({ ...options, config: { ...config, production: true }, messages })
    try {
      const phone = newPhone()
      const headers = { 'x-platform-api-key': project.publishable }
      const url = `/api/v1/projects/${project.id}/auth/otp/request`
      const answer = await node.app.inject({ method: 'POST', url, headers, payload: { phone } })
      expect(answer.statusCode).toBe(200)
      expect(Object.keys(answer.json().data)).toEqual(['phone', 'expires_at'])
      await node.platform.jobs.drain()
      const code = String(messages.outbox?.(project.id)[0]?.text.match(/\d{6}/))
      expect((await verify({ phone, code, full_name: 'Juma' })).status).toBe(200)
      const { rows } = await clusters.main.admin.query(
        `select data::text from jobs.job where name = 'auth-code' and data ->> 'project_id' = $1`,
        [project.id],
      )
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.filter(({ data }) => data.includes(phone))).toEqual([])
    } finally {
      await node.close()
    }
  })

  test('without a gateway is refused', async () => {
    const { config, keys, clusters, log } = app.platform
    const options = { keys, log, clock: app.clock, database: clusters.main.adminConfig(), work: false }
    const node = await createApp({ ...options, config: { ...config, production: true } })
    try {
      const headers = { 'x-platform-api-key': project.publishable }
      const call = (path: string, payload: object) =>
        node.app.inject({
          method: 'POST',
          url: `/api/v1/projects/${project.id}/auth/${path}`,
          headers,
          payload,
        })
      expect((await call('otp/request', { phone: newPhone() })).statusCode).toBe(503)
      expect((await call('reset-password', { email: 'a@example.com' })).statusCode).toBe(503)
    } finally {
      await node.close()
    }
  })
})

describe('a correct code', () => {
  test('creates the user the first time, with the given name and metadata', async () => {
    const phone = newPhone()
    const body = { phone, code: await codeFor(phone), full_name: 'Juma Ali', metadata: { town: 'Mwanza' } }
    const answer = await verify(body)
    expect(answer.status).toBe(200)
    const { user, tokens } = answer.data
    expect(user).toMatchObject({ phone, full_name: 'Juma Ali', email: null, metadata: { town: 'Mwanza' } })
    expect(user.phone_verified).toBe(true)
    expect(await statusOf(app, tokens.access_token)).toBe(200)
    app.clock.advance(1)
    const again = await verify({ phone, code: await codeFor(phone), full_name: 'Somebody Else' })
    expect(again.data.user).toEqual(user)
  })

  test('signs in the user who signed up with the phone', async () => {
    const { user } = await signUp(app, project, { metadata: { a: 1 } })
    const answer = await verify({ phone: user.phone, code: await codeFor(user.phone) })
    expect(answer.data.user).toEqual({ ...user, phone_verified: true })
  })

  test('works once, also concurrently', async () => {
    const { user } = await signUp(app, project)
    const body = { phone: user.phone, code: await codeFor(user.phone) }
    await openPool(app)
    const answers = await Promise.all([1, 2, 3].map(() => verify(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await verify(body)).status).toBe(401)
  })

  test('creates one user, also in concurrent requests', async () => {
    const phone = newPhone()
    const body = { phone, code: await codeFor(phone), full_name: 'Juma' }
    await openPool(app)
    const answers = await Promise.all([1, 2, 3].map(() => verify(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { data } = await app.api('GET', `/projects/${project.id}/auth/users`, { key: project.secret })
    expect(data.filter((user: { phone: string }) => user.phone === phone)).toHaveLength(1)
  })

  test('without a name is refused for a new user, and can be sent again with one', async () => {
    const phone = newPhone()
    const code = await codeFor(phone)
    const answer = await verify({ phone, code })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('full_name is required (require_full_name in the auth settings).')
    expect((await verify({ phone, code, full_name: 'Juma' })).status).toBe(200)
  })

  test('works for one phone and one project', async () => {
    const other = await app.createProject()
    const [one, two] = [newPhone(), newPhone()]
    const code = await codeFor(one)
    await request(two)
    await request(one, other)
    expect((await verify({ phone: two, code, full_name: 'J' })).status).toBe(401)
    expect((await verify({ phone: one, code, full_name: 'J' }, other)).status).toBe(401)
    expect((await verify({ phone: one, code, full_name: 'J' })).status).toBe(200)
  })

  test('does not sign in a deactivated user', async () => {
    const { user } = await signUp(app, project)
    const path = `/projects/${project.id}/auth/users/${user.id}`
    await app.api('PATCH', path, { key: project.secret, body: { is_active: false } })
    const answer = await verify({ phone: user.phone, code: await codeFor(user.phone) })
    expect(answer.status).toBe(403)
  })

  test('is replaced by the next one', async () => {
    const { user } = await signUp(app, project)
    const first = await codeFor(user.phone)
    const second = await codeFor(user.phone)
    // Once in a million the two codes are the same.
    if (first !== second) expect((await verify({ phone: user.phone, code: first })).status).toBe(401)
    expect((await verify({ phone: user.phone, code: second })).status).toBe(200)
  })
})

describe('a wrong code', () => {
  test('invalidates the correct one after five attempts', async () => {
    const { user } = await signUp(app, project)
    const code = await codeFor(user.phone)
    for (let i = 0; i < 4; i += 1) {
      expect((await verify({ phone: user.phone, code: wrongFor(code) })).status).toBe(401)
    }
    expect((await verify({ phone: user.phone, code })).status).toBe(200)
    const next = await codeFor(user.phone)
    const wrong = { phone: user.phone, code: wrongFor(next) }
    await openPool(app)
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(wrong)))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect((await verify({ phone: user.phone, code: next })).status).toBe(401)
  })

  test.each(['123', '123456789', 'abcdef', 123456])('%j is refused as invalid input', async (code) => {
    expect((await verify({ phone: newPhone(), code, full_name: 'J' })).status).toBe(400)
  })
})

describe('the settings', () => {
  test('can keep out new users, without revealing who is one', async () => {
    const { user } = await signUp(app, project)
    await settings({ allow_signup: false })
    const stranger = newPhone()
    const known = await request(user.phone)
    const unknown = await request(stranger)
    expect(Object.keys(unknown.data)).toEqual(Object.keys(known.data))
    await app.platform.jobs.drain()
    const { data } = await app.api('GET', `/projects/${project.id}/auth/outbox`, { token: project.token })
    expect(data[0].to).toBe(user.phone)
    expect(data.some(({ to }: { to: string }) => to === stranger)).toBe(false)
    const refused = await verify({ phone: stranger, code: unknown.data.otp_code, full_name: 'J' })
    expect(refused.status).toBe(401)
    expect((await verify({ phone: user.phone, code: known.data.otp_code })).status).toBe(200)
    await settings({ allow_signup: true })
  })

  test('can turn off sign-in by phone', async () => {
    await settings({ phone_enabled: false })
    expect((await request(newPhone())).status).toBe(403)
    expect((await verify({ phone: newPhone(), code: '123456', full_name: 'J' })).status).toBe(403)
    await settings({ phone_enabled: true })
  })
})
