// Domains of projects: claimed by anybody, verified by whoever owns the name, and what is served at them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startDns, type TestDns } from '#test/dns-server.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { startNode } from '#test/nodes.ts'

const DAY = 86_400

let app: TestApp
let dns: TestDns
let project: TestProject
let other: TestProject
beforeAll(async () => {
  dns = await startDns()
  app = await startTestApp({ dnsServers: [dns.address], publicUrl: 'https://api.msingi.example' })
  dns.records.set('A api.msingi.example', ['192.0.2.1'])
  project = await app.createProject()
  other = await app.createProject()
})
afterAll(async () => {
  await app.stop()
  dns.close()
})

const call = (method: string, path = '', body?: unknown, of = project) =>
  app.api(method, `/projects/${of.id}/domains${path}`, { token: of.token, body })
const at = (host: string, path: string, headers: Record<string, string> = {}) =>
  app.api('GET', `/${path}`, { headers: { host, ...headers } })
const checkDue = () => app.upkeep('domains')

async function claim(name: string, of = project) {
  const { data } = await call('POST', '', { name }, of)
  return {
    id: data.id as string,
    prove: () => dns.records.set(`TXT ${data.records[0].name}`, [data.records[0].value]),
  }
}

async function verified(name: string, of = project) {
  const { id, prove } = await claim(name, of)
  prove()
  expect((await call('POST', `/${id}/verify`, undefined, of)).data.status).toBe('verified')
  return id
}

test.each([
  'localhost',
  'com',
  'co.tz',
  'github.io',
  'api.msingi.example',
  '127.0.0.1',
  '0x7f.1',
  '[::1]',
  '*.example.com',
  'example.com:80',
  'https://example.com',
  'a_b.example.com',
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(120)}example.com`,
  '',
])('the name %j is refused', async (name) => {
  expect((await call('POST', '', { name })).status).toBe(400)
})

test('a name is kept as the DNS writes it, once for each project', async () => {
  const { status, data } = await call('POST', '', { name: 'Müller.Example.COM.' })
  expect([status, data.name, data.status]).toEqual([201, 'xn--mller-kva.example.com', 'pending'])
  expect((await call('POST', '', { name: 'müller.example.com' })).status).toBe(409)
  expect((await call('DELETE', `/${data.id}`)).status).toBe(204)
  expect((await call('GET', `/${data.id}`)).status).toBe(404)
})

test('the answer says what is missing until the records are there', async () => {
  const { id, prove } = await claim('missing.example.com')
  const look = async () => {
    const { data } = await call('POST', `/${id}/verify`)
    return [data.status, ...data.records.map(({ found }: { found: boolean }) => found)]
  }
  expect(await look()).toEqual(['pending', false, false])
  prove()
  expect(await look()).toEqual(['verified', true, false])
  dns.records.set('A missing.example.com', ['192.0.2.7'])
  expect(await look()).toEqual(['verified', true, false])
  dns.records.set('A missing.example.com', ['192.0.2.1'])
  expect(await look()).toEqual(['verified', true, true])
})

test('nobody keeps a name from its owner, and one project has it at a time', async () => {
  const squatter = await claim('mine.example.com', other)
  await verified('mine.example.com')
  expect((await call('POST', `/${squatter.id}/verify`, undefined, other)).data.status).toBe('pending')
  // Both records are not in the table: the fixture has one text for each name.
  squatter.prove()
  expect((await call('POST', `/${squatter.id}/verify`, undefined, other)).status).toBe(409)
})

test('serves the project at short paths, and no other', async () => {
  const host = 'shop.example.com'
  const id = await verified(host)
  const key = { 'x-platform-api-key': project.secret }
  expect((await at(host, '/data/users', key)).data).toEqual([])
  expect((await at(host, '/auth/users', key)).status).toBe(200)
  expect((await at(`${host.toUpperCase()}:443`, '/data/users?limit=1', key)).status).toBe(200)
  expect((await at(host, `/api/v1/projects/${project.id}/storage/buckets`, key)).status).toBe(200)
  expect((await at(host, '/storage/buckets', key)).status).toBe(200)
  expect((await at(host, '/data/users', { 'x-platform-api-key': other.secret })).status).toBe(403)
  const secret = { key: 'HOSTED', value: 'v' }
  await app.api('POST', `/projects/${project.id}/secrets`, { token: project.token, body: secret })
  expect((await at(host, '/api/v1/secrets/resolve/hosted', key)).status).toBe(200)
  // Of these only POST is possible, so that 404 says that the path is not served.
  for (const [path, status] of [
    ['/batch', 405],
    ['/api/v1/batch', 405],
    ['/query/run', 405],
    ['/realtime/connect', 405],
    ['/graphql', 405],
    [`/api/v1/projects/${project.id.toUpperCase()}/query/run`, 405],
    [`/api/v1/projects/${other.id}/query/run`, 404],
    [`/api/v1/webhooks/provider_a/${project.id}/callback`, 405],
    [`/api/v1/webhooks/provider_b/${project.id}/callback`, 405],
    [`/api/v1/webhooks/provider_b/${other.id}/callback`, 404],
    [`/webhooks/provider_a/${project.id}/callback`, 404],
    ['/secrets/resolve/hosted', 404],
    ['/payments/provider_a/stk-push', 404],
  ] as const)
    expect((await at(host, path, key)).status, path).toBe(status)
  const token = { authorization: `Bearer ${other.token}` }
  for (const path of [
    `/api/v1/projects/${other.id}`,
    `/projects/${other.id}`,
    '/api/v1/projects',
    '/api/v1/auth/login',
    '/api/v1/me',
    '/console',
    '/docs',
    '/metrics',
    '/',
  ])
    expect((await at(host, path, token)).status, path).toBe(404)
  expect((await at(host, `/fn/${other.id}/hello`, key)).status).toBe(404)
  await call('DELETE', `/${id}`)
  expect((await at(host, '/data/users', key)).status).toBe(404)
})

test('another node serves it as soon, and as long, as it is verified', async () => {
  const node = await startNode(app)
  const host = 'nodes.example.com'
  const options = { headers: { host, 'x-platform-api-key': project.secret } }
  const status = async () => (await node.api('GET', '//data/users', options)).status
  expect(await status()).toBe(404)
  const id = await verified(host)
  await expect.poll(status).toBe(200)
  await call('DELETE', `/${id}`)
  await expect.poll(status).toBe(404)
  await node.close()
})

test('a live connection to it is for this project only', async () => {
  const host = 'live.example.com'
  await verified(host)
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const tokenOf = async ({ id, token, secret }: TestProject) => {
    const path = `/projects/${id}/realtime`
    await app.api('POST', `${path}/channels`, { token, body: { name: 'lobby' } })
    const { data } = await app.api('POST', `${path}/connect?channel=lobby`, { key: secret })
    return data.token as string
  }
  const connect = (to: string, token: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/connection/websocket`, {
        headers: { host: to },
      })
      socket.on('open', () => socket.send(JSON.stringify({ id: 1, connect: { token } })))
      socket.on('message', (text) => {
        resolve(JSON.parse(String(text)).connect.client)
        socket.close()
      })
      socket.on('close', (code) => resolve(String(code)))
      socket.on('error', reject)
    })
  const [own, foreign] = [await tokenOf(project), await tokenOf(other)]
  const aClient = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(await connect(host, own)).toEqual(aClient)
  expect(await connect(host, foreign)).toBe('3507')
  expect(await connect('127.0.0.1', foreign)).toEqual(aClient)
})

test('a project that is deleted leaves its host at once', async () => {
  const gone = await app.createProject()
  await verified('gone.example.com', gone)
  const served = async () => (await app.api('GET', '/domains/ask?domain=gone.example.com')).status
  expect(await served()).toBe(200)
  await app.api('DELETE', `/projects/${gone.id}`, { token: gone.token })
  expect(await served()).toBe(404)
})

test('certificates are for verified names only', async () => {
  await claim('claimed.example.com')
  await verified('served.example.com')
  const ask = async (domain: string) => (await app.api('GET', `/domains/ask?domain=${domain}`)).status
  expect(await ask('served.example.com')).toBe(200)
  expect(await ask('claimed.example.com')).toBe(404)
  expect(await ask('unknown.example.com')).toBe(404)
})

test('a name whose record is gone for days is disabled, but not while the DNS fails', async () => {
  const id = await verified('lost.example.com')
  const { admin } = app.platform.clusters.main
  const look = async () => {
    app.clock.advance(DAY + 1)
    await checkDue()
    const { rows } = await admin.query(
      'select status, lost_since, error from platform.domains where id = $1',
      [id],
    )
    return rows[0]
  }
  dns.broken = true
  const unknown = { status: 'verified', lost_since: null, error: expect.stringContaining('DNS') }
  for (let day = 0; day < 10; day++) expect(await look()).toEqual(unknown)
  dns.broken = false
  dns.records.delete('TXT _msingi-challenge.lost.example.com')
  for (let day = 0; day < 7; day++)
    expect(await look()).toEqual({ status: 'verified', lost_since: expect.any(Date), error: null })
  expect(await look()).toMatchObject({ status: 'disabled' })
  const { rows } = await admin.query(
    `select data from platform.events where type = 'domain.disabled' and subject = $1`,
    [id],
  )
  expect(rows).toEqual([{ data: { domain: { id, name: 'lost.example.com' } } }])
  expect((await app.api('GET', '/domains/ask?domain=lost.example.com')).status).toBe(404)
})
