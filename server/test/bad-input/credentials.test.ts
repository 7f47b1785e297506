// Credentials that are missing, malformed, expired, revoked, forged or somebody else's.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { expectAlive, expectRefusal } from './refusals.ts'

let app: TestApp
let project: TestProject
let other: TestProject
const keys: Record<string, string> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  other = await app.createProject()
  const { id, token } = project
  await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'notes' } })
  const make = async (name: string, body: object = {}) => {
    const { data } = await app.api('POST', `/projects/${id}/api-keys`, { token, body: { name, ...body } })
    keys[name] = data.key
    return data.id
  }
  await make('expired', { expires_at: new Date(app.clock.now().getTime() + 1000).toISOString() })
  await make('reading', { scopes: ['data:read'] })
  await make('paying', { scopes: ['payments:read', 'payments:write'] })
  await app.api('DELETE', `/projects/${id}/api-keys/${await make('revoked')}`, { token })
  await app.api('POST', `/projects/${id}/api-keys/${await make('rotated')}/rotate`, {
    token,
    body: { overlap_seconds: 0 },
  })
  const leaver = await app.register()
  await app.api('POST', '/auth/logout', { token: leaver.token })
  tokens.loggedOut = leaver.token
  const old = await app.register()
  tokens.refresh = old.refresh_token
  app.clock.advance(2)
})
afterAll(async () => {
  await expectAlive(app, project.secret, 'notes')
  await app.stop()
})

function forged(change: { header?: object; payload?: object; signature?: string }): string {
  const [header, payload, signature] = project.token.split('.') as [string, string, string]
  const merge = (part: string, extra: object | undefined) =>
    extra === undefined
      ? part
      : Buffer.from(
          JSON.stringify({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...extra }),
        ).toString('base64url')
  return [merge(header, change.header), merge(payload, change.payload), change.signature ?? signature].join(
    '.',
  )
}

function signedWith(secret: string): string {
  const body = project.token.split('.').slice(0, 2).join('.')
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

const bearer = (text: string): CallOptions => ({ headers: { authorization: text } })

const NOBODY: readonly (readonly [string, () => CallOptions])[] = [
  ['nothing', () => ({})],
  ['an empty key', () => ({ key: '' })],
  ['a key that is none', () => ({ key: 'x' })],
  ['a key cut short', () => ({ key: project.secret.slice(0, -1) })],
  ['a key with something behind it', () => ({ key: `${project.secret}x` })],
  ['a key in capitals', () => ({ key: project.secret.toUpperCase() })],
  ['a key with SQL', () => ({ key: "' or true --" })],
  ['a key of 10 kB', () => ({ key: 'x'.repeat(10_000) })],
  ['two keys', () => ({ key: `${project.secret}, ${project.secret}` })],
  ['an expired key', () => ({ key: keys.expired })],
  ['a revoked key', () => ({ key: keys.revoked })],
  ['a key from before a rotation', () => ({ key: keys.rotated })],
  ['an empty Authorization', () => bearer('')],
  ['Bearer and nothing', () => bearer('Bearer')],
  ['Bearer and blanks', () => bearer('Bearer    ')],
  ['two tokens', () => bearer(`Bearer ${project.token} ${project.token}`)],
  ['Basic', () => bearer(`Basic ${Buffer.from('a:b').toString('base64')}`)],
  ['a token without Bearer', () => bearer(project.token)],
  ['points', () => bearer('Bearer ..')],
  ['a token that is none', () => bearer('Bearer a.b.c')],
  ['a token cut short', () => bearer(`Bearer ${project.token.slice(0, -2)}`)],
  ['a token of two parts', () => bearer(`Bearer ${project.token.split('.').slice(0, 2).join('.')}`)],
  ['alg none, no signature', () => bearer(`Bearer ${forged({ header: { alg: 'none' }, signature: '' })}`)],
  ['alg none, the old signature', () => bearer(`Bearer ${forged({ header: { alg: 'none' } })}`)],
  ['alg None', () => bearer(`Bearer ${forged({ header: { alg: 'None' }, signature: '' })}`)],
  ['alg RS256', () => bearer(`Bearer ${forged({ header: { alg: 'RS256' } })}`)],
  ['a key in the header', () => bearer(`Bearer ${forged({ header: { jwk: { kty: 'oct', k: 'eA' } } })}`)],
  ['a path as key id', () => bearer(`Bearer ${forged({ header: { kid: '../../../dev/null' } })}`)],
  ['another subject', () => bearer(`Bearer ${forged({ payload: { sub: crypto.randomUUID() } })}`)],
  ['another session', () => bearer(`Bearer ${forged({ payload: { sid: crypto.randomUUID() } })}`)],
  ['no end', () => bearer(`Bearer ${forged({ payload: { exp: 9_999_999_999 } })}`)],
  ['signed with nothing', () => bearer(`Bearer ${signedWith('')}`)],
  ['signed with a guess', () => bearer(`Bearer ${signedWith('secret')}`)],
  ['a token of a session that has ended', () => ({ token: tokens.loggedOut })],
  ['a refresh token', () => ({ token: tokens.refresh })],
  ['a token in the query', () => ({})],
]

test.each(NOBODY)('%s: 401', async (what, options) => {
  const query = what.endsWith('in the query') ? `?token=${project.token}&api_key=${project.secret}` : ''
  for (const path of [`/data/notes${query}`, `/projects${query}`, `/projects/${project.id}/tables${query}`]) {
    const answer = await app.api('GET', path, options())
    expectRefusal(answer, 401, '')
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.text).not.toContain(project.token)
  }
})

test('whoever sends nothing is told what to send', async () => {
  expectRefusal(
    await app.api('GET', '/data/notes'),
    401,
    'a key as X-PLATFORM-API-Key, a session as Authorization',
  )
  const { message } = (await app.api('GET', '/projects')).body
  expect(message).toMatch(
    /takes a dashboard session\. Send a session as Authorization: Bearer <access token>\.$/,
  )
})

test('a token is good until its end, and not a second longer', async () => {
  const { token } = await app.register()
  expect((await app.api('GET', '/me', { token })).status).toBe(200)
  app.clock.advance(15 * 60 - 1)
  expect((await app.api('GET', '/me', { token })).status).toBe(200)
  app.clock.advance(1)
  expectRefusal(await app.api('GET', '/me', { token }), 401, 'expired')
  app.clock.advance(-15 * 60)
})

test.each<[string, string, string, () => CallOptions, string]>([
  ['a key that may only read', 'POST', '/data/notes', () => ({ key: keys.reading, body: {} }), 'data:write'],
  [
    'a key that may only read, in a batch',
    'POST',
    '/batch',
    () => ({ key: keys.reading, body: {} }),
    'data:write',
  ],
  ['a key for payments', 'GET', '/data/notes', () => ({ key: keys.paying }), 'data:read'],
  [
    'a dashboard session on data',
    'GET',
    '/data/notes',
    () => ({ token: project.token }),
    'dashboard session',
  ],
  ['a key on the dashboard', 'GET', '/projects', () => ({ key: project.secret }), 'API key'],
  ['another owner', 'GET', '/projects/PROJECT/tables', () => ({ token: other.token }), 'not a member'],
])('%s: 403', async (_what, method, path, options, names) => {
  expectRefusal(await app.api(method, path.replace('PROJECT', project.id), options()), 403, names)
})

test("another account's refresh token refreshes that account, and a used or invented one nobody", async () => {
  const one = await app.register()
  const { data } = await app.api('POST', '/auth/refresh', {
    token: project.token,
    body: { refresh_token: one.refresh_token },
  })
  const { data: who } = await app.api('GET', '/me', { token: data.tokens.access_token })
  expect(who.id).toBe(one.user.id)
  for (const refresh_token of [one.token, project.secret, 'x', "' or true --", 'a\0b']) {
    expectRefusal(await app.api('POST', '/auth/refresh', { body: { refresh_token } }), 401, '')
  }
})

test('wrong passwords say the same as unknown accounts', async () => {
  const { user } = await app.register()
  const login = (email: string, password: string) =>
    app.api('POST', '/auth/login', { body: { email, password } })
  const [wrong, unknown] = [
    await login(user.email, 'wrong horse 1'),
    await login('nobody@example.com', 'wrong horse 1'),
  ]
  expectRefusal(wrong, 401, '')
  expect(unknown.text).toBe(wrong.text)
})
