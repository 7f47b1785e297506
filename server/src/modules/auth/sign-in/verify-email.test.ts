// Verification of e-mail addresses, and require_email_verification.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeSettings,
  claimsIn,
  type LastMail,
  mailTo,
  openPool,
  PASSWORD,
  signUp,
  signupBody,
  statusOf,
  tableUnder,
} from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const LANDING = 'https://shop.example/welcome?from=mail'

let app: TestApp
let project: TestProject
/** strict is a project with require_email_verification. */
let strict: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  strict = await app.createProject()
  await changeSettings(app, project, { redirect_urls: [LANDING, 'myapp://confirmed'] })
  await changeSettings(app, strict, { require_email_verification: true })
})
afterAll(() => app.stop())

const path = (end: string, of = project) => `/projects/${of.id}/auth/${end}`
const call = (end: string, body: object, of = project) =>
  app.api('POST', path(end, of), { key: of.publishable, body })
const ask = (email: string, more: object = {}, of = project) =>
  call('verify-email/request', { email, ...more }, of)
const confirm = (body: object, of = project) => call('verify-email', body, of)
const userOf = (id: string, of = project) => app.api('GET', path(`users/${id}`, of), { key: of.secret })

async function mailFor(email: string, of = project): Promise<LastMail> {
  expect((await ask(email, {}, of)).status).toBe(200)
  const mail = await mailTo(app, of, email)
  if (mail === undefined) throw new Error('no mail has come')
  return mail
}

describe('verifying an address', () => {
  test.each(['token', 'code'] as const)('works by %s, and takes effect at once', async (means) => {
    const table = await tableUnder(app, project, "auth.claim('email_verified') = 'true'")
    const { user, token, refresh_token } = await signUp(app, project)
    const write = async () => (await app.api('POST', `/data/${table}`, { token, body: { text: 'x' } })).status
    expect(await write()).toBe(403)
    const mail = await mailFor(user.email)
    const answer = await confirm(
      means === 'token' ? { token: mail.token } : { email: user.email.toUpperCase(), code: mail.code },
    )
    expect(answer.status).toBe(200)
    expect(answer.data).toEqual({ user: { ...user, email_verified: true } })
    expect((await userOf(user.id)).data.email_verified).toBe(true)
    expect(await write()).toBe(201)
    const refreshed = await call('refresh', { refresh_token })
    expect(claimsIn(refreshed.data.tokens.access_token).email_verified).toBe(true)
  })

  test('links to the first redirect_urls entry or to another one of them, and nowhere else', async () => {
    const { user } = await signUp(app, project)
    const { token, text } = await mailFor(user.email)
    expect(text).toContain(`${LANDING}&token=${token}`)
    expect((await ask(user.email, { redirect_to: 'myapp://confirmed?n=1' })).status).toBe(200)
    expect((await mailTo(app, project, user.email))?.text).toContain('myapp://confirmed?n=1&token=')
    for (const redirect_to of [
      'https://evil.example/welcome',
      'https://shop.example.evil.example/welcome',
      'https://shop.example@evil.example/welcome',
      'https://shop.example/welcome/../other',
      'http://shop.example/welcome',
      'javascript:alert(1)',
      '//evil.example',
    ]) {
      expect((await ask(user.email, { redirect_to })).status, redirect_to).toBe(400)
    }
  })

  test('returns the same for every address, and mails only unverified users', async () => {
    const { user } = await signUp(app, project)
    const known = await ask(user.email)
    const unknown = await ask('nobody@verify.example')
    expect({ ...unknown.data, email: user.email }).toEqual(known.data)
    const expires_at = new Date(app.clock.now().getTime() + 900_000).toISOString()
    expect(known.data).toEqual({ email: user.email, expires_at })
    expect(await mailTo(app, project, 'nobody@verify.example')).toBeUndefined()
    const { token } = (await mailTo(app, project, user.email)) as LastMail
    await confirm({ token })
    await ask(user.email)
    expect((await mailTo(app, project, user.email))?.token).toBe(token)
  })

  test('uses up both the token and the code, also concurrently', async () => {
    const { user } = await signUp(app, project)
    const { token, code } = await mailFor(user.email)
    await openPool(app)
    const means = [{ token }, { email: user.email, code }, { token }]
    const answers = await Promise.all(means.map((body) => confirm(body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    for (const body of means) expect((await confirm(body)).status).toBe(401)
  })

  test('expires after 15 minutes, to the second', async () => {
    const { user } = await signUp(app, project)
    const late = await mailFor(user.email)
    app.clock.advance(900)
    expect((await confirm({ token: late.token })).status).toBe(401)
    expect((await confirm({ email: user.email, code: late.code })).status).toBe(401)
    const early = await mailFor(user.email)
    expect((await confirm({ token: late.token })).status).toBe(401)
    app.clock.advance(899)
    expect((await confirm({ token: early.token })).status).toBe(200)
  })

  test('works for one project, one address and one purpose', async () => {
    const other = await app.createProject()
    const { user } = await signUp(app, project)
    const twin = await signUp(app, other, { email: user.email })
    const neighbour = await signUp(app, project)
    const { token, code } = await mailFor(user.email)
    expect((await confirm({ token }, other)).status).toBe(401)
    expect((await confirm({ email: twin.user.email, code }, other)).status).toBe(401)
    expect((await confirm({ email: neighbour.user.email, code })).status).toBe(401)
    expect((await call('magic-link/verify', { token })).status).toBe(401)
    expect((await call('magic-link/verify', { email: user.email, code })).status).toBe(401)
    const reset = { email: user.email, code, new_password: 'another horse 2' }
    expect((await call('reset-password/confirm', reset)).status).toBe(401)
    expect((await confirm({ token })).status).toBe(200)
  })

  test.each([
    {},
    { token: '' },
    { token: 1 },
    { email: 'a@example.com' },
    { code: '123456' },
    { token: 'x', email: 'a@example.com', code: '123456' },
    { email: 'a@example.com', code: '12345' },
    { token: 'x'.repeat(501) },
  ])('refuses %j', async (body) => {
    expect((await confirm(body)).status).toBe(400)
  })

  test('stores neither token nor code in plain text', async () => {
    const { user } = await signUp(app, project)
    const { token, code } = await mailFor(user.email)
    const { admin } = app.platform.clusters.main
    const { rows } = await admin.query('select c::text from msingi_auth.codes c where recipient = $1', [
      user.email,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].c).not.toContain(token)
    expect(rows[0].c).not.toMatch(new RegExp(`\\b${code}\\b`))
  })
})

describe('a changed address', () => {
  test('is unverified after any change, and a code of the old one does not verify it', async () => {
    const { user } = await signUp(app, project)
    await confirm({ token: (await mailFor(user.email)).token })
    const pending = await signUp(app, project)
    const { token } = await mailFor(pending.user.email)
    for (const one of [user, pending.user]) {
      const body = { email: `new-${one.email}` }
      await app.api('PATCH', path(`users/${one.id}`), { key: project.secret, body })
      expect((await userOf(one.id)).data.email_verified).toBe(false)
    }
    expect((await confirm({ token })).status).toBe(401)
    const back = { email: user.email }
    await app.api('PATCH', path(`users/${user.id}`), { key: project.secret, body: back })
    expect((await userOf(user.id)).data.email_verified).toBe(true)
    await app.platform.clusters.main.asOwner(project, async (client) => {
      await client.query("set local msingi.kind = 'dashboard'")
      const text = 'update users set email = $2 where id = $1'
      expect((await client.query(text, [user.id, `by-sql-${user.email}`])).rowCount).toBe(1)
    })
    expect((await userOf(user.id)).data.email_verified).toBe(false)
  })
})

describe('require_email_verification', () => {
  const signIn = (email: string, password = PASSWORD) => call('signin', { email, password }, strict)

  test('sign-up returns no tokens but sends a link, and sign-in is refused until then', async () => {
    const body = signupBody()
    const answer = await call('signup', body, strict)
    expect(answer.status).toBe(201)
    expect(answer.data).toEqual({
      user: expect.objectContaining({ email: body.email, email_verified: false }),
      email_verification_required: true,
    })
    const mail = (await mailTo(app, strict, body.email)) as LastMail
    // This project has no redirect_urls, so the mail has no line for a link.
    expect(mail.text).not.toMatch(/open|{{/i)
    expect((await signIn(body.email, 'wrong horse 1')).status).toBe(401)
    const refused = await signIn(body.email)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toMatch(/^The e-mail address is not verified/)
    expect(refused.body.details).toEqual({ email_verification_required: true })
    expect((await confirm({ email: body.email, code: mail.code }, strict)).status).toBe(200)
    expect((await signIn(body.email)).data.user).toMatchObject({ email_verified: true })
  })

  test('cannot be bypassed by another way to sign in', async () => {
    const body = signupBody()
    await call('signup', body, strict)
    const { otp_code } = (await call('otp/request', { phone: body.phone }, strict)).data
    expect((await call('otp/verify', { phone: body.phone, code: otp_code }, strict)).status).toBe(403)
    const { code } = (await mailTo(app, strict, body.email)) as LastMail
    await confirm({ email: body.email, code }, strict)
    // The refused attempt has not used it up.
    expect((await call('otp/verify', { phone: body.phone, code: otp_code }, strict)).status).toBe(200)
  })

  test('does not apply to users without an address', async () => {
    const phone = '+255712777001'
    const { otp_code } = (await call('otp/request', { phone }, strict)).data
    const answer = await call('otp/verify', { phone, code: otp_code, full_name: 'Juma' }, strict)
    expect(answer.data.tokens).toBeDefined()
  })

  test('accepts other proofs of the address: a password reset by mail', async () => {
    const body = signupBody()
    await call('signup', body, strict)
    await call('reset-password', { email: body.email }, strict)
    const { code } = (await mailTo(app, strict, body.email)) as LastMail
    const reset = { email: body.email, code, new_password: 'another horse 2' }
    expect((await call('reset-password/confirm', reset, strict)).status).toBe(200)
    expect((await signIn(body.email, 'another horse 2')).status).toBe(200)
  })

  test('more waiting requests than connections do not block each other', async () => {
    const { email } = signupBody()
    await call('signup', signupBody({ email }), strict)
    const { max = 0 } = app.platform.clusters.main.admin.options
    const answers = await Promise.all(Array.from({ length: 2 * max }, () => signIn(email)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  })

  test('keeps earlier sessions', async () => {
    const late = await app.createProject()
    const { token, refresh_token, user } = await signUp(app, late)
    await changeSettings(app, late, { require_email_verification: true })
    expect(await statusOf(app, token)).toBe(200)
    expect((await call('refresh', { refresh_token }, late)).status).toBe(200)
    expect((await call('signin', { email: user.email, password: PASSWORD }, late)).status).toBe(403)
  })
})
