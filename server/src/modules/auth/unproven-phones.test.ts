// Unverified phone numbers, with require_phone_verification.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { changeSettings, openPool, PASSWORD, signUp, signupBody, statusOf } from './auth.fixture.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await changeSettings(app, project, { require_phone_verification: true })
})
afterAll(() => app.stop())

const path = (end: string) => `/projects/${project.id}/auth/${end}`
const call = (end: string, body: object) => app.api('POST', path(end), { key: project.publishable, body })
const codeFor = async (phone: string) => (await call('otp/request', { phone })).data.otp_code as string
const userOf = async (id: string) => (await app.api('GET', path(`users/${id}`), { key: project.secret })).data

test('a number signs its owner in to a new account, and is taken from the account that claimed it', async () => {
  const attacker = await signUp(app, project)
  const { phone } = attacker.user
  const owner = await call('otp/verify', { phone, code: await codeFor(phone), full_name: 'Owner' })
  expect(owner.status).toBe(200)
  expect(owner.data.user).toMatchObject({ phone, full_name: 'Owner', email: null, phone_verified: true })
  expect(owner.data.user.id).not.toBe(attacker.user.id)
  expect(await userOf(attacker.user.id)).toMatchObject({ phone: null, email: attacker.user.email })
  expect(await statusOf(app, attacker.token)).toBe(200)
  const again = await call('otp/verify', { phone, code: await codeFor(phone) })
  expect(again.data.user.id).toBe(owner.data.user.id)
})

test('a user who verifies the number in their own session keeps it, and can sign in with it', async () => {
  const { user, token } = await signUp(app, project)
  const { phone } = user
  const body = { phone, code: await codeFor(phone) }
  const proven = await app.api('POST', path('otp/verify'), { token, body })
  expect(proven.data.user).toEqual({ ...user, phone_verified: true })
  const later = await call('otp/verify', { phone, code: await codeFor(phone) })
  expect(later.data.user.id).toBe(user.id)
  expect((await call('signin', { email: user.email, password: PASSWORD })).data.user.id).toBe(user.id)
})

test('a number that was given up and taken back must be verified again', async () => {
  const { user, token } = await signUp(app, project)
  const { phone } = user
  const body = { phone, code: await codeFor(phone) }
  expect((await app.api('POST', path('otp/verify'), { token, body })).data.user.phone_verified).toBe(true)
  for (const number of [signupBody().phone, phone]) {
    const change = { phone: number, current_password: PASSWORD }
    const changed = await app.api('PATCH', path(`users/${user.id}`), { token, body: change })
    expect(changed.data).toMatchObject({ phone: number, phone_verified: false })
  }
  const owner = await call('otp/verify', { phone, code: await codeFor(phone), full_name: 'Owner' })
  expect(owner.data.user.id).not.toBe(user.id)
})

test('a session of one user does not verify the number of another', async () => {
  const [one, two] = [await signUp(app, project), await signUp(app, project)]
  const { phone } = one.user
  const body = { phone, code: await codeFor(phone), full_name: 'Owner' }
  const answer = await app.api('POST', path('otp/verify'), { token: two.token, body })
  expect([one.user.id, two.user.id]).not.toContain(answer.data.user.id)
  expect(await userOf(two.user.id)).toMatchObject({ phone: two.user.phone, phone_verified: false })
})

test('nothing is taken without a name, and once in concurrent requests', async () => {
  const { user } = await signUp(app, project)
  const { phone } = user
  const code = await codeFor(phone)
  expect((await call('otp/verify', { phone, code })).status).toBe(400)
  expect((await userOf(user.id)).phone).toBe(phone)
  await openPool(app)
  const body = { phone, code, full_name: 'Owner' }
  const answers = await Promise.all([1, 2, 3].map(() => call('otp/verify', body)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})
