// Tokens: their claims, and that they end with their credential, for open connections too.
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  openSocket,
  openStream,
} from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

function payloadOf(token: string) {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

async function refusal(token: string) {
  const client = await openSocket(base)
  client.send({ id: 1, connect: { token } })
  return client.closed
}

const INVALID = { code: 3500, reason: 'invalid token' }

test('tokens name their channel and their subject', async () => {
  const user = await signUp(app, project)
  const key = payloadOf((await connectToken(app, project, { key: project.publishable })).token)
  expect(key).toMatchObject({ sub: `project:${project.id}`, subs: { [notes.channel]: {} } })
  expect(key.exp - key.iat).toBe(86_400)
  const own = payloadOf((await connectToken(app, project, { token: user.token })).token)
  expect(own.sub).toBe(`user:${user.user.id}`)
  const dashboard = await app.api('POST', `/projects/${project.id}/realtime/token`, { token: project.token })
  const claims = payloadOf(dashboard.data.token)
  expect([claims.exp - claims.iat, claims.subs]).toEqual([600, {}])
})

test('the tables and channels of a token are limited', async () => {
  const crowded = await app.createProject()
  const [slugs, names] = ['t', 'c'].map((letter) =>
    Array.from({ length: 32 }, (_, n) => `${letter}${n}_`.padEnd(letter === 't' ? 40 : 100, 'x')),
  ) as [string[], string[]]
  for (const slug of slugs) await createTable(app, feed, crowded, slug)
  for (const name of names)
    await app.api('POST', `/projects/${crowded.id}/realtime/channels`, {
      token: crowded.token,
      body: { name },
    })
  const query = [...slugs.map((slug) => `table=${slug}`), ...names.map((name) => `channel=${name}`)].join('&')
  const { token } = await connectToken(app, crowded, { key: crowded.secret }, query)
  expect(token.length).toBeGreaterThan(8192)
  const client = await openSocket(base)
  client.send({ id: 1, connect: { token } })
  const { connect } = await client.next(({ id }) => id === 1)
  expect(Object.keys(connect.subs)).toHaveLength(64)
  client.close()
  const path = `/projects/${crowded.id}/realtime/connect?${query}`
  expect(await app.api('POST', `${path}&table=${slugs[0]}`, { key: crowded.secret })).toMatchObject({
    status: 400,
    text: expect.stringContaining('table: must be given at most 32 times'),
  })
})

test('the table must be one of the project', async () => {
  const path = `/projects/${project.id}/realtime/connect`
  const answers = await Promise.all(
    ['?table=nothing', '', '?table=', '?table=a%00b', '?channel=nothing', '?table=notes&x=1'].map((query) =>
      app.api('POST', path + query, { key: project.secret }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 404, 404, 400])
  const other = await app.createProject()
  expect((await app.api('POST', `${path}?table=notes`, { key: other.secret })).status).toBe(403)
  expect((await app.api('POST', `${path}?table=notes`, { token: project.token })).status).toBe(403)
})

test('url is the public address if one is set, else that of the request', async () => {
  const { data } = await app.api('POST', `/projects/${project.id}/realtime/connect?table=notes`, {
    key: project.secret,
    headers: { host: 'api.example.com' },
  })
  expect(data.url).toBe('http://api.example.com')
})

describe('forged tokens', () => {
  const sign = (claims: Record<string, unknown>, key: Uint8Array, alg = 'HS256') =>
    new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT' }).setIssuedAt().sign(key)

  test('are refused', async () => {
    const { token } = await connectToken(app, project, { key: project.secret })
    const [head = '', body = '', signature = ''] = token.split('.')
    const claims = payloadOf(token)
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const raised = encode({ ...claims, subs: { ...claims.subs, [`project:${project.id}:users`]: {} } })
    const own = (purpose: string) => new Uint8Array(app.platform.keys.derive(purpose))
    const user = await signUp(app, project)
    const forged = [
      '',
      'x',
      'a.b.c',
      `${head}.${raised}.${signature}`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${head}.${body}.`,
      await sign(claims, new TextEncoder().encode('secret')),
      await sign(claims, own('dashboard-jwt')),
      await sign({ ...claims, aud: 'dashboard' }, own('realtime-jwt')),
      await sign({ ...claims, iss: 'somebody' }, own('realtime-jwt')),
      await sign({ ...claims, cred: undefined }, own('realtime-jwt')),
      user.token,
      project.token,
      project.secret,
      `${token}\0`,
    ]
    for (const one of forged) expect(await refusal(one), one).toEqual(INVALID)
  })

  test('a realtime token is not accepted by other routes', async () => {
    const { token } = await connectToken(app, project, { key: project.secret })
    expect((await app.api('GET', '/data/notes', { token })).status).toBe(401)
    expect((await app.api('GET', '/data/notes', { key: token })).status).toBe(401)
    expect((await app.api('GET', `/data/notes?token=${token}`)).status).toBe(401)
    expect((await app.api('GET', `/data/notes?api_key=${project.secret}`)).status).toBe(401)
  })
})

test('an expired token gets error 109, so that clients fetch a new one', async () => {
  const { token } = await connectToken(app, project, { key: project.secret })
  app.clock.advance(86_401)
  const client = await openSocket(base)
  client.send({ id: 1, connect: { token } })
  expect(await client.next(({ id }) => id === 1)).toEqual({
    id: 1,
    error: { code: 109, message: 'token expired' },
  })
  const fresh = await connectToken(app, project, { key: project.secret })
  client.send({ id: 2, connect: { token: fresh.token } })
  expect((await client.next(({ id }) => id === 2)).connect.ttl).toBeGreaterThan(86_390)
  client.close()
})

test('a connection outlives its token only if it is refreshed', async () => {
  const stale = await connectSocket(base, (await connectToken(app, project, { key: project.secret })).token)
  const kept = await connectSocket(base, (await connectToken(app, project, { key: project.secret })).token)
  app.clock.advance(86_390)
  kept.send({ id: 2, refresh: { token: (await connectToken(app, project, { key: project.secret })).token } })
  expect((await kept.next(({ id }) => id === 2)).refresh).toMatchObject({
    expires: true,
    ttl: expect.closeTo(86_400, -1),
  })
  app.clock.advance(50)
  expect(await stale.closed).toEqual({ code: 3005, reason: 'connection expired' })
  notes.commit({ record: { text: 'still here' } })
  await kept.next(({ push }) => push !== undefined)
  kept.close()
})

test("somebody else's token does not refresh a connection", async () => {
  const user = await signUp(app, project)
  const client = await connectSocket(base, (await connectToken(app, project, { token: user.token })).token)
  client.send({
    id: 2,
    refresh: { token: (await connectToken(app, project, { key: project.secret })).token },
  })
  expect(await client.closed).toEqual(INVALID)
})

describe('a connection ends at once with', () => {
  // The tests above have moved the clock past the dashboard's session.
  beforeAll(async () => {
    project = await app.createProject()
    notes = await createTable(app, feed, project)
  })

  const connected = async (credential: object) => {
    const { token } = await connectToken(app, project, credential)
    const client = await connectSocket(base, token)
    const path = `/api/v1/projects/${project.id}/realtime/events`
    const stream = await openStream(`${base}${path}?token=${token}`)
    expect(stream.status).toBe(200)
    return async () => {
      expect(await client.closed).toEqual(INVALID)
      await stream.ended
      expect(await refusal(token)).toEqual(INVALID)
      expect((await openStream(`${base}${path}?token=${token}`)).status).toBe(401)
    }
  }

  test('its API key', async () => {
    const keys = `/projects/${project.id}/api-keys`
    const { data } = await app.api('POST', keys, { token: project.token, body: { name: 'short' } })
    const ended = await connected({ key: data.key })
    await app.api('DELETE', `${keys}/${data.id}`, { token: project.token })
    await ended()
  })

  test("its user's session", async () => {
    const user = await signUp(app, project)
    const ended = await connected({ token: user.token })
    await app.api('POST', `/projects/${project.id}/auth/logout`, { token: user.token })
    await ended()
  })

  test('its user', async () => {
    const user = await signUp(app, project)
    const ended = await connected({ token: user.token })
    const path = `/projects/${project.id}/auth/users/${user.user.id}`
    await app.api('PATCH', path, { token: project.token, body: { is_active: false } })
    await ended()
  })

  test('the dashboard session, or the token itself', async () => {
    const path = `/projects/${project.id}/realtime/token`
    const login = async () => {
      const { data } = await app.api('POST', path, { token: project.token })
      const client = await connectSocket(base, data.token)
      client.send({ id: 2, subscribe: { channel: notes.channel } })
      await client.next(({ id }) => id === 2)
      notes.commit({ record: { text: 'seen' } })
      await client.next(({ push }) => push !== undefined)
      return { client, id: data.id, token: data.token }
    }
    const [first, second] = [await login(), await login()]
    expect((await app.api('DELETE', `${path}/${first.id}`, { token: project.token })).status).toBe(204)
    expect(await first.client.closed).toEqual(INVALID)
    expect((await app.api('DELETE', `${path}/${first.id}`, { token: project.token })).status).toBe(404)
    expect(await refusal(first.token)).toEqual(INVALID)
    await app.api('POST', '/auth/logout', { token: project.token })
    expect(await second.client.closed).toEqual(INVALID)
  })

  test('its project', async () => {
    const doomed = await app.createProject()
    await createTable(app, feed, doomed)
    const { token } = await connectToken(app, doomed, { key: doomed.secret })
    const client = await connectSocket(base, token)
    await app.api('DELETE', `/projects/${doomed.id}`, { token: doomed.token })
    expect(await client.closed).toEqual(INVALID)
    expect(await refusal(token)).toEqual(INVALID)
  })

  test('its key, if that expires', async () => {
    const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const body = { name: 'brief', expires_at }
    const other = await app.createProject()
    await createTable(app, feed, other)
    const made = await app.api('POST', `/projects/${other.id}/api-keys`, { token: other.token, body })
    const { token } = await connectToken(app, other, { key: made.data.key })
    const client = await connectSocket(base, token)
    app.clock.advance(120)
    expect(await client.closed).toEqual(INVALID)
    expect(await refusal(token)).toEqual(INVALID)
  })
})
