// The settings of project auth and their ranges.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, signupBody } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const DEFAULTS = {
  email_enabled: true,
  phone_enabled: true,
  allow_signup: true,
  allow_anonymous: false,
  require_full_name: true,
  require_phone: true,
  require_email_verification: false,
  require_phone_verification: false,
  otp_length: 6,
  otp_expiry_minutes: 10,
  jwt_expiry_seconds: 3600,
  redirect_urls: [],
}

let app: TestApp
let project: TestProject
let path: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  path = `/projects/${project.id}/auth/settings`
})
afterAll(() => app.stop())

test('have the fields of the specification', async () => {
  const fresh = await app.createProject()
  const answer = await app.api('GET', `/projects/${fresh.id}/auth/settings`, { token: fresh.token })
  expect(answer.data).toEqual(DEFAULTS)
})

test('are changed one by one, and concurrent changes of different fields are all kept', async () => {
  const put = (body: object) => app.api('PUT', path, { token: project.token, body })
  await Promise.all([
    put({ otp_length: 4 }),
    put({ otp_expiry_minutes: 60 }),
    put({ jwt_expiry_seconds: 60 }),
  ])
  const expected = { ...DEFAULTS, otp_length: 4, otp_expiry_minutes: 60, jwt_expiry_seconds: 60 }
  expect((await app.api('GET', path, { token: project.token })).data).toEqual(expected)
  expect((await put(DEFAULTS)).data).toEqual(DEFAULTS)
})

test.each([
  { otp_length: 3 },
  { otp_length: 9 },
  { otp_length: 5.5 },
  { otp_length: '6' },
  { otp_expiry_minutes: 0 },
  { otp_expiry_minutes: 61 },
  { jwt_expiry_seconds: 59 },
  { jwt_expiry_seconds: 86_401 },
  { allow_signup: 'yes' },
  { allow_signup: null },
  { jwt_secret: 'x' },
  { redirect_urls: ['app.example'] },
  { redirect_urls: ['javascript:alert(1)'] },
  { redirect_urls: ['data:text/html,x'] },
  { redirect_urls: ['https://app.example/#token'] },
  { redirect_urls: 'https://app.example' },
  { redirect_urls: Array.from({ length: 51 }, (_, n) => `https://app.example/${n}`) },
])('refuse %j', async (body) => {
  expect((await app.api('PUT', path, { token: project.token, body })).status).toBe(400)
  expect((await app.api('GET', path, { token: project.token })).data).toEqual(DEFAULTS)
})

test('require a dashboard user or a secret key', async () => {
  const { token } = await signUp(app, project)
  const other = await app.createProject()
  for (const method of ['GET', 'PUT']) {
    const body = method === 'PUT' ? { body: {} } : {}
    const status = async (options: object) => (await app.api(method, path, { ...options, ...body })).status
    expect(await status({ key: project.secret })).toBe(200)
    expect(await status({ key: project.publishable })).toBe(403)
    expect(await status({ token })).toBe(403)
    expect(await status({ key: other.secret })).toBe(403)
    expect(await status({ token: other.token })).toBe(403)
    expect(await status({})).toBe(401)
  }
})

test.each([{ allow_signup: false }, { email_enabled: false }])('%j turns signing up off', async (body) => {
  const closed = await app.createProject()
  await app.api('PUT', `/projects/${closed.id}/auth/settings`, { token: closed.token, body })
  const signup = `/projects/${closed.id}/auth/signup`
  expect((await app.api('POST', signup, { key: closed.secret, body: signupBody() })).status).toBe(403)
})
