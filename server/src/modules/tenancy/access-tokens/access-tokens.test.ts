// Personal access tokens: what they allow, that they never allow more than their owner may do, and how they end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let other: string
let below: string

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  below = `/projects/${project.id}`
  const made = await app.api('POST', '/projects', { token: project.token, body: { name: 'Other' } })
  other = made.data.id
})
afterAll(() => app.stop())

async function createToken(fields: object = {}, owner = project.token) {
  const answer = await app.api('POST', '/me/tokens', { token: owner, body: { name: 'CI', ...fields } })
  expect(answer.status, answer.text).toBe(201)
  return answer.data as { id: string; token: string; prefix: string; expires_at: string }
}

const statusOf = async (token: string, path: string, method = 'GET', body?: unknown) =>
  (await app.api(method, path, { token, ...(body === undefined ? {} : { body }) })).status

test('is shown once, begins with msp_, and is stored as a digest', async () => {
  const made = await createToken()
  expect(made.token).toMatch(/^msp_[A-Za-z0-9_-]{43}$/)
  expect(made.prefix).toBe(made.token.slice(0, 12))
  const { text, data } = await app.api('GET', '/me/tokens', { token: project.token })
  expect(text).not.toContain(made.token)
  expect(data[0]).toMatchObject({ id: made.id, permissions: ['*'], last_used_at: null })
  const { rows } = await app.platform.clusters.main.admin.query(
    'select t::text from platform.access_tokens t where id = $1',
    [made.id],
  )
  expect(rows[0].t).not.toContain(made.token.slice(12))
})

test('works wherever a session does', async () => {
  const { token } = await createToken()
  for (const path of ['/me', '/organisations', '/projects', below, `${below}/tables`, `${below}/env`])
    expect(await statusOf(token, path), path).toBe(200)
  const columns = [{ name: 'title', data_type: 'string' }]
  expect(await statusOf(token, `${below}/tables`, 'POST', { name: 'books', columns })).toBe(201)
  expect(await statusOf(token, `${below}/tables/books/records`)).toBe(200)
})

test('allows only its permissions', async () => {
  const { token } = await createToken({ permissions: ['env:read', 'projects:read'] })
  expect(await statusOf(token, `${below}/env`)).toBe(200)
  const refused = await app.api('GET', `${below}/tables`, { token })
  expect(refused.status).toBe(403)
  expect(refused.body.message).toBe(
    'This needs the permission schema:read, which this access token does not have.',
  )
  expect((await app.api('GET', '/projects', { token })).data).toHaveLength(2)
  expect(await statusOf(token, '/projects', 'POST', { name: 'More' })).toBe(403)
  const blind = await createToken({ permissions: ['env:read'] })
  expect((await app.api('GET', '/projects', blind)).data).toEqual([])
})

test('reaches only its projects', async () => {
  const { token } = await createToken({ project_ids: [project.id] })
  expect(await statusOf(token, `${below}/tables`)).toBe(200)
  const refused = await app.api('GET', `/projects/${other}/tables`, { token })
  expect(refused.body.message).toBe('This access token is not for this organisation or project.')
  const listed = await app.api('GET', '/projects', { token })
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([project.id])
  expect((await app.api('GET', '/organisations', { token })).data).toEqual([])
  expect(await statusOf(token, '/projects', 'POST', { name: 'More' })).toBe(403)
})

test('never allows more than its owner may do at that moment', async () => {
  const member = await app.register()
  const [{ id }] = (await app.api('GET', '/organisations', { token: project.token })).data
  const members = `/organisations/${id}/members`
  const body = { email: member.user.email, role: 'developer' }
  await app.api('POST', members, { token: project.token, body })
  const { token } = await createToken({ permissions: ['schema:read', 'schema:write'] }, member.token)
  const table = (name: string) => ({ name, columns: [{ name: 'a', data_type: 'string' }] })
  expect(await statusOf(token, `${below}/tables`, 'POST', table('mine'))).toBe(201)
  const path = `${members}/${member.user.id}`
  await app.api('PATCH', path, { token: project.token, body: { role: 'viewer' } })
  expect(await statusOf(token, `${below}/tables`)).toBe(200)
  expect(await statusOf(token, `${below}/tables`, 'POST', table('more'))).toBe(403)
  await app.api('DELETE', path, { token: project.token })
  expect(await statusOf(token, `${below}/tables`)).toBe(403)
})

test('grants nobody more than it may itself', async () => {
  const { token } = await createToken({ permissions: ['api_keys:write', 'data:read', 'members:write'] })
  const key = (scopes: string[]) => ({ name: 'made by a token', scopes })
  expect(await statusOf(token, `${below}/api-keys`, 'POST', key(['data:read']))).toBe(201)
  expect(await statusOf(token, `${below}/api-keys`, 'POST', key(['data:write']))).toBe(403)
  const [{ id }] = (await app.api('GET', '/organisations', { token: project.token })).data
  const invite = { email: 'accomplice@example.com', role: 'viewer' }
  expect(await statusOf(token, `/organisations/${id}/members`, 'POST', invite)).toBe(403)
})

test('is closed to the account itself', async () => {
  const { token, id } = await createToken()
  const attempts: [string, string, unknown?][] = [
    ['POST', '/me/tokens', { name: 'more' }],
    ['GET', '/me/tokens'],
    ['DELETE', `/me/tokens/${id}`],
    ['PATCH', '/me', { full_name: 'Taken' }],
    ['GET', '/me/sessions'],
    ['POST', '/auth/logout'],
    ['POST', '/organisations', { name: 'Taken' }],
  ]
  for (const [method, path, body] of attempts)
    expect(await statusOf(token, path, method, body), `${method} ${path}`).toBe(403)
})

test('ends at once when it is revoked or rotated, and at its expiry', async () => {
  const revoked = await createToken()
  expect(await statusOf(revoked.token, '/me')).toBe(200)
  expect(await statusOf(project.token, `/me/tokens/${revoked.id}`, 'DELETE')).toBe(204)
  expect(await statusOf(revoked.token, '/me')).toBe(401)
  const rotated = await createToken()
  expect(await statusOf(rotated.token, '/me')).toBe(200)
  const path = `/me/tokens/${rotated.id}/rotate`
  const { data } = await app.api('POST', path, { token: project.token })
  expect(data).toMatchObject({ id: rotated.id, permissions: ['*'] })
  expect([await statusOf(rotated.token, '/me'), await statusOf(data.token, '/me')]).toEqual([401, 200])
  const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
  const short = await createToken({ expires_at })
  expect(await statusOf(short.token, '/me')).toBe(200)
  app.clock.advance(60)
  expect(await statusOf(short.token, '/me')).toBe(401)
})

test("is the owner's alone", async () => {
  const { id } = await createToken()
  const stranger = await app.register()
  expect(await statusOf(stranger.token, `/me/tokens/${id}`, 'DELETE')).toBe(404)
  expect(await statusOf(stranger.token, `/me/tokens/${id}/rotate`, 'POST')).toBe(404)
  expect((await app.api('GET', '/me/tokens', { token: stranger.token })).data).toEqual([])
  const body = { name: 'x', project_ids: [project.id] }
  expect(await statusOf(stranger.token, '/me/tokens', 'POST', body)).toBe(403)
})

test('is named in the audit log, which does not hold it', async () => {
  const { id, token } = await createToken()
  await app.api('POST', `${below}/env`, { token, body: { key: 'A', value: 'b', environment: 'production' } })
  const { data } = await app.api('GET', `${below}/audit-logs?limit=1`, { token: project.token })
  expect(data[0]).toMatchObject({ action: 'env.create', credential: `access_token:${id}` })
  const own = await app.api('GET', '/audit-logs?action=access_tokens.create&limit=1', {
    token: project.token,
  })
  expect(own.data[0]).toMatchObject({ target: id, credential: expect.stringMatching(/^session:/) })
  expect(own.text).not.toContain(token)
})

test('says when it was last used', async () => {
  const { id, token } = await createToken()
  await statusOf(token, '/me')
  await app.modules['access-tokens'].flush()
  const { data } = await app.api('GET', '/me/tokens', { token: project.token })
  const found = data.find((one: { id: string }) => one.id === id)
  expect(found.last_used_at).toBe(app.clock.now().toISOString())
})

test('lasts 90 days by default and 366 at most; an account has 50', async () => {
  const { token } = await app.register()
  const now = app.clock.now().getTime()
  const made = await createToken({}, token)
  expect(new Date(made.expires_at).getTime()).toBe(now + 90 * 86_400_000)
  for (const expires_at of [new Date(now).toISOString(), new Date(now + 367 * 86_400_000).toISOString()])
    expect(await statusOf(token, '/me/tokens', 'POST', { name: 'x', expires_at })).toBe(400)
  for (const permissions of [[], ['everything'], ['data:all']])
    expect(await statusOf(token, '/me/tokens', 'POST', { name: 'x', permissions })).toBe(400)
  const more = Array.from({ length: 55 }, () => statusOf(token, '/me/tokens', 'POST', { name: 'x' }))
  const statuses = await Promise.all(more)
  expect(statuses.filter((status) => status === 201)).toHaveLength(49)
  expect(new Set(statuses)).toEqual(new Set([201, 409]))
})

test('opens live connections, which end with it', async () => {
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { id, token } = await createToken({ permissions: ['realtime:read'] })
  const ticket = await app.api('POST', `${below}/realtime/token`, { token, body: { table: 'books' } })
  expect(ticket.status, ticket.text).toBe(200)
  const address = `${base}/api/v1${below}/realtime/events?token=${ticket.data.token}`
  const stream = await fetch(address)
  expect(stream.status).toBe(200)
  await app.api('DELETE', `/me/tokens/${id}`, { token: project.token })
  // Reads until the server ends the stream.
  await stream.text()
  expect((await fetch(address)).status).toBe(401)
})
