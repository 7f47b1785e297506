// Sessions: expiry to the second, single-use refresh tokens, and sessions that end on every node at once.
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#app'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { heldUp } from '#test/held-up.ts'
import { SESSION_TOPIC } from './sessions.ts'

const PASSWORD = 'correct horse 1'
const DAY = 86_400

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const refresh = (refresh_token: string) => app.api('POST', '/auth/refresh', { body: { refresh_token } })
const statusOf = async (token: string) => (await app.api('GET', '/me', { token })).status

async function logIn(email: string) {
  const { data } = await app.api('POST', '/auth/login', {
    body: { email, password: PASSWORD },
    headers: { 'user-agent': 'Test Browser 1' },
  })
  return data.tokens as { access_token: string; refresh_token: string; access_token_expires_at: string }
}

test('a refresh token is used up behind the lock of its session, as by who deletes both', async () => {
  const { user, refresh_token } = await app.register('parent@example.com')
  const of = 'from platform.account_sessions where account_id = $1'
  const tokens = `from platform.account_refresh_tokens where session_id in (select id ${of})`
  const answer = await heldUp(app, { first: [of, user.id], later: [[tokens, user.id]] }, () =>
    refresh(refresh_token),
  )
  expect(answer.status, answer.text).toBe(200)
})

describe('an access token', () => {
  test('works for 15 minutes, to the second', async () => {
    await app.register('second@example.com')
    const { access_token, access_token_expires_at } = await logIn('second@example.com')
    const seconds = Math.floor(app.clock.now().getTime() / 1000) + 900
    expect(access_token_expires_at).toBe(new Date(seconds * 1000).toISOString())
    app.clock.advance(899)
    expect(await statusOf(access_token)).toBe(200)
    app.clock.advance(1)
    expect(await statusOf(access_token)).toBe(401)
    const { body } = await app.api('GET', '/me', { token: access_token })
    const expired = access_token_expires_at.replace('.000Z', 'Z')
    expect(body.message).toBe(
      `The access token expired at ${expired}. Get a new one with POST /api/v1/auth/refresh.`,
    )
  })

  test.each([
    ['another key', { key: 'another-purpose' }],
    ['another issuer', { issuer: 'elsewhere' }],
    ['another audience', { audience: 'project' }],
    ['another algorithm', { alg: 'HS512' }],
    ['no session', { claims: {} }],
    ['an unknown session', { claims: { sid: crypto.randomUUID() } }],
  ])('with %s is refused', async (_name, change: Record<string, any>) => {
    const { user, token } = await app.register()
    const own = JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString())
    const forge = ({
      key = 'dashboard-jwt',
      issuer = own.iss,
      audience = own.aud,
      alg = 'HS256',
      claims = { sid: own.sid },
    }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(user.id)
        .setExpirationTime(own.exp)
        .sign(app.platform.keys.derive(key))
    // Signing the unchanged payload works: only the change makes the token invalid.
    expect(await statusOf(await forge({}))).toBe(200)
    expect(await statusOf(await forge(change))).toBe(401)
  })

  test.each(['a.b.c', '..', 'eyJhbGciOiJub25lIn0.e30.'])('%s is refused', async (token) => {
    expect(await statusOf(token)).toBe(401)
  })
})

describe('a refresh token', () => {
  test('returns new tokens of the same session', async () => {
    const { refresh_token } = await app.register()
    const answer = await refresh(refresh_token)
    expect(answer.status).toBe(200)
    const { tokens } = answer.data
    expect(tokens.refresh_token).not.toBe(refresh_token)
    const { data } = await app.api('GET', '/me/sessions', { token: tokens.access_token })
    expect(data).toHaveLength(1)
  })

  test('that is used again later ends the session with all its tokens', async () => {
    const { token, refresh_token } = await app.register('twice@example.com')
    const other = await logIn('twice@example.com')
    const { tokens } = (await refresh(refresh_token)).data
    expect(await statusOf(token)).toBe(200)
    app.clock.advance(11)
    expect((await refresh(refresh_token)).status).toBe(401)
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(tokens.access_token)).toBe(401)
    expect((await refresh(tokens.refresh_token)).status).toBe(401)
    expect(await statusOf(other.access_token)).toBe(200)
  })

  test('that is used several times at once returns the same successor to all', async () => {
    const { token, refresh_token } = await app.register()
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(refresh_token)))
    const tokens = answers.map(({ data }) => data?.tokens)
    expect(new Set(tokens.map((each) => each?.refresh_token)).size).toBe(1)
    for (const access of [token, ...tokens.map((each) => each?.access_token)])
      expect(await statusOf(access)).toBe(200)
    expect((await refresh(tokens[0].refresh_token)).status).toBe(200)
  })

  test('whose answer was lost returns the same successor, until that was used', async () => {
    const { refresh_token } = await app.register()
    const first = (await refresh(refresh_token)).data.tokens
    app.clock.advance(10)
    const again = (await refresh(refresh_token)).data.tokens
    expect(again.refresh_token).toBe(first.refresh_token)
    expect((await refresh(again.refresh_token)).status).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(401)
    expect(await statusOf(again.access_token)).toBe(200)
  })

  test('is valid for 30 days after the last use', async () => {
    const first = await app.register()
    app.clock.advance(30 * DAY - 1)
    const second = await refresh(first.refresh_token)
    expect(second.status).toBe(200)
    const expected = new Date(app.clock.now().getTime() + 30 * DAY * 1000).toISOString()
    expect(second.data.tokens.refresh_token_expires_at).toBe(expected)
    app.clock.advance(30 * DAY)
    expect((await refresh(second.data.tokens.refresh_token)).status).toBe(401)
  })

  test('that was never issued is refused', async () => {
    expect((await refresh('no such token')).status).toBe(401)
  })
})

describe('a session', () => {
  test('ends on logout at once', async () => {
    const { token, refresh_token } = await app.register()
    expect(await statusOf(token)).toBe(200)
    const answer = await app.api('POST', '/auth/logout', { token })
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expect(await statusOf(token)).toBe(401)
    expect((await refresh(refresh_token)).status).toBe(401)
  })

  test('ends on every node at once', async () => {
    const { config, keys, clusters, log } = app.platform
    const database = clusters.main.adminConfig()
    const node = await createApp({ config, keys, log, clock: app.clock, database, work: false })
    try {
      const { token } = await app.register()
      const me = () => node.app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } })
      expect((await me()).statusCode).toBe(200)
      // Registered after the node's cache, so this handler runs after the cache was invalidated.
      const received = new Promise((resolve) => node.platform.invalidations.on(SESSION_TOPIC, resolve))
      await app.api('POST', '/auth/logout', { token })
      await received
      expect((await me()).statusCode).toBe(401)
    } finally {
      await node.close()
    }
  })

  test('ends within a minute if the account is deactivated by SQL', async () => {
    const { token, refresh_token, user } = await app.register()
    expect(await statusOf(token)).toBe(200)
    const sql = 'update platform.accounts set is_active = false where id = $1'
    await app.platform.clusters.main.admin.query(sql, [user.id])
    app.clock.advance(60)
    expect(await statusOf(token)).toBe(401)
    expect((await refresh(refresh_token)).status).toBe(401)
  })

  test('is listed with its user agent, and can be ended from another', async () => {
    const { token } = await app.register('list@example.com')
    app.clock.advance(1)
    const other = await logIn('list@example.com')
    const list = async () => (await app.api('GET', '/me/sessions', { token })).data
    const [latest, own] = await list()
    expect(latest).toMatchObject({ user_agent: 'Test Browser 1', current: false })
    expect(latest.created_at).toBe(app.clock.now().toISOString())
    expect(own).toMatchObject({ current: true })

    expect(await statusOf(other.access_token)).toBe(200)
    const path = `/me/sessions/${latest.id}`
    expect((await app.api('DELETE', path, { token })).status).toBe(204)
    expect(await statusOf(other.access_token)).toBe(401)
    expect(await list()).toEqual([own])
    expect((await app.api('DELETE', path, { token })).status).toBe(404)
  })

  test('of another account cannot be ended', async () => {
    const [one, two] = [await app.register(), await app.register()]
    const [session] = (await app.api('GET', '/me/sessions', { token: two.token })).data
    const answer = await app.api('DELETE', `/me/sessions/${session.id}`, { token: one.token })
    expect(answer.status).toBe(404)
    expect(await statusOf(two.token)).toBe(200)
  })

  test('that ended long ago is deleted at the next login', async () => {
    const { user, token } = await app.register('forget@example.com')
    await app.api('POST', '/auth/logout', { token })
    app.clock.advance(30 * DAY + 1)
    await logIn('forget@example.com')
    const sql = 'select revoked_at from platform.account_sessions where account_id = $1'
    const { rows } = await app.platform.clusters.main.admin.query(sql, [user.id])
    expect(rows).toEqual([{ revoked_at: null }])
  })
})

test('a session says where and how it was opened, and all others can be ended at once', async () => {
  const { token, user } = await app.register()
  const others = [await logIn(user.email), await logIn(user.email)]
  const { data } = await app.api('GET', '/me/sessions', { token })
  expect(data).toHaveLength(3)
  const opened = { address: '127.0.0.1', methods: ['password'] }
  for (const one of data) expect(one).toMatchObject(opened)
  const elsewhere = data.filter(({ current }: { current: boolean }) => !current)
  expect(elsewhere).toHaveLength(2)
  for (const one of elsewhere) expect(one.user_agent).toBe('Test Browser 1')
  expect((await app.api('DELETE', '/me/sessions', { token })).status).toBe(204)
  for (const { access_token } of others) expect(await statusOf(access_token)).toBe(401)
  expect(await statusOf(token)).toBe(200)
  expect((await app.api('GET', '/me/sessions', { token })).data).toHaveLength(1)
})
