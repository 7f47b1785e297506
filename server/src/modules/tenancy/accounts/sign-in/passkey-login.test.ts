// Logging in with passkeys: alone, and as the second factor.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPasskey, type KeyHolder, logIn } from '#modules/tenancy/accounts/accounts.fixture.ts'
import {
  type CeremonyChanges,
  createAuthenticator,
} from '#modules/tenancy/accounts/passkeys/authenticator.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const options = async (body: object = {}) => (await app.api('POST', '/auth/passkeys/options', { body })).data
const send = (credential: object) => app.api('POST', '/auth/passkeys/login', { body: { credential } })
const holder = async () => addPasskey(app, await app.register())
const enter = async ({ authenticator }: KeyHolder, changes: CeremonyChanges = {}) =>
  send(authenticator.get(await options(), changes))
const answer = (mfa_token: string, passkey: object) =>
  app.api('POST', '/auth/challenge', { body: { mfa_token, passkey } })

describe('alone', () => {
  test('opens a session without password and second factor', async () => {
    const person = await holder()
    const request = await options()
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(request.allowCredentials ?? []).toEqual([])
    const { status, data } = await send(person.authenticator.get(request))
    expect(status).toBe(200)
    expect(data.user.id).toBe(person.user.id)
    const token = data.tokens.access_token
    const sessions = await app.api('GET', '/me/sessions', { token })
    const current = sessions.data.find((one: { current: boolean }) => one.current)
    expect(current).toMatchObject({ methods: ['passkey'] })
    const [passkey] = (await app.api('GET', '/me/passkeys', { token })).data
    expect(passkey.last_used_at).toBe(app.clock.now().toISOString())
  })

  test.each<[string, CeremonyChanges]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://localhost:81' }],
    ['another site', { rpId: 'evil.example' }],
    ['a challenge of its own', { challenge: 'a'.repeat(72) }],
    ['a page inside another site', { crossOrigin: true }],
    ['a new passkey in place of a proof', { type: 'webauthn.create' }],
    ['nobody verified', { verified: false }],
    ['no user handle', { userHandle: undefined }],
    ["somebody else's user handle", { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('is refused with %s', async (_name, changes) => {
    const person = await holder()
    expect((await enter(person, changes)).status).toBe(401)
    expect((await enter(person)).status).toBe(200)
  })

  test('a proof works once, also at the same time', async () => {
    const person = await addPasskey(app, await app.register(), createAuthenticator(undefined, false))
    const proof = person.authenticator.get(await options())
    const answers = await Promise.all([send(proof), send(proof), send(proof)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
    expect((await send(proof)).status).toBe(401)
    expect((await enter(person)).status).toBe(200)
  })

  test('a proof expires after five minutes, and used challenges are forgotten with it', async () => {
    const person = await holder()
    const proof = person.authenticator.get(await options())
    app.clock.advance(300)
    expect((await send(proof)).status).toBe(401)
    app.clock.advance(300)
    expect((await enter(person)).status).toBe(200)
    const { rows } = await app.platform.clusters.main.admin.query(
      'select count(*)::int as kept from platform.account_spent_challenges where expires_at <= $1',
      [app.clock.now()],
    )
    expect(rows[0].kept).toBe(0)
  })

  test('a counter that does not grow is the sign of a copy', async () => {
    const person = await holder()
    expect((await enter(person, { counter: 7 })).status).toBe(200)
    expect((await enter(person, { counter: 7 })).status).toBe(401)
    expect((await enter(person, { counter: 6 })).status).toBe(401)
    expect((await enter(person, { counter: 8 })).status).toBe(200)
  })

  test('two proofs with one counter at the same time let one in', async () => {
    const person = await holder()
    const proofs = await Promise.all(
      [1, 2].map(async () => person.authenticator.get(await options(), { counter: 5 })),
    )
    const answers = await Promise.all(proofs.map(send))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('is refused to unknown and removed passkeys, and to deactivated accounts', async () => {
    const person = await holder()
    const stranger = createAuthenticator()
    expect((await send(stranger.get(await options(), { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }))).status).toBe(
      401,
    )
    const confirm = await app.api('POST', '/me/passkeys/confirm-options', { token: person.token })
    const body = { passkey: person.authenticator.get(confirm.data) }
    const path = `/me/passkeys/${person.passkeyId}`
    expect((await app.api('DELETE', path, { token: person.token, body })).status).toBe(204)
    expect((await enter(person)).status).toBe(401)
    const other = await holder()
    await app.platform.clusters.main.admin.query(
      'update platform.accounts set is_active = false where id = $1',
      [other.user.id],
    )
    expect((await enter(other)).status).toBe(403)
  })

  test('a passkey of one site is unknown on another name of the server', async () => {
    const person = await holder()
    const headers = { host: 'other.example' }
    const { data } = await app.api('POST', '/auth/passkeys/options', { headers })
    expect(data.rpId).toBe('other.example')
    const credential = person.authenticator.get(data, { origin: 'http://other.example' })
    const { status } = await app.api('POST', '/auth/passkeys/login', { headers, body: { credential } })
    expect(status).toBe(401)
  })
})

describe('as the second factor', () => {
  test('ends a login with the password', async () => {
    const person = await holder()
    const { mfa_token } = (await logIn(app, person)).data
    const request = await options({ mfa_token })
    expect(request.allowCredentials).toMatchObject([{ id: person.authenticator.credentialId }])
    const done = await answer(mfa_token, person.authenticator.get(request))
    expect(done.status).toBe(200)
    const { data } = await app.api('GET', '/me/sessions', { token: done.data.tokens.access_token })
    expect(data.find(({ current }: { current: boolean }) => current).methods).toEqual(['password', 'passkey'])
  })

  test('is refused with the passkey of another account, and with a proof for another challenge', async () => {
    const [one, two] = [await holder(), await holder()]
    const { mfa_token } = (await logIn(app, one)).data
    const request = await options({ mfa_token })
    expect((await answer(mfa_token, two.authenticator.get(request))).status).toBe(401)
    const other = (await logIn(app, one)).data.mfa_token
    expect((await answer(other, one.authenticator.get(request))).status).toBe(401)
    expect((await answer(mfa_token, one.authenticator.get(await options()))).status).toBe(401)
    expect((await answer(mfa_token, one.authenticator.get(request))).status).toBe(200)
  })

  test('no options are shown without a challenge that is open', async () => {
    for (const mfa_token of ['x', `${crypto.randomUUID()}.${'a'.repeat(72)}`]) {
      const { status } = await app.api('POST', '/auth/passkeys/options', { body: { mfa_token } })
      expect(status).toBe(401)
    }
  })
})
