// Authenticators and recovery codes of accounts: enrolling, logging in with them, removing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  codeNow,
  guard,
  logIn,
  nextCode,
  PASSWORD,
  wrongCode,
} from '#modules/tenancy/accounts/accounts.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

const HOUR = 3600

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const own = (method: string, path: string, token: string, body?: object) =>
  app.api(method, `/me/${path}`, { token, body })
const challenge = (mfa_token: string, code: string, more: object = {}) =>
  app.api('POST', '/auth/challenge', { body: { mfa_token, code, ...more } })
const statusOf = async (token: string) => (await app.api('GET', '/me', { token })).status
const guarded = async () => guard(app, await app.register())

describe('enrolling', () => {
  test('shows the secret once, and has no effect before the activation', async () => {
    const person = await app.register()
    const body = { name: 'Phone', current_password: PASSWORD }
    const { status, data } = await own('POST', 'factors', person.token, body)
    expect(status).toBe(201)
    const { secret, uri, ...factor } = data
    expect(factor).toMatchObject({ type: 'totp', name: 'Phone', status: 'pending', activated_at: null })
    expect(uri).toContain(`secret=${secret}`)
    expect((await own('GET', 'factors', person.token)).data).toEqual([factor])
    expect((await logIn(app, person)).data.tokens).toBeDefined()
  })

  test('requires the password, and takes no other', async () => {
    const { token } = await app.register()
    expect((await own('POST', 'factors', token)).status).toBe(400)
    const wrong = await own('POST', 'factors', token, { current_password: 'wrong horse 1' })
    expect(wrong.status).toBe(403)
    expect((await own('POST', 'factors', token, { code: '123456' })).status).toBe(400)
    expect((await own('GET', 'factors', token)).data).toEqual([])
  })

  test('keeps secrets encrypted and recovery codes as keyed digests', async () => {
    const { secret, recoveryCodes, user } = await guarded()
    const { admin } = app.platform.clusters.main
    const factors = await admin.query('select secret from platform.account_factors where account_id = $1', [
      user.id,
    ])
    expect(factors.rows[0].secret).not.toContain(secret)
    const codes = await admin.query(
      'select digest from platform.account_recovery_codes where account_id = $1',
      [user.id],
    )
    expect(codes.rows).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const { digest } of codes.rows) expect(recoveryCodes).not.toContain(digest)
  })

  test('ends all other sessions, and keeps the one that did it', async () => {
    const person = await app.register()
    const other = (await logIn(app, person)).data.tokens.access_token
    await guard(app, person)
    expect(await statusOf(other)).toBe(401)
    expect(await statusOf(person.token)).toBe(200)
  })

  test('another one requires a code, not the password', async () => {
    const person = await guarded()
    const enrol = (body: object) => own('POST', 'factors', person.token, body)
    expect((await enrol({ current_password: PASSWORD })).status).toBe(400)
    expect((await enrol({ code: wrongCode(app, person.secret) })).status).toBe(403)
    const code = nextCode(app, person.secret)
    expect((await enrol({ code })).status).toBe(201)
    expect((await enrol({ code })).status).toBe(403)
  })

  test('an authenticator of another account is not found', async () => {
    const [one, two] = [await guarded(), await app.register()]
    const body = { code: codeNow(app, one.secret) }
    expect((await own('POST', `factors/${one.factorId}/activate`, two.token, body)).status).toBe(404)
    const removed = await own('DELETE', `factors/${one.factorId}`, two.token, { current_password: PASSWORD })
    expect(removed.status).toBe(404)
  })
})

describe('logging in', () => {
  test('answers a challenge in place of tokens, and a code ends it', async () => {
    const person = await guarded()
    const login = await logIn(app, person)
    expect(login.data).toEqual({
      mfa_required: true,
      mfa_token: expect.stringMatching(/^[\w-]{36}\.[\w-]{72}$/),
      expires_at: new Date(app.clock.now().getTime() + 600_000).toISOString(),
      methods: ['totp', 'recovery_code'],
    })
    const done = await challenge(login.data.mfa_token, nextCode(app, person.secret))
    expect(done.status).toBe(200)
    expect(done.data.user.id).toBe(person.user.id)
    const { data } = await own('GET', 'sessions', done.data.tokens.access_token)
    expect(data.find(({ current }: { current: boolean }) => current)).toMatchObject({
      methods: ['password', 'totp'],
      address: '127.0.0.1',
    })
  })

  test('a challenge is no access token, and works once', async () => {
    const person = await guarded()
    const { mfa_token } = (await logIn(app, person)).data
    expect(await statusOf(mfa_token)).toBe(401)
    expect((await challenge(mfa_token, nextCode(app, person.secret))).status).toBe(200)
    expect((await challenge(mfa_token, nextCode(app, person.secret))).status).toBe(401)
  })

  test('a code works once, over challenges and at the same time', async () => {
    const person = await guarded()
    const tokens = await Promise.all([1, 2, 3].map(async () => (await logIn(app, person)).data.mfa_token))
    const code = nextCode(app, person.secret)
    const answers = await Promise.all(tokens.map((token) => challenge(token, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    const { mfa_token } = (await logIn(app, person)).data
    expect((await challenge(mfa_token, code)).status).toBe(401)
  })

  test('one challenge with two right answers at the same time opens one session', async () => {
    const person = await guarded()
    const { mfa_token } = (await logIn(app, person)).data
    const codes = [nextCode(app, person.secret), ...person.recoveryCodes.slice(0, 3)]
    const answers = await Promise.all(codes.map((code) => challenge(mfa_token, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect((await own('GET', 'sessions', person.token)).data).toHaveLength(2)
  })

  test('a challenge expires after ten minutes, to the millisecond', async () => {
    const person = await guarded()
    const { mfa_token } = (await logIn(app, person)).data
    app.clock.advance(600)
    expect((await challenge(mfa_token, codeNow(app, person.secret))).status).toBe(401)
  })

  test('ends with the password', async () => {
    const person = await guarded()
    const { mfa_token } = (await logIn(app, person)).data
    const change = (proof: object) =>
      app.api('PATCH', '/me', { token: person.token, body: { new_password: 'another horse 2', ...proof } })
    // The password is not enough, neither is a wrong code or nothing at all.
    for (const [proof, status] of [
      [{ current_password: PASSWORD }, 400],
      [{}, 400],
      [{ code: '000000' }, 403],
      [{ code: person.recoveryCodes[0] }, 200],
      [{ code: person.recoveryCodes[0] }, 403],
    ] as const)
      expect((await change(proof)).status, JSON.stringify(proof)).toBe(status)
    expect((await challenge(mfa_token, nextCode(app, person.secret))).status).toBe(401)
  })

  test('is asked for by a new address, and not by a new name', async () => {
    const person = await guarded()
    const patch = (body: object) => app.api('PATCH', '/me', { token: person.token, body })
    expect((await patch({ full_name: 'Neema Said' })).status).toBe(200)
    const email = 'guarded-new@example.com'
    expect((await patch({ email, current_password: PASSWORD })).status).toBe(400)
    const changed = await patch({ email, code: person.recoveryCodes[0] })
    expect([changed.status, changed.data.new_email ?? changed.data.email]).toEqual([200, email])
  })

  test('is refused with a code of another account, and with forged challenges', async () => {
    const [one, two] = [await guarded(), await guarded()]
    const { mfa_token } = (await logIn(app, one)).data
    const [, proof] = mfa_token.split('.')
    const code = nextCode(app, two.secret)
    expect((await challenge(mfa_token, code)).status).toBe(401)
    expect((await challenge(mfa_token, String(two.recoveryCodes[0]))).status).toBe(401)
    for (const forged of [`${two.user.id}.${proof}`, `${two.user.id}.`, 'x', `${mfa_token}=`]) {
      expect((await challenge(forged, code)).status).toBe(401)
    }
  })

  test('takes one answer, neither none nor two', async () => {
    const person = await guarded()
    const { mfa_token } = (await logIn(app, person)).data
    expect((await app.api('POST', '/auth/challenge', { body: { mfa_token } })).status).toBe(400)
  })
})

describe('recovery codes', () => {
  test('each works once, in either case', async () => {
    const person = await guarded()
    const [first = ''] = person.recoveryCodes
    const tryCode = async (code: string) =>
      (await challenge((await logIn(app, person)).data.mfa_token, code)).status
    expect(await tryCode(first.toUpperCase())).toBe(200)
    expect(await tryCode(first)).toBe(401)
    expect((await own('GET', 'recovery-codes', person.token)).data).toEqual({ left: 9 })
  })

  test('new ones replace the old', async () => {
    const person = await guarded()
    const { status, data } = await own('POST', 'recovery-codes', person.token, {
      code: nextCode(app, person.secret),
    })
    expect([status, data.length]).toEqual([200, 10])
    const { mfa_token } = (await logIn(app, person)).data
    expect((await challenge(mfa_token, String(person.recoveryCodes[0]))).status).toBe(401)
    expect((await challenge(mfa_token, data[0])).status).toBe(200)
  })

  test('are refused where there is no second factor', async () => {
    const { token } = await app.register()
    expect((await own('POST', 'recovery-codes', token, { current_password: PASSWORD })).status).toBe(409)
  })
})

describe('removing', () => {
  test('requires a code; with the last factor the recovery codes go', async () => {
    const person = await guarded()
    const remove = (body: object) => own('DELETE', `factors/${person.factorId}`, person.token, body)
    expect((await remove({ current_password: PASSWORD })).status).toBe(400)
    expect((await remove({ code: wrongCode(app, person.secret) })).status).toBe(403)
    expect((await remove({ code: person.recoveryCodes[0] })).status).toBe(204)
    expect((await own('GET', 'recovery-codes', person.token)).data).toEqual({ left: 0 })
    expect((await logIn(app, person)).data.tokens).toBeDefined()
  })
})

test('everything is in the audit log, without secrets', async () => {
  const person = await guarded()
  const code = nextCode(app, person.secret)
  await own('DELETE', `factors/${person.factorId}`, person.token, { code })
  const { data, text } = await app.api('GET', '/audit-logs?action=account', { token: person.token })
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    'account.remove_authenticator',
    'account.activate_authenticator',
    'account.enrol_authenticator',
    'account.sign_in',
  ])
  for (const secret of [person.secret, code, PASSWORD]) expect(text).not.toContain(secret)
})

describe('guessing', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await startTestApp({ rateLimits: true, trustProxy: true })
  })
  afterAll(() => limited.stop())

  const answer = (body: object, address: string) =>
    limited.api('POST', '/auth/challenge', { body, headers: { 'x-forwarded-for': address } })

  test('ten wrong codes close the second step to strangers for an hour, not to a known device', async () => {
    const person = await guard(limited, await limited.register())
    const { mfa_token } = (await logIn(limited, person)).data
    const right = await answer({ mfa_token, code: nextCode(limited, person.secret) }, '10.1.1.1')
    const { device_token } = right.data
    const again = async () => (await logIn(limited, person)).data.mfa_token
    for (let n = 0; n < 10; n += 1) {
      const body = { mfa_token: await again(), code: wrongCode(limited, person.secret) }
      expect((await answer(body, '10.2.2.2')).status).toBe(401)
    }
    const code = nextCode(limited, person.secret)
    const refused = await answer({ mfa_token: await again(), code }, '10.2.2.2')
    expect([refused.status, refused.body.details]).toEqual([429, { reason: 'too_many_codes' }])
    const known = await answer({ mfa_token: await again(), code, device_token }, '10.2.2.2')
    expect(known.status).toBe(200)
    limited.clock.advance(HOUR)
    const later = { mfa_token: await again(), code: nextCode(limited, person.secret) }
    expect((await answer(later, '10.2.2.2')).status).toBe(200)
  })

  test('guesses inside a session are bounded too', async () => {
    const person = await guard(limited, await limited.register())
    const guess = () =>
      limited.api('POST', '/me/recovery-codes', {
        token: person.token,
        body: { code: wrongCode(limited, person.secret) },
      })
    for (let n = 0; n < 10; n += 1) expect((await guess()).status).toBe(403)
    expect((await guess()).status).toBe(429)
  })
})
