// Second factors: enrolling, signing in and removing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  claimsIn,
  codeOf,
  type Guarded,
  guard,
  openPool,
  PASSWORD,
  signUp,
  statusOf,
  tableUnder,
} from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const STEP = 30
const HOUR = 3600

let app: TestApp
let project: TestProject
/** table has a policy that requires a second factor. */
let table: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  table = await tableUnder(app, project, "auth.claim('aal') = 'aal2'")
})
afterAll(() => app.stop())

const path = (end: string, of = project) => `/projects/${of.id}/auth/${end}`
const call = (end: string, body: object, of = project) =>
  app.api('POST', path(end, of), { key: of.publishable, body })
const own = (method: string, end: string, token: string, body?: object) =>
  app.api(method, path(end), { token, body })
const signIn = ({ user }: { user: { email: string } }) =>
  call('signin', { email: user.email, password: PASSWORD })
const verify = (mfa_token: string, code: string, of = project) =>
  call('factors/verify', { mfa_token, code }, of)

/** write returns the status of a write to that table. */
async function write(token: string): Promise<number> {
  return (await app.api('POST', `/data/${table}`, { token, body: { text: 'x' } })).status
}

/** guarded creates a user with a second factor whose next code is unused. */
async function guarded(): Promise<Guarded> {
  const person = await guard(app, project, await signUp(app, project))
  app.clock.advance(STEP)
  return person
}

async function challengeOf(person: Guarded): Promise<string> {
  return (await signIn(person)).data.mfa_token
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('enrolling', () => {
  test('shows the secret once, and has no effect before the activation', async () => {
    const person = await signUp(app, project)
    const body = { name: 'Phone', current_password: PASSWORD }
    const { status, data } = await own('POST', 'factors', person.token, body)
    expect(status).toBe(201)
    const created_at = app.clock.now().toISOString()
    const factor = {
      id: data.id,
      type: 'totp',
      name: 'Phone',
      status: 'pending',
      created_at,
      activated_at: null,
    }
    expect(data).toEqual({ ...factor, secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: data.uri })
    expect(data.uri).toContain(`secret=${data.secret}`)
    expect(decodeURIComponent(data.uri)).toContain(`Shop:${person.user.email}`)
    expect((await own('GET', 'factors', person.token)).data).toEqual([factor])
    expect((await signIn(person)).data.tokens).toBeDefined()
  })

  test('stores the secret encrypted, and recovery codes as keyed digests', async () => {
    const { secret, factor_id, recovery_codes, user } = await guarded()
    const { admin } = app.platform.clusters.main
    const { rows } = await admin.query('select secret from msingi_auth.factors where id = $1', [factor_id])
    expect(rows[0].secret).toMatch(/^[\w-]{80,}$/)
    expect(rows[0].secret).not.toContain(secret)
    const codes = await admin.query('select digest from msingi_auth.recovery_codes where user_id = $1', [
      user.id,
    ])
    expect(codes.rows).toHaveLength(10)
    for (const { digest } of codes.rows) expect(digest).toMatch(/^[\w-]{43}$/)
    for (const code of recovery_codes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
    expect(new Set(recovery_codes).size).toBe(10)
  })

  test('requires the password, if there is one', async () => {
    const { token } = await signUp(app, project)
    expect((await own('POST', 'factors', token, {})).status).toBe(400)
    expect((await own('POST', 'factors', token, { current_password: 'wrong horse 1' })).status).toBe(403)
    const phone = '+255712999001'
    const { otp_code } = (await call('otp/request', { phone })).data
    const { tokens } = (await call('otp/verify', { phone, code: otp_code, full_name: 'Juma' })).data
    expect((await own('POST', 'factors', tokens.access_token)).status).toBe(201)
  })

  test('deletes a factor that was never activated', async () => {
    const { token } = await signUp(app, project)
    const enrol = async () => (await own('POST', 'factors', token, { current_password: PASSWORD })).data
    const [first, second] = [await enrol(), await enrol()]
    expect((await own('GET', 'factors', token)).data.map(({ id }: { id: string }) => id)).toEqual([second.id])
    const body = { code: codeOf(app, first.secret) }
    expect((await own('POST', `factors/${first.id}/activate`, token, body)).status).toBe(404)
  })

  test('another one requires a code, up to five, and each can then sign in', async () => {
    const person = await guarded()
    const body = { current_password: PASSWORD }
    expect((await own('POST', 'factors', person.token, body)).status).toBe(400)
    const refused = await own('POST', 'factors', person.token, {
      ...body,
      code: person.recovery_codes[0]?.toUpperCase().replace(/^./, '1'),
    })
    expect(refused.status).toBe(403)
    let last = person.secret
    for (let count = 2; count <= 5; count += 1) {
      const { data } = await own('POST', 'factors', person.token, { ...body, code: codeOf(app, last) })
      last = data.secret
      const code = { code: codeOf(app, last) }
      const activated = await own('POST', `factors/${data.id}/activate`, person.token, code)
      expect(activated.data.recovery_codes).toBeNull()
      app.clock.advance(STEP)
    }
    const sixth = await own('POST', 'factors', person.token, { ...body, code: codeOf(app, last) })
    expect(sixth.status).toBe(409)
    for (const secret of [person.secret, last]) {
      expect((await verify(await challengeOf(person), codeOf(app, secret))).status).toBe(200)
    }
  })

  test('is refused to anonymous users', async () => {
    const body = { allow_anonymous: true }
    await app.api('PUT', path('settings'), { key: project.secret, body })
    const { tokens } = (await call('anonymous', {})).data
    expect((await own('POST', 'factors', tokens.access_token)).status).toBe(403)
  })
})

describe('activating', () => {
  test('requires a correct code, makes the session aal2 at once and ends the others', async () => {
    const person = await signUp(app, project)
    const other = (await signIn(person)).data.tokens.access_token
    const lie = { key: project.secret, body: { claims: { aal: 'aal2' } } }
    await app.api('PATCH', path(`users/${person.user.id}`), lie)
    expect(await write(person.token)).toBe(403)
    const { data } = await own('POST', 'factors', person.token, { current_password: PASSWORD })
    const code = codeOf(app, data.secret)
    const activate = (text: string) =>
      own('POST', `factors/${data.id}/activate`, person.token, { code: text })
    expect((await activate(wrongFor(code))).status).toBe(403)
    const answer = await activate(code)
    expect(answer.status).toBe(200)
    expect(answer.data.factor).toMatchObject({ id: data.id, status: 'active' })
    expect(answer.data.factor.activated_at).toBe(app.clock.now().toISOString())
    expect(await write(person.token)).toBe(201)
    expect(await statusOf(app, other)).toBe(401)
    const refresh = await call('refresh', { refresh_token: person.refresh_token })
    expect(claimsIn(refresh.data.tokens.access_token).aal).toBe('aal2')
    expect((await activate(codeOf(app, data.secret, 1))).status).toBe(409)
  })

  test('uses up its code', async () => {
    const person = await guard(app, project, await signUp(app, project))
    const mfa_token = await challengeOf(person)
    expect((await verify(mfa_token, codeOf(app, person.secret))).status).toBe(401)
    expect((await verify(mfa_token, codeOf(app, person.secret, 1))).status).toBe(200)
  })

  test('requires a factor of the calling user', async () => {
    const [one, two] = [await signUp(app, project), await signUp(app, project)]
    const { data } = await own('POST', 'factors', one.token, { current_password: PASSWORD })
    const body = { code: codeOf(app, data.secret) }
    expect((await own('POST', `factors/${data.id}/activate`, two.token, body)).status).toBe(404)
    expect((await own('DELETE', `factors/${data.id}`, two.token)).status).toBe(404)
    expect((await own('POST', `factors/${data.id}/activate`, one.token, body)).status).toBe(200)
  })
})

describe('signing in with a second factor', () => {
  test('returns a token for the second step, and no session', async () => {
    const person = await guarded()
    const { status, data } = await signIn(person)
    expect(status).toBe(200)
    const expires_at = new Date(app.clock.now().getTime() + 600_000).toISOString()
    expect(data).toEqual({ mfa_required: true, mfa_token: expect.any(String), expires_at })
    expect(await statusOf(app, data.mfa_token)).toBe(401)
    expect((await call('refresh', { refresh_token: data.mfa_token })).status).toBe(401)
    const answer = await verify(data.mfa_token, codeOf(app, person.secret))
    expect(answer.status).toBe(200)
    expect(answer.data.user).toEqual({ ...person.user })
    expect(await statusOf(app, answer.data.tokens.access_token)).toBe(200)
    const claims = claimsIn(answer.data.tokens.access_token)
    expect(claims.aal).toBe('aal2')
    const refreshed = await call('refresh', { refresh_token: answer.data.tokens.refresh_token })
    expect(claimsIn(refreshed.data.tokens.access_token).aal).toBe('aal2')
    expect(claimsIn((await signUp(app, project)).token).aal).toBe('aal1')
  })

  test('is also required after a one-time code', async () => {
    const person = await guarded()
    const { phone } = person.user
    const { otp_code } = (await call('otp/request', { phone })).data
    const { data } = await call('otp/verify', { phone, code: otp_code })
    expect(data.tokens).toBeUndefined()
    expect((await verify(data.mfa_token, codeOf(app, person.secret))).status).toBe(200)
  })

  test('is required only after the right password', async () => {
    const { user } = await guarded()
    expect((await call('signin', { email: user.email, password: 'wrong horse 1' })).status).toBe(401)
  })

  test('accepts a code once, in any sign-in, and no earlier code after it', async () => {
    const person = await guarded()
    const [one, two] = [await challengeOf(person), await challengeOf(person)]
    const [before, code] = [codeOf(app, person.secret, -1), codeOf(app, person.secret)]
    expect((await verify(one, code)).status).toBe(200)
    expect((await verify(one, codeOf(app, person.secret, 1))).status).toBe(401)
    expect((await verify(two, code)).status).toBe(401)
    expect((await verify(two, before)).status).toBe(401)
    expect((await verify(two, codeOf(app, person.secret, 1))).status).toBe(200)
  })

  test('accepts a code once, also concurrently', async () => {
    const person = await guarded()
    const tokens = [await challengeOf(person), await challengeOf(person), await challengeOf(person)]
    const code = codeOf(app, person.secret)
    await openPool(app)
    const answers = await Promise.all(tokens.map((token) => verify(token, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const mfa_token = await challengeOf(person)
    app.clock.advance(STEP)
    const codes = [codeOf(app, person.secret), ...person.recovery_codes.slice(0, 2)]
    const same = await Promise.all(codes.map((one) => verify(mfa_token, one)))
    expect(same.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('with a clock %d steps off returns %d', async (steps, status) => {
    const person = await guarded()
    app.clock.advance(3 * STEP)
    expect((await verify(await challengeOf(person), codeOf(app, person.secret, steps))).status).toBe(status)
  })

  test('expires after ten minutes, to the second', async () => {
    const person = await guarded()
    const [early, late] = [await challengeOf(person), await challengeOf(person)]
    app.clock.advance(599)
    expect((await verify(early, codeOf(app, person.secret))).status).toBe(200)
    app.clock.advance(1)
    expect((await verify(late, codeOf(app, person.secret, 1))).status).toBe(401)
  })

  test('is blocked for an hour after ten wrong codes, over any number of sign-ins', async () => {
    const person = await guarded()
    const guess = async () => verify(await challengeOf(person), wrongFor(codeOf(app, person.secret)))
    for (let i = 0; i < 9; i += 1) expect((await guess()).status).toBe(401)
    expect((await verify(await challengeOf(person), codeOf(app, person.secret))).status).toBe(200)
    app.clock.advance(STEP)
    await openPool(app)
    const many = await Promise.all(Array.from({ length: 12 }, guess))
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429])
    const closed = await verify(await challengeOf(person), codeOf(app, person.secret))
    expect([closed.status, closed.headers['retry-after']]).toEqual([429, '3600'])
    const recovery = String(person.recovery_codes[0])
    expect((await verify(await challengeOf(person), recovery)).status).toBe(429)
    app.clock.advance(HOUR - 1)
    expect((await verify(await challengeOf(person), codeOf(app, person.secret))).status).toBe(429)
    app.clock.advance(1)
    expect((await verify(await challengeOf(person), codeOf(app, person.secret))).status).toBe(200)
  })

  test('works only in the project where it started', async () => {
    const person = await guarded()
    const other = await app.createProject()
    const mfa_token = await challengeOf(person)
    expect((await verify(mfa_token, codeOf(app, person.secret), other)).status).toBe(401)
    expect((await verify(mfa_token, codeOf(app, person.secret))).status).toBe(200)
  })

  test.each([
    ['a new password', { password: 'another horse 2' }, 401],
    ['being deactivated', { is_active: false }, 401],
  ])('does not outlive %s', async (_name, body, status) => {
    const person = await guarded()
    const mfa_token = await challengeOf(person)
    await app.api('PATCH', path(`users/${person.user.id}`), { key: project.secret, body })
    expect((await verify(mfa_token, codeOf(app, person.secret))).status).toBe(status)
  })

  test.each(['12345', '1234567', 'abcdef', '', 123456, "' or true --"])('refuses %j', async (code) => {
    expect((await call('factors/verify', { mfa_token: 'x', code })).status).toBe(400)
  })
})

describe('a recovery code', () => {
  test('signs in once, ignoring case', async () => {
    const person = await guarded()
    const [code] = person.recovery_codes as [string]
    const answer = await verify(await challengeOf(person), code.toUpperCase())
    expect(claimsIn(answer.data.tokens.access_token).aal).toBe('aal2')
    expect((await verify(await challengeOf(person), code)).status).toBe(401)
  })

  test('of another user is refused', async () => {
    const [one, two] = [await guarded(), await guarded()]
    expect((await verify(await challengeOf(one), String(two.recovery_codes[0]))).status).toBe(401)
    expect((await verify(await challengeOf(two), String(two.recovery_codes[0]))).status).toBe(200)
  })

  test('is invalid after new ones were issued, which requires a code', async () => {
    const person = await guarded()
    const renew = (code: string) => own('POST', 'factors/recovery-codes', person.token, { code })
    expect((await renew(wrongFor(codeOf(app, person.secret)))).status).toBe(403)
    const { status, data } = await renew(codeOf(app, person.secret))
    expect([status, data.length]).toEqual([200, 10])
    expect((await verify(await challengeOf(person), String(person.recovery_codes[1]))).status).toBe(401)
    expect((await verify(await challengeOf(person), data[1])).status).toBe(200)
  })
})

describe('a factor is removed', () => {
  test('with a code, and sign-in returns to one step; sessions become aal1 at once', async () => {
    const person = await guarded()
    const end = `factors/${person.factor_id}`
    expect(await write(person.token)).toBe(201)
    expect((await own('DELETE', end, person.token)).status).toBe(400)
    const wrong = { code: wrongFor(codeOf(app, person.secret)) }
    expect((await own('DELETE', end, person.token, wrong)).status).toBe(403)
    const right = { code: codeOf(app, person.secret) }
    expect((await own('DELETE', end, person.token, right)).status).toBe(204)
    expect(await write(person.token)).toBe(403)
    expect((await own('GET', 'factors', person.token)).data).toEqual([])
    expect((await signIn(person)).data.tokens).toBeDefined()
    const { rows } = await app.platform.clusters.main.admin.query(
      'select from msingi_auth.recovery_codes where user_id = $1',
      [person.user.id],
    )
    expect(rows).toEqual([])
  })

  test('without a code if it was never activated', async () => {
    const { token } = await signUp(app, project)
    const { data } = await own('POST', 'factors', token, { current_password: PASSWORD })
    expect((await own('DELETE', `factors/${data.id}`, token)).status).toBe(204)
    expect((await own('DELETE', `factors/${data.id}`, token)).status).toBe(404)
  })

  test('by the project, for a user who has lost everything, and by no other user', async () => {
    const person = await guarded()
    const stranger = await signUp(app, project)
    const factors = path(`users/${person.user.id}/factors`)
    const listed = await app.api('GET', factors, { key: project.secret })
    expect(listed.data).toMatchObject([{ id: person.factor_id, name: 'Phone', status: 'active' }])
    expect(JSON.stringify(listed.data)).not.toContain('secret')
    const one = `${factors}/${person.factor_id}`
    for (const refused of [
      { key: project.publishable },
      { token: person.token },
      { token: stranger.token },
    ]) {
      expect((await app.api('GET', factors, refused)).status).toBe(403)
      expect((await app.api('DELETE', one, refused)).status).toBe(403)
    }
    const another = path(`users/${stranger.user.id}/factors/${person.factor_id}`)
    expect((await app.api('DELETE', another, { key: project.secret })).status).toBe(404)
    expect((await app.api('DELETE', one, { key: project.secret })).status).toBe(204)
    expect((await signIn(person)).data.tokens).toBeDefined()
  })
})
