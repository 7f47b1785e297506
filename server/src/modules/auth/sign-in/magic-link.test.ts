// Sign-in with a mailed link.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#app'
import {
  changeSettings,
  claimsIn,
  codeOf,
  guard,
  type LastMail,
  mailTo,
  openPool,
  PASSWORD,
  signUp,
  signupBody,
  statusOf,
} from '#modules/auth/auth.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await changeSettings(app, project, { redirect_urls: ['https://shop.example/in'] })
})
afterAll(() => app.stop())

const path = (end: string, of = project) => `/projects/${of.id}/auth/${end}`
const call = (end: string, body: object, of = project) =>
  app.api('POST', path(end, of), { key: of.publishable, body })
const ask = (email: string, more: object = {}, of = project) =>
  call('magic-link/request', { email, ...more }, of)
const enter = (body: object, of = project) => call('magic-link/verify', body, of)
const signIn = (email: string, password = PASSWORD) => call('signin', { email, password })

async function mailFor(email: string, more: object = {}): Promise<LastMail> {
  expect((await ask(email, more)).status).toBe(200)
  const mail = await mailTo(app, project, email)
  if (mail === undefined) throw new Error('no mail has come')
  return mail
}

let counter = 0
const newEmail = () => `new-${++counter}@magic.example`

describe('a link', () => {
  test.each(['token', 'code'] as const)('signs in by its %s, and verifies the address', async (means) => {
    const { user } = await signUp(app, project)
    const mail = await mailFor(user.email)
    expect(mail.text).toContain(`https://shop.example/in?token=${mail.token}`)
    const proof = means === 'token' ? { token: mail.token } : { email: user.email, code: mail.code }
    const answer = await enter(proof)
    expect(answer.status).toBe(200)
    expect(answer.data.user).toEqual({ ...user, email_verified: true })
    const token = answer.data.tokens.access_token
    expect(await statusOf(app, token)).toBe(200)
    expect(claimsIn(token)).toMatchObject({ sub: user.id, email_verified: true, aal: 'aal1' })
  })

  test('works once, also concurrently', async () => {
    const { user } = await signUp(app, project)
    const { token, code } = await mailFor(user.email)
    await openPool(app)
    const proofs = [{ token }, { token }, { email: user.email, code }]
    const answers = await Promise.all(proofs.map((proof) => enter(proof)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await enter({ token })).status).toBe(401)
  })

  test('is valid for 15 minutes, to the second, and is replaced by the next one', async () => {
    const { user } = await signUp(app, project)
    const first = await mailFor(user.email)
    const late = await mailFor(user.email)
    expect((await enter({ token: first.token })).status).toBe(401)
    app.clock.advance(900)
    expect((await enter({ token: late.token })).status).toBe(401)
    const early = await mailFor(user.email)
    app.clock.advance(899)
    expect((await enter({ token: early.token })).status).toBe(200)
  })

  test('five wrong codes invalidate the code, but not the token', async () => {
    const { user } = await signUp(app, project)
    const { token, code } = await mailFor(user.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let i = 0; i < 5; i += 1) {
      expect((await enter({ email: user.email, code: wrong })).status).toBe(401)
    }
    expect((await enter({ email: user.email, code })).status).toBe(401)
    expect((await enter({ token })).status).toBe(200)
  })

  test('is refused in another project, and to verify an address', async () => {
    const other = await app.createProject()
    const { user } = await signUp(app, project)
    await signUp(app, other, { email: user.email })
    const { token } = await mailFor(user.email)
    expect((await enter({ token }, other)).status).toBe(401)
    expect((await call('verify-email', { token })).status).toBe(401)
    expect((await enter({ token })).status).toBe(200)
  })

  test('does not sign in a deactivated user, and is not sent to one', async () => {
    const { user } = await signUp(app, project)
    const { token } = await mailFor(user.email)
    const body = { is_active: false }
    await app.api('PATCH', path(`users/${user.id}`), { key: project.secret, body })
    expect((await enter({ token })).status).toBe(403)
    await ask(user.email)
    expect((await mailTo(app, project, user.email))?.token).toBe(token)
  })

  test('still requires the second factor', async () => {
    const person = await guard(app, project, await signUp(app, project))
    app.clock.advance(30)
    const { token } = await mailFor(person.user.email)
    const { data } = await enter({ token })
    expect(data.tokens).toBeUndefined()
    expect((await enter({ token })).status).toBe(401)
    const body = { mfa_token: data.mfa_token, code: codeOf(app, person.secret) }
    const answer = await call('factors/verify', body)
    expect(claimsIn(answer.data.tokens.access_token)).toMatchObject({ aal: 'aal2', email_verified: true })
  })

  test('refuses a redirect_to that is not listed', async () => {
    const { user } = await signUp(app, project)
    expect((await ask(user.email, { redirect_to: 'https://evil.example/in' })).status).toBe(400)
    expect((await ask(user.email, { redirect_to: 'https://shop.example/in?next=/cart' })).status).toBe(200)
    expect((await mailTo(app, project, user.email))?.text).toContain('/in?next=%2Fcart&token=')
  })
})

describe('an address without a user', () => {
  test('becomes a user with create_user, with a verified address', async () => {
    const email = newEmail()
    const { token } = await mailFor(email, { create_user: true, full_name: 'Neema' })
    const answer = await enter({ token })
    expect(answer.status).toBe(200)
    const expected = { email, full_name: 'Neema', phone: null, email_verified: true, is_anonymous: false }
    expect(answer.data.user).toMatchObject(expected)
    const again = await enter({ token: (await mailFor(email)).token })
    expect(again.data.user.id).toBe(answer.data.user.id)
  })

  test('gets no mail otherwise, and the same response', async () => {
    const { user } = await signUp(app, project)
    const [known, unknown] = [await ask(user.email), await ask('nobody@magic.example')]
    expect({ ...unknown.data, email: user.email }).toEqual(known.data)
    expect(await mailTo(app, project, 'nobody@magic.example')).toBeUndefined()
  })

  test('stays out if the project does not accept new users, also after the request', async () => {
    const [early, late] = [newEmail(), newEmail()]
    const { token } = await mailFor(early, { create_user: true })
    await changeSettings(app, project, { allow_signup: false })
    expect((await ask(late, { create_user: true })).status).toBe(200)
    expect(await mailTo(app, project, late)).toBeUndefined()
    expect((await enter({ token })).status).toBe(401)
    await changeSettings(app, project, { allow_signup: true })
    expect((await enter({ token })).status).toBe(200)
  })
})

describe('an account that another person has created with the address', () => {
  test('becomes the mailbox owner’s alone: earlier sessions and the password are gone', async () => {
    const attacker = await signUp(app, project)
    const { email } = attacker.user
    const { token } = await mailFor(email)
    const owner = await enter({ token })
    expect(owner.data.user.id).toBe(attacker.user.id)
    expect(await statusOf(app, attacker.token)).toBe(401)
    expect((await call('refresh', { refresh_token: attacker.refresh_token })).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect(await statusOf(app, owner.data.tokens.access_token)).toBe(200)
  })

  test('also by a password reset', async () => {
    const attacker = await signUp(app, project)
    const { email } = attacker.user
    await call('reset-password', { email })
    const { code } = (await mailTo(app, project, email)) as LastMail
    await call('reset-password/confirm', { email, code, new_password: 'another horse 2' })
    expect(await statusOf(app, attacker.token)).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'another horse 2')).data.user.email_verified).toBe(true)
  })

  test.each(['magic link', 'new password'])(
    'the phone number that was verified in it no longer signs in to it, after a %s',
    async (way) => {
      const attacker = await signUp(app, project)
      const { email, phone } = attacker.user
      const codeFor = async () => (await call('otp/request', { phone })).data.otp_code as string
      expect((await call('otp/verify', { phone, code: await codeFor() })).status).toBe(200)
      if (way === 'magic link') await enter({ token: (await mailFor(email)).token })
      await call('reset-password', { email })
      const { code } = (await mailTo(app, project, email)) as LastMail
      await call('reset-password/confirm', { email, code, new_password: 'another horse 2' })
      const owner = await signIn(email, 'another horse 2')
      expect(owner.data.user).toMatchObject({ phone, phone_verified: false })

      const body = { phone, code: await codeFor(), full_name: 'Attacker' }
      expect((await call('otp/verify', body)).status).toBe(403)
      const { access_token: token } = owner.data.tokens
      const proven = await app.api('POST', path('otp/verify'), { token, body })
      expect(proven.data.user).toMatchObject({ id: attacker.user.id, phone_verified: true })
      const later = await call('otp/verify', { phone, code: await codeFor() })
      expect(later.data.user.id).toBe(attacker.user.id)
    },
  )

  test('is left as it is if the address was already verified', async () => {
    const person = await signUp(app, project)
    const { email } = person.user
    await call('verify-email/request', { email })
    const { token } = (await mailTo(app, project, email)) as LastMail
    await call('verify-email', { token })
    await enter({ token: (await mailFor(email)).token })
    expect(await statusOf(app, person.token)).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })
})

test('is off with email_enabled = false', async () => {
  const closed = await app.createProject()
  await changeSettings(app, closed, { email_enabled: false })
  expect((await ask('a@example.com', {}, closed)).status).toBe(403)
  expect((await call('verify-email/request', { email: 'a@example.com' }, closed)).status).toBe(403)
})

test('a link that was sent before e-mail was turned off is refused', async () => {
  const closing = await app.createProject()
  const { user } = await signUp(app, closing)
  const codes: Record<string, string> = {}
  for (const request of ['magic-link/request', 'verify-email/request', 'reset-password']) {
    expect((await call(request, { email: user.email }, closing)).status).toBe(200)
    codes[request] = (await mailTo(app, closing, user.email))?.code ?? ''
  }
  const confirm = async () => {
    const { 'magic-link/request': link, 'verify-email/request': address, 'reset-password': reset } = codes
    const body = { email: user.email, code: reset, new_password: 'another horse 2' }
    return [
      (await enter({ email: user.email, code: link }, closing)).status,
      (await call('verify-email', { email: user.email, code: address }, closing)).status,
      (await call('reset-password/confirm', body, closing)).status,
    ]
  }
  await changeSettings(app, closing, { email_enabled: false })
  expect(await confirm()).toEqual([403, 403, 403])
  await changeSettings(app, closing, { email_enabled: true })
  expect(await confirm()).toEqual([200, 200, 200])
})

test('a server without a mail gateway returns 503', async () => {
  const { config, keys, clusters, log } = app.platform
  const options = { keys, log, clock: app.clock, database: clusters.main.adminConfig(), work: false }
  const node = await createApp({ ...options, config: { ...config, production: true } })
  const strict = await app.createProject()
  await changeSettings(app, strict, { require_email_verification: true })
  try {
    const send = async (end: string, payload: object) => {
      const headers = { 'x-platform-api-key': strict.publishable }
      const url = `/api/v1${path(end, strict)}`
      return (await node.app.inject({ method: 'POST', url, headers, payload })).statusCode
    }
    expect(await send('magic-link/request', { email: 'a@example.com' })).toBe(503)
    expect(await send('verify-email/request', { email: 'a@example.com' })).toBe(503)
    expect(await send('signup', signupBody())).toBe(503)
    const users = await app.api('GET', path('users', strict), { key: strict.secret })
    expect(users.data).toEqual([])
  } finally {
    await node.close()
  }
})

test('five links an hour are sent to a mailbox', async () => {
  const limited = await startTestApp({ rateLimits: true })
  try {
    const one = await limited.createProject()
    const post = async (end: string, body: object) =>
      (await limited.api('POST', path(end, one), { key: one.secret, body })).status
    for (const end of ['magic-link', 'verify-email']) {
      const email = `${end}@example.com`
      const asked: number[] = []
      for (let i = 0; i < 6; i += 1) asked.push(await post(`${end}/request`, { email }))
      expect(asked).toEqual([200, 200, 200, 200, 200, 429])
    }
  } finally {
    await limited.stop()
  }
})
