// Access tokens of project users: expiry to the second, valid in one project only, and not forgeable.
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signUp, statusOf } from '#modules/auth/auth.fixture.ts'
import { SigningKeys } from '#modules/auth/context/signing-keys.ts'
import { createSeal } from '#platform/crypto/sealed.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString())

async function privateKeyOf(token: string, owner: TestProject) {
  const { kid } = decodeProtectedHeader(token)
  const { rows } = await app.platform.clusters.main.admin.query(
    'select private_key from msingi_auth.signing_keys where id = $1',
    [kid],
  )
  const seal = createSeal(app.platform.keys, 'project-jwt')
  return { kid, jwk: JSON.parse(seal.open(rows[0].private_key, `${owner.id}/${kid}`)) }
}

describe('an access token', () => {
  test('is valid for the configured lifetime, to the second, cached or not', async () => {
    const { id, token } = project
    const body = { jwt_expiry_seconds: 120 }
    expect((await app.api('PUT', `/projects/${id}/auth/settings`, { token, body })).status).toBe(200)
    const one = await signUp(app, project)
    const two = await signUp(app, project)
    const seconds = Math.floor(app.clock.now().getTime() / 1000) + 120
    expect(one.tokens.access_token_expires_at).toBe(new Date(seconds * 1000).toISOString())
    // The clock is somewhere within a second; JWTs count whole seconds.
    const untilEnd = seconds - app.clock.now().getTime() / 1000
    app.clock.advance(untilEnd - 0.001)
    expect(await statusOf(app, one.token)).toBe(200)
    app.clock.advance(0.001)
    expect(await statusOf(app, one.token)).toBe(401)
    expect(await statusOf(app, two.token)).toBe(401)
    await app.api('PUT', `/projects/${id}/auth/settings`, { token, body: { jwt_expiry_seconds: 3600 } })
  })

  test.each([
    ['nothing changed', {}, 200],
    ['another issuer', { issuer: 'elsewhere' }, 401],
    ['another audience', { audience: crypto.randomUUID() }, 401],
    ['an unknown key', { kid: crypto.randomUUID() }, 401],
    ['a key id that is none', { kid: "' or true" }, 401],
    ['no key id', { kid: undefined }, 401],
    ['an unknown session', { claims: { sid: crypto.randomUUID() } }, 401],
    ['no session', { claims: {} }, 401],
    ["another user's name", { subject: crypto.randomUUID() }, 401],
    ['a session that is no id', { claims: { sid: 'x/y' } }, 401],
  ])('with %s', async (_name, change: Record<string, any>, status) => {
    const { token } = await signUp(app, project)
    const own = payloadOf(token)
    const { kid, jwk } = await privateKeyOf(token, project)
    const forged = {
      ...{ kid, issuer: own.iss, audience: own.aud, subject: own.sub, claims: { sid: own.sid } },
      ...change,
    }
    const text = await new SignJWT(forged.claims)
      .setProtectedHeader({ alg: 'ES256', ...(forged.kid === undefined ? {} : { kid: forged.kid }) })
      .setIssuer(forged.issuer)
      .setAudience(forged.audience)
      .setSubject(forged.subject)
      .setExpirationTime(own.exp)
      .sign(await importJWK(jwk, 'ES256'))
    expect(await statusOf(app, text)).toBe(status)
  })

  test('signed with another key is refused, with any algorithm', async () => {
    const { token } = await signUp(app, project)
    const own = payloadOf(token)
    const { kid } = decodeProtectedHeader(token)
    const { keys } = (await app.api('GET', `/projects/${project.id}/auth/.well-known/jwks.json`)).body as any
    const build = (alg: string) =>
      new SignJWT({ sid: own.sid })
        .setProtectedHeader({ alg, kid: String(kid) })
        .setIssuer(own.iss)
        .setAudience(own.aud)
        .setSubject(own.sub)
        .setExpirationTime(own.exp)
    const stranger = await generateKeyPair('ES256')
    expect(await statusOf(app, await build('ES256').sign(stranger.privateKey))).toBe(401)
    // The public key as an HMAC secret (algorithm confusion).
    const secret = Buffer.from(JSON.stringify(keys[0]).padEnd(32))
    expect(await statusOf(app, await build('HS256').sign(secret))).toBe(401)
    const [head, body] = [{ alg: 'none', kid }, own].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    expect(await statusOf(app, `${head}.${body}.`)).toBe(401)
    expect(await statusOf(app, `${head}.${body}.${token.split('.')[2]}`)).toBe(401)
  })

  test('of one project is refused in another', async () => {
    const other = await app.createProject()
    const { token, user } = await signUp(app, project)
    await signUp(app, other)
    expect((await app.api('GET', `/projects/${other.id}/auth/sessions`, { token })).status).toBe(403)
    expect((await app.api('GET', `/projects/${other.id}/auth/users/${user.id}`, { token })).status).toBe(403)
    // Signed with the other project's key, for a session of this one.
    const foreign = await signUp(app, other)
    const { kid, jwk } = await privateKeyOf(foreign.token, other)
    const own = payloadOf(token)
    const forge = async (audience: string) =>
      new SignJWT({ sid: own.sid })
        .setProtectedHeader({ alg: 'ES256', kid: String(kid) })
        .setIssuer(own.iss)
        .setAudience(audience)
        .setSubject(own.sub)
        .setExpirationTime(own.exp)
        .sign(await importJWK(jwk, 'ES256'))
    expect(await statusOf(app, await forge(project.id))).toBe(401)
    expect(await statusOf(app, await forge(other.id))).toBe(401)
  })

  test('is no dashboard token, and a dashboard token is no access token of a user', async () => {
    const { token } = await signUp(app, project)
    expect((await app.api('GET', '/me', { token })).status).toBe(403)
    expect(
      (await app.api('GET', `/projects/${project.id}/auth/sessions`, { token: project.token })).status,
    ).toBe(403)
  })

  test.each(['a.b.c', '..', 'eyJhbGciOiJFUzI1NiJ9.e30.', 'ñ.ñ.ñ', 'bnVsbA.bnVsbA.bnVsbA'])(
    '%s is refused',
    async (token) => {
      expect(await statusOf(app, token)).toBe(401)
    },
  )

  test('is verified once, then cached', async () => {
    const { token } = await signUp(app, project)
    const verifying = vi.spyOn(SigningKeys.prototype, 'verifying')
    expect(await statusOf(app, token)).toBe(200)
    expect(verifying).toHaveBeenCalledTimes(1)
    expect(await statusOf(app, token)).toBe(200)
    expect(verifying).toHaveBeenCalledTimes(1)
    verifying.mockRestore()
  })

  test('takes precedence over an API key in the same request', async () => {
    const { token, user } = await signUp(app, project)
    const path = `/projects/${project.id}/auth/sessions`
    const { data } = await app.api('GET', path, { token, key: project.secret })
    expect(data).toHaveLength(1)
    expect(payloadOf(token).sub).toBe(user.id)
  })
})

// A server that acts for whoever asks sends on what it was given, beside a key of its own.
describe('beside a key', () => {
  const call = (method: string, path: string, token: string, key: string) =>
    app.api(method, path, { token, key, ...(method === 'POST' ? { body: { name: 'Mine', n: 1 } } : {}) })
  const buckets = () => `/projects/${project.id}/storage/buckets`
  let other: TestProject

  beforeAll(async () => {
    other = await app.createProject()
    for (const { id, token } of [project, other]) {
      const body = { name: 'notes', columns: [{ name: 'n', data_type: 'integer' }] }
      await app.api('POST', `/projects/${id}/tables`, { token, body })
    }
  })

  test('a session that a route does not take never has the rights of a secret key', async () => {
    const { token: user } = await signUp(app, project)
    const stranger = (await app.register()).token
    for (const [method, path, token] of [
      ['GET', '/data/notes', stranger],
      ['POST', '/data/notes', stranger],
      ['POST', buckets(), user],
      ['GET', `/projects/${project.id}/secrets`, user],
    ] as const) {
      const { status, body } = await call(method, path, token, project.secret)
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'wrong_credentials'])
    }
    expect((await app.api('GET', '/data/notes', { key: project.secret })).data).toEqual([])
    // Anybody may have a publishable key, and whoever may make keys of the project a secret one.
    expect((await call('GET', '/data/users', project.token, project.secret)).status).toBe(200)
    expect((await call('GET', '/data/users', stranger, project.publishable)).status).toBe(200)
  })

  test('a session of another project leads into neither', async () => {
    const { token: theirs } = await signUp(app, other)
    for (const key of [project.secret, project.publishable])
      for (const method of ['GET', 'POST']) {
        const { status, body } = await call(method, '/data/notes', theirs, key)
        expect([method, status, body.code]).toEqual([method, 403, 'other_project'])
      }
    expect((await app.api('GET', '/data/notes', { key: other.secret })).data).toEqual([])
  })
})

describe('the key set', () => {
  const jwks = async (id: string) =>
    (await app.api('GET', `/projects/${id}/auth/.well-known/jwks.json`)).body as any

  test('verifies the tokens of the project, and contains nothing private', async () => {
    const { token, user } = await signUp(app, project)
    const answer = await app.api('GET', `/projects/${project.id}/auth/.well-known/jwks.json`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const set = JSON.parse(answer.text)
    expect(Object.keys(set)).toEqual(['keys'])
    expect(set.keys.map(Object.keys).map((names: string[]) => names.sort())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ])
    const { payload } = await jwtVerify(token, createLocalJWKSet(set), {
      audience: project.id,
      issuer: 'msingi',
      currentDate: app.clock.now(),
    })
    expect(payload.sub).toBe(user.id)
  })

  test('of an unknown project is 404', async () => {
    expect((await app.api('GET', `/projects/${crypto.randomUUID()}/auth/.well-known/jwks.json`)).status).toBe(
      404,
    )
  })

  test('contains both keys after a rotation, until all tokens of the old one have expired', async () => {
    const other = await app.createProject()
    const before = await signUp(app, other)
    const rotated = await app.api('POST', `/projects/${other.id}/auth/keys/rotate`, { token: other.token })
    expect(rotated.status).toBe(200)
    expect(rotated.data.keys).toHaveLength(2)
    const after = await signUp(app, other)
    const kids = [after, before].map(({ token }) => decodeProtectedHeader(token).kid)
    expect(kids[0]).not.toBe(kids[1])
    expect((await jwks(other.id)).keys.map(({ kid }: { kid: string }) => kid)).toEqual(kids)
    expect(await statusOf(app, before.token)).toBe(200)
    expect(await statusOf(app, after.token)).toBe(200)
    app.clock.advance(86_400)
    expect((await jwks(other.id)).keys.map(({ kid }: { kid: string }) => kid)).toEqual([kids[0]])
  })

  test('can be rotated by admins only', async () => {
    const path = `/projects/${project.id}/auth/keys/rotate`
    expect((await app.api('POST', path, { key: project.secret })).status).toBe(403)
    expect((await app.api('POST', path, { token: (await app.register()).token })).status).toBe(403)
  })

  test('is created once, also in concurrent sign-ups', async () => {
    const other = await app.createProject()
    await Promise.all(Array.from({ length: 6 }, () => signUp(app, other)))
    expect((await jwks(other.id)).keys).toHaveLength(1)
  })

  test('stores private keys encrypted', async () => {
    const { token } = await signUp(app, project)
    const { jwk } = await privateKeyOf(token, project)
    const { rows } = await app.platform.clusters.main.admin.query(
      'select private_key from msingi_auth.signing_keys where id = $1',
      [decodeProtectedHeader(token).kid],
    )
    expect(rows[0].private_key).not.toContain(jwk.d)
  })
})
