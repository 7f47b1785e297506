// Rate limits of projects: by group, key, user and address, within the server's, on every node.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { startNode } from '#test/nodes.ts'
import { registeredRoutes } from '#test/route-list.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ rateLimits: true, trustProxy: true, keyLimit: 1000, clientLimit: 600 })
})
afterAll(() => app.stop())

const set = ({ id, token }: TestProject, rules: object[], more: object = {}) =>
  app.api('PATCH', `/projects/${id}/rate-limits`, { token, body: { rules, ...more } })
const from = (address: string) => ({ 'x-forwarded-for': address })
const read = (key: string, address = '198.51.100.1', api = app.api) =>
  api('GET', '/data/users', { key, headers: from(address) })

test('a rule counts each key, in its group only, and the answer says what is left', async () => {
  const project = await app.createProject()
  const other = await app.createProject()
  const set200 = await set(project, [{ group: 'data', by: 'key', limit: 2 }])
  expect(set200.data).toEqual({
    rules: [{ group: 'data', by: 'key', limit: 2, window_seconds: 60 }],
    version: 1,
    server: { key: 1000, user: 600, address: 600 },
  })
  const first = await read(project.secret)
  expect([first.status, first.headers['ratelimit-limit'], first.headers['ratelimit-remaining']]).toEqual([
    200,
    '2',
    '1',
  ])
  expect((await read(project.secret)).status).toBe(200)
  const refused = await read(project.secret)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  const [buckets, theirs] = [`/projects/${project.id}/storage/buckets`, await read(other.secret)]
  expect((await app.api('GET', buckets, { key: project.secret })).status).toBe(200)
  expect(theirs.headers['ratelimit-limit']).toBe('1000')
  expect((await read(project.publishable)).status).not.toBe(429)
  // Dashboard users can still change the rules, and those apply at once.
  expect((await set(project, [])).data).toMatchObject({ rules: [], version: 2 })
  expect((await read(project.secret)).headers['ratelimit-limit']).toBe('1000')
})

test('by address and by user, over all groups, until the window ends', async () => {
  const project = await app.createProject()
  const user = { email: 'a@example.com', password: 'correct horse 1', full_name: 'A', phone: '+255712345670' }
  const path = `/projects/${project.id}/auth`
  const signup = await app.api('POST', `${path}/signup`, { key: project.publishable, body: user })
  const { access_token: token } = signup.data.tokens
  await set(project, [
    { by: 'address', limit: 3, window_seconds: 10 },
    { by: 'user', limit: 1, window_seconds: 10 },
  ])
  const asUser = (address: string) => app.api('GET', '/data/users', { token, headers: from(address) })
  expect((await asUser('198.51.100.7')).status).not.toBe(429)
  expect((await asUser('198.51.100.8')).status).toBe(429)
  for (let n = 0; n < 3; n++) expect((await read(project.secret, '198.51.100.9')).status).toBe(200)
  expect((await read(project.secret, '198.51.100.9')).status).toBe(429)
  expect((await read(project.secret, '198.51.100.10')).status).toBe(200)
  app.clock.advance(10)
  expect((await read(project.secret, '198.51.100.9')).status).toBe(200)
})

const P = '/projects/{projectID}'
const GROUPS = {
  data: ['/data', '/batch', `${P}/batch`, `${P}/tables`, `${P}/graphql`, `${P}/query`],
  auth: [`${P}/auth`],
  storage: [`${P}/storage`, '//s3'],
  functions: [`${P}/functions`, '//fn'],
  realtime: [`${P}/realtime`],
  payments: [`${P}/payments`],
}

test('a group has the routes below its paths that keys and strangers can call, and no others', async () => {
  const project = await app.createProject()
  const groups = Object.keys(GROUPS)
  const limits = new Map<string, string | undefined>([
    ['1000', undefined],
    ['600', undefined],
    ...groups.map((group, index): [string, string] => [String(501 + index), group]),
  ])
  await set(
    project,
    groups.map((group, index) => ({ group, by: 'address', limit: 501 + index })),
  )
  const seen: Record<string, string | undefined> = {}
  for (const { method, path } of registeredRoutes(app.app)) {
    // What follows changes has no end.
    if (method === 'GET' && /events|stream|notifications/.test(path)) continue
    const url = path.startsWith('/api/v1/') ? path.slice('/api/v1'.length) : `/${path}`
    const called = url.replace('{projectID}', project.id).replace(/\{\w+\}/g, crypto.randomUUID())
    const { status, headers } = await app.api(method, called, { key: project.secret })
    const limit = String(headers['ratelimit-limit'] ?? '600')
    // The headers of others are about a limit of their own.
    if (status !== 401 && status !== 403 && limits.has(limit)) seen[url] = limits.get(limit)
  }
  const groupOf = (url: string) =>
    Object.entries(GROUPS).find(([, below]) => below.some((path) => `${url}/`.startsWith(`${path}/`)))?.[0]
  expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((url) => [url, groupOf(url)])))
  expect(new Set(Object.values(seen))).toEqual(new Set([undefined, ...groups]))
})

test('rules apply on every node, and after a start', async () => {
  const project = await app.createProject()
  const node = await startNode(app)
  await set(project, [{ by: 'key', limit: 1 }])
  const limit = async (api: TestApp['api']) =>
    (await read(project.secret, '198.51.100.1', api)).headers['ratelimit-limit']
  await expect.poll(() => limit(node.api)).toBe('1')
  await node.close()
  const late = await startNode(app)
  expect(await limit(late.api)).toBe('1')
  await late.close()
})

test('rules above the limits of the server, unknown ones and old versions are refused', async () => {
  const project = await app.createProject()
  const other = await app.createProject()
  const over = await set(project, [{ by: 'user', limit: 601 }])
  expect([over.status, over.body.errors]).toEqual([
    400,
    ["rules.0.limit: must be at most 600, the server's own limit in 60 s."],
  ])
  expect((await set(project, [{ by: 'address', limit: 11, window_seconds: 1 }])).status).toBe(400)
  for (const rule of [
    { by: 'key', limit: 0 },
    { by: 'key', limit: -1 },
    { by: 'key', limit: 1.5 },
    { by: 'all', limit: 1 },
    { by: 'key', limit: 1, group: 'x' },
    { by: 'key', limit: 1, window_seconds: 3601 },
    { by: 'key' },
  ])
    expect((await set(project, [rule])).status, JSON.stringify(rule)).toBe(400)
  const twice = { by: 'key', limit: 1 }
  expect((await set(project, [twice, twice])).status).toBe(400)
  const racing = await Promise.all(
    [1, 2, 3].map((limit) => set(project, [{ by: 'key', limit }], { version: 0 })),
  )
  expect(racing.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const path = `/projects/${project.id}/rate-limits`
  for (const method of ['GET', 'PATCH']) {
    const body = method === 'PATCH' ? { rules: [] } : undefined
    expect((await app.api(method, path, { token: other.token, body })).status).toBe(403)
    expect((await app.api(method, path, { key: project.secret, body })).status).toBe(403)
  }
})
