// Projects that let users leave out their name or their phone number.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings, PASSWORD, signUp } from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const name = { full_name: 'Asha' }
const phone = { phone: '+255712000001' }

test.each([
  [{}, ['full_name', 'phone'], ['full_name']],
  [{ require_phone: false }, ['full_name'], ['full_name']],
  [{ require_full_name: false }, ['phone'], []],
  [{ require_full_name: false, require_phone: false }, [], []],
])('with %j sign-up requires %j, and a code by SMS %j', async (settings, required, requiredByCode) => {
  const project = await app.createProject()
  await changeSettings(app, project, { ...settings, allow_anonymous: true })
  const call = (path: string, body: object, credential: object = { key: project.publishable }) =>
    app.api('POST', `/projects/${project.id}/auth/${path}`, { ...credential, body })
  const fieldsOf = ({ status, body, data }: Awaited<ReturnType<typeof call>>) =>
    status === 400 ? body.details.fields : [status, data.user.full_name, data.user.phone]
  const expected = (fields: string[], made: number, phone: string | null) =>
    fields.length > 0 ? fields : [made, null, phone]

  const login = (email: string) => ({ email, password: PASSWORD })
  expect(fieldsOf(await call('signup', login('a@example.com')))).toEqual(expected(required, 201, null))
  const { data } = await call('anonymous', {})
  const upgrade = await call('upgrade', login('b@example.com'), { token: data.tokens.access_token })
  expect(fieldsOf(upgrade)).toEqual(expected(required, 200, null))
  const { otp_code: code } = (await call('otp/request', phone)).data
  const verified = await call('otp/verify', { ...phone, code })
  expect(fieldsOf(verified)).toEqual(expected(requiredByCode, 200, phone.phone))

  // What is given is kept, and checked as always.
  const full = await call('signup', { ...login('c@example.com'), ...name, phone: '+255712000002' })
  expect(fieldsOf(full)).toEqual([201, 'Asha', '+255712000002'])
  for (const [field, value] of [
    ['phone', '0712'],
    ['phone', null],
    ['full_name', ' '],
    ['full_name', null],
  ] as const) {
    const body = { ...login('d@example.com'), ...name, phone: '+255712000003', [field]: value }
    expect(fieldsOf(await call('signup', body))).toEqual([field])
  }
})

test('an upgrade without a name keeps the one that the project has given', async () => {
  const project = await app.createProject()
  await changeSettings(app, project, {
    ...{ allow_anonymous: true, require_full_name: false, require_phone: false },
  })
  const path = `/projects/${project.id}/auth`
  const { data } = await app.api('POST', `${path}/anonymous`, { key: project.publishable, body: {} })
  await app.api('PATCH', `${path}/users/${data.user.id}`, { key: project.secret, body: name })
  const body = { email: 'guest@example.com', password: PASSWORD }
  const upgraded = await app.api('POST', `${path}/upgrade`, { token: data.tokens.access_token, body })
  expect(upgraded.data.user).toMatchObject({ ...name, email: body.email, phone: null })
})

test('users without numbers are many, and each gives one later', async () => {
  const project = await app.createProject()
  await changeSettings(app, project, { require_phone: false })
  const [one] = [
    await signUp(app, project, { phone: undefined }),
    await signUp(app, project, { phone: undefined }),
  ]
  const body = { ...phone, current_password: PASSWORD }
  const path = `/projects/${project.id}/auth/users/${one.user.id}`
  expect((await app.api('PATCH', path, { token: one.token, body })).data.phone).toBe(phone.phone)
})
