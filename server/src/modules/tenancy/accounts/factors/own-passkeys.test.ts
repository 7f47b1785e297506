// Passkeys of accounts: creating, renaming, confirming changes with them, removing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPasskey, guard, logIn, nextCode, PASSWORD } from '#modules/tenancy/accounts/accounts.fixture.ts'
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

const own = (method: string, path: string, token: string, body?: object) =>
  app.api(method, `/me/${path}`, { token, body })
const begin = (token: string, proof: object = { current_password: PASSWORD }) =>
  own('POST', 'passkeys/options', token, proof)
const statusOf = async (token: string) => (await app.api('GET', '/me', { token })).status

async function create(token: string, changes: CeremonyChanges = {}, authenticator = createAuthenticator()) {
  const { data } = await begin(token)
  return own('POST', 'passkeys', token, { credential: authenticator.create(data, changes) })
}

describe('creating', () => {
  test('asks for a discoverable passkey with user verification and no attestation', async () => {
    const { token, user } = await app.register()
    const { status, data } = await begin(token)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      rp: { id: 'localhost', name: 'Msingi' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
  })

  test('stores it, shows recovery codes with the first one, and ends all other sessions', async () => {
    const person = await app.register()
    const other = (await logIn(app, person)).data.tokens.access_token
    const { status, data } = await create(person.token)
    expect(status).toBe(201)
    const { recovery_codes, ...passkey } = data
    expect(recovery_codes).toHaveLength(10)
    expect(passkey).toMatchObject({ name: 'Passkey', synced: false, last_used_at: null })
    expect((await own('GET', 'passkeys', person.token)).data).toEqual([passkey])
    expect(await statusOf(other)).toBe(401)
    expect((await logIn(app, person)).data.methods).toEqual(['recovery_code', 'passkey'])
  })

  test('requires the password first', async () => {
    const { token } = await app.register()
    expect((await begin(token, {})).status).toBe(400)
    expect((await begin(token, { current_password: 'wrong horse 1' })).status).toBe(403)
  })

  test.each<[string, CeremonyChanges]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['a challenge of its own', { challenge: 'a'.repeat(72) }],
    ['a page inside another site', { crossOrigin: true }],
    ['a proof in place of a new passkey', { type: 'webauthn.get' }],
    ['nobody verified', { verified: false }],
    // Its certificates could name addresses that the server would fetch.
    [
      'an attestation that was not asked for',
      { attestation: { format: 'android-key', statement: Buffer.from([0xa0]) } },
    ],
    [
      'an attestation with a statement',
      { attestation: { format: 'none', statement: Buffer.from([0xa1, 0x01, 0x01]) } },
    ],
  ])('is refused with %s', async (_name, changes) => {
    const { token } = await app.register()
    expect((await create(token, changes)).status).toBe(400)
    expect((await own('GET', 'passkeys', token)).data).toEqual([])
  })

  test('is refused with options of another session, expired ones, and for the second time', async () => {
    const person = await app.register()
    const other = (await logIn(app, person)).data.tokens.access_token
    const { data } = await begin(other)
    const credential = createAuthenticator().create(data)
    expect((await own('POST', 'passkeys', person.token, { credential })).status).toBe(400)
    expect((await own('POST', 'passkeys', other, { credential })).status).toBe(201)
    expect((await own('POST', 'passkeys', other, { credential })).status).toBe(400)
    const stranger = await app.register()
    const late = (await begin(stranger.token)).data
    app.clock.advance(300)
    const body = { credential: createAuthenticator().create(late) }
    expect((await own('POST', 'passkeys', stranger.token, body)).status).toBe(400)
  })

  test('a passkey of somebody else is a conflict', async () => {
    const holder = await addPasskey(app, await app.register())
    const { token } = await app.register()
    const { status } = await create(token, {}, holder.authenticator)
    expect(status).toBe(409)
    expect((await own('GET', 'passkeys', token)).data).toEqual([])
  })

  test('nonsense is refused, whatever its kind', async () => {
    const { token } = await app.register()
    const { data } = await begin(token)
    const right: any = createAuthenticator().create(data)
    // Nested arrays, a map that announces four billion entries, and no CBOR at all.
    const nested = Buffer.alloc(6000, 0x81)
    for (const bytes of [nested, Buffer.from([0xba, 255, 255, 255, 255]), Buffer.from('hello')]) {
      const response = { ...right.response, attestationObject: bytes.toString('base64url') }
      const answer = await own('POST', 'passkeys', token, { credential: { ...right, response } })
      expect(answer.status).toBe(400)
    }
    const clientDataJSON = Buffer.from('{"challenge":{}}').toString('base64url')
    const credential = { ...right, response: { ...right.response, clientDataJSON } }
    expect((await own('POST', 'passkeys', token, { credential })).status).toBe(400)
  })

  test('needs a host name: an address has none', async () => {
    const { token } = await app.register()
    const answer = await app.api('POST', '/me/passkeys/options', {
      token,
      body: { current_password: PASSWORD },
      headers: { host: '127.0.0.1:8080' },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('MSINGI_PUBLIC_URL')
  })

  test('one account has at most ten', async () => {
    const person = await app.register()
    const first = await addPasskey(app, person)
    await app.platform.clusters.main.admin.query(
      `insert into platform.account_passkeys
         (account_id, name, credential_id, public_key, counter, transports, rp_id, synced, created_at)
       select account_id, name, credential_id || n, public_key, counter, transports, rp_id, synced, created_at
       from platform.account_passkeys, generate_series(2, 10) n where id = $1`,
      [first.passkeyId],
    )
    const options = await own('POST', 'passkeys/confirm-options', person.token)
    const proof = { passkey: first.authenticator.get(options.data) }
    expect((await begin(person.token, proof)).status).toBe(409)
  })
})

describe('with a passkey', () => {
  test('changes are confirmed, each with a proof of its own', async () => {
    const person = await addPasskey(app, await app.register())
    const proof = async () => {
      const { data } = await own('POST', 'passkeys/confirm-options', person.token)
      expect(data.allowCredentials).toEqual([
        { id: person.authenticator.credentialId, type: 'public-key', transports: ['internal'] },
      ])
      return { passkey: person.authenticator.get(data) }
    }
    expect((await begin(person.token)).status).toBe(400)
    const used = await proof()
    expect((await begin(person.token, used)).status).toBe(200)
    expect((await begin(person.token, used)).status).toBe(403)
    const path = `passkeys/${person.passkeyId}`
    expect((await own('DELETE', path, person.token, await proof())).status).toBe(204)
    expect((await logIn(app, person)).data.tokens).toBeDefined()
  })

  test('a proof for logging in confirms nothing', async () => {
    const person = await addPasskey(app, await app.register())
    const { data } = await app.api('POST', '/auth/passkeys/options')
    expect((await begin(person.token, { passkey: person.authenticator.get(data) })).status).toBe(403)
  })

  test('the passkey of another account confirms nothing', async () => {
    const [one, two] = [
      await addPasskey(app, await app.register()),
      await addPasskey(app, await app.register()),
    ]
    const { data } = await own('POST', 'passkeys/confirm-options', one.token)
    expect((await begin(one.token, { passkey: two.authenticator.get(data) })).status).toBe(403)
  })
})

test('can be renamed by the owner alone', async () => {
  const [one, two] = [await addPasskey(app, await app.register()), await app.register()]
  const rename = (token: string) => own('PATCH', `passkeys/${one.passkeyId}`, token, { name: 'Key ring' })
  expect((await rename(two.token)).status).toBe(404)
  const { status, data } = await rename(one.token)
  expect([status, data.name]).toEqual([200, 'Key ring'])
  const gone = await own('DELETE', `passkeys/${one.passkeyId}`, two.token, { current_password: PASSWORD })
  expect(gone.status).toBe(404)
})

test('an authenticator confirms a passkey, and no new recovery codes are shown', async () => {
  const person = await guard(app, await app.register())
  const code = nextCode(app, person.secret)
  const holder = await addPasskey(app, person, createAuthenticator(), { code })
  expect(holder.recoveryCodes).toBeNull()
  expect((await logIn(app, person)).data.methods).toEqual(['totp', 'recovery_code', 'passkey'])
})
