// Anonymous users and their upgrade.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeSettings,
  claimsIn,
  openPool,
  PASSWORD,
  signUp,
  signupBody,
  statusOf,
  tableUnder,
} from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await changeSettings(app, project, { allow_anonymous: true })
})
afterAll(() => app.stop())

const path = (end: string, of = project) => `/projects/${of.id}/auth/${end}`
const enter = (body?: object, into = project) =>
  app.api('POST', path('anonymous', into), { key: into.publishable, body })
const upgrade = (token: string, body: object = signupBody()) =>
  app.api('POST', path('upgrade'), { token, body })
const signIn = (body: object) => app.api('POST', path('signin'), { key: project.publishable, body })

async function stranger() {
  const { data } = await enter()
  return { id: data.user.id as string, token: data.tokens.access_token as string, tokens: data.tokens }
}

describe('anonymous sign-in', () => {
  test('creates a user without contacts, with is_anonymous', async () => {
    const answer = await enter({ metadata: { cart: [1] } })
    expect(answer.status).toBe(201)
    const { user, tokens } = answer.data
    const nothing = { email: null, phone: null, full_name: null }
    expect(user).toMatchObject({ ...nothing, is_anonymous: true, metadata: { cart: [1] } })
    expect(claimsIn(tokens.access_token)).toMatchObject({ sub: user.id, is_anonymous: true })
    const own = await app.api('GET', path(`users/${user.id}`), { token: tokens.access_token })
    expect(own.data).toEqual(user)
    expect((await enter()).data.user.id).not.toBe(user.id)
  })

  test('is off by default', async () => {
    const other = await app.createProject()
    expect((await enter({}, other)).status).toBe(403)
  })

  test('is visible to policies, whatever claims the project sets', async () => {
    const table = await tableUnder(app, project, "auth.claim('is_anonymous') = 'false'")
    const write = (token: string) => app.api('POST', `/data/${table}`, { token, body: { text: 'x' } })
    const { id, token } = await stranger()
    const lie = { key: project.secret, body: { claims: { is_anonymous: false } } }
    expect((await app.api('PATCH', path(`users/${id}`), lie)).status).toBe(200)
    expect((await write(token)).status).toBe(403)
    expect((await write((await signUp(app, project)).token)).status).toBe(201)
    expect((await upgrade(token)).status).toBe(200)
    expect((await write(token)).status).toBe(201)
  })

  test('is kept over refreshes', async () => {
    const { tokens } = await stranger()
    const body = { refresh_token: tokens.refresh_token }
    const { data } = await app.api('POST', path('refresh'), { key: project.publishable, body })
    expect(claimsIn(data.tokens.access_token)).toMatchObject({ is_anonymous: true })
  })

  test('refuses a signed-in user, and unknown fields', async () => {
    const { token } = await stranger()
    expect((await app.api('POST', path('anonymous'), { token })).status).toBe(403)
    expect((await enter({ email: 'a@example.com' })).status).toBe(400)
  })
})

describe('upgrading', () => {
  test('keeps the id, the rows and the session, and lets the user sign in', async () => {
    const table = await tableUnder(app, project)
    const { id, token, tokens } = await stranger()
    const row = await app.api('POST', `/data/${table}`, { token, body: { text: 'mine' } })
    expect(row.status).toBe(201)
    app.clock.advance(1)
    const body = signupBody()
    const answer = await upgrade(token, body)
    expect(answer.status).toBe(200)
    const { password: _, ...contacts } = body
    const updated_at = app.clock.now().toISOString()
    expect(answer.data.user).toMatchObject({ id, ...contacts, is_anonymous: false, updated_at })
    expect((await app.api('GET', `/data/${table}/${row.data.id}`, { token })).status).toBe(200)
    const entered = await signIn({ email: body.email, password: PASSWORD })
    expect(entered.data.user).toEqual(answer.data.user)
    const refresh = { refresh_token: tokens.refresh_token }
    const { data } = await app.api('POST', path('refresh'), { key: project.publishable, body: refresh })
    expect(claimsIn(data.tokens.access_token)).toMatchObject({ sub: id, is_anonymous: false })
  })

  test('to a taken address or number is a 409, and loses nothing', async () => {
    const { user } = await signUp(app, project)
    const { id, token } = await stranger()
    const taken = await upgrade(token, signupBody({ email: user.email.toUpperCase() }))
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'A user with this e-mail address already exists.',
    ])
    expect((await upgrade(token, signupBody({ phone: user.phone }))).status).toBe(409)
    const own = await app.api('GET', path(`users/${id}`), { token })
    expect(own.data).toMatchObject({ email: null, phone: null, is_anonymous: true })
    expect((await signIn({ email: user.email, password: PASSWORD })).data.user.id).toBe(user.id)
    expect((await upgrade(token)).status).toBe(200)
  })

  test('several times at once works once', async () => {
    const { token } = await stranger()
    await openPool(app)
    const bodies = [1, 2, 3].map((n) => signupBody({ password: `correct horse ${n}` }))
    const answers = await Promise.all(bodies.map((body) => upgrade(token, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const entered = await Promise.all(
      bodies.map(({ email, password }) => signIn({ email, password }).then(({ status }) => status)),
    )
    expect(entered).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)))
  })

  test('is for anonymous users only', async () => {
    const { user, token } = await signUp(app, project)
    expect((await upgrade(token)).status).toBe(409)
    expect((await signIn({ email: user.email, password: PASSWORD })).status).toBe(200)
    // A user whom the project has given a number has an account, too.
    const named = await stranger()
    const body = { phone: '+255712000001' }
    await app.api('PATCH', path(`users/${named.id}`), { key: project.secret, body })
    expect((await upgrade(named.token)).status).toBe(409)
    const key = { key: project.secret, body: signupBody() }
    expect((await app.api('POST', path('upgrade'), key)).status).toBe(403)
  })

  test.each([{ allow_signup: false }, { email_enabled: false }])('is refused under %j', async (closed) => {
    const { token } = await stranger()
    await changeSettings(app, project, closed)
    expect((await upgrade(token)).status).toBe(403)
    await changeSettings(app, project, { allow_signup: true, email_enabled: true })
    expect(await statusOf(app, token)).toBe(200)
  })
})

test('thirty anonymous sign-ins an hour are allowed from one address', async () => {
  const limited = await startTestApp({ rateLimits: true })
  try {
    const one = await limited.createProject()
    await changeSettings(limited, one, { allow_anonymous: true })
    const enterThere = () => limited.api('POST', path('anonymous', one), { key: one.secret })
    for (let i = 0; i < 30; i += 1) expect((await enterThere()).status).toBe(201)
    expect((await enterThere()).status).toBe(429)
    limited.clock.advance(3600)
    expect((await enterThere()).status).toBe(201)
  } finally {
    await limited.stop()
  }
})
