// One phone number and one address are one user, however they are written.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { PASSWORD, signUp, signupBody, tableUnder } from './auth.fixture.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const auth = (method: string, path: string, body?: object, key = project.publishable) =>
  app.api(method, `/projects/${project.id}/auth/${path}`, { key, ...(body === undefined ? {} : { body }) })
const manage = (method: string, path: string, body?: object) => auth(method, path, body, project.secret)

test('a number written in other ways signs in to the same user, and is taken', async () => {
  const phone = '+255727516739'
  const { user } = await signUp(app, project, { phone: '+255 727 516 739' })
  expect(user.phone).toBe(phone)
  const other = await signUp(app, project)
  for (const text of ['+2550727516739', '00255727516739', '+255 (0)727-516-739']) {
    const { data } = await auth('POST', 'otp/request', { phone: text })
    expect(data.phone).toBe(phone)
    const verified = await auth('POST', 'otp/verify', { phone: text, code: data.otp_code })
    expect(verified.data?.user.id, verified.text).toBe(user.id)
    const taken = [
      await auth('POST', 'signup', signupBody({ phone: text })),
      await manage('POST', 'users', { phone: text }),
      await manage('PATCH', `users/${other.user.id}`, { phone: text }),
    ]
    expect(taken.map(({ status }) => status)).toEqual([409, 409, 409])
    const found = await manage('GET', `users?search=${encodeURIComponent(text)}`)
    expect(found.data.map(({ id }: { id: string }) => id)).toEqual([user.id])
  }
})

test.each(['+25571234567', '+2557123456789', '0712345678', '+2557123456,78'])(
  '%s is refused by all routes, and gets no code',
  async (phone) => {
    const { user } = await signUp(app, project)
    const answers = [
      await auth('POST', 'signup', signupBody({ phone })),
      await auth('POST', 'otp/request', { phone }),
      await auth('POST', 'otp/verify', { phone, code: '123456' }),
      await manage('POST', 'users', { phone }),
      await manage('PATCH', `users/${user.id}`, { phone }),
    ]
    for (const { status, body } of answers)
      expect([status, body.details?.fields, body.message]).toEqual([
        400,
        ['phone'],
        expect.stringContaining('phone: must be a phone number with its country code'),
      ])
  },
)

test('addresses are kept, claimed and found in lower case', async () => {
  const { user, token } = await signUp(app, project, { email: 'Neema.X@Example.com' })
  const email = 'neema.x@example.com'
  expect(user.email).toBe(email)
  const rows = await app.api('GET', `/data/users?email=eq.${email}`, { key: project.secret })
  expect(rows.data).toMatchObject([{ id: user.id }])
  const table = await tableUnder(app, project, 'text = auth.email()')
  const written = await app.api('POST', `/data/${table}`, { token, body: { text: email } })
  expect(written.status, written.text).toBe(201)
  expect((await auth('POST', 'signin', { email: 'NEEMA.X@example.com', password: PASSWORD })).status).toBe(
    200,
  )
  const made = await manage('POST', 'users', { email: 'Juma@Example.com' })
  expect(made.data.email).toBe('juma@example.com')
  const changed = await manage('PATCH', `users/${made.data.id}`, { email: 'Juma.B@Example.com' })
  expect(changed.data.email).toBe('juma.b@example.com')
  const linked = await auth('POST', 'magic-link/request', { email: 'JUMA.B@example.com' })
  expect(linked.data.email).toBe('juma.b@example.com')
})
