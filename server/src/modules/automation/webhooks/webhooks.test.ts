// Webhooks over HTTP: made, changed, rotated and refused.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOOPBACK } from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const URL = 'https://hooks.example.com/a'

let app: TestApp
let project: TestProject
let base: string
beforeAll(async () => {
  app = await startTestApp({ internalNetworks: LOOPBACK })
  project = await app.createProject()
  base = `/projects/${project.id}/webhooks`
  const body = { name: 'orders', columns: [{ name: 'total', data_type: 'integer' }] }
  await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
})
afterAll(() => app.stop())

const call = (method: string, path = '', body?: unknown) =>
  app.api(method, `${base}${path}`, { token: project.token, body })
const create = async (body: object) => (await call('POST', '', { name: 'Hook', url: URL, ...body })).data

test('are created, listed, changed and deleted; the secret is shown once', async () => {
  const made = await call('POST', '', { name: 'Orders', url: URL, events: ['row.*:orders', 'user.created'] })
  expect(made.status).toBe(201)
  const { secret, ...shown } = made.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(shown).toEqual({
    id: expect.any(String),
    name: 'Orders',
    url: URL,
    events: ['row.*:orders', 'user.created'],
    filter: null,
    ordered: false,
    enabled: true,
    disabled_reason: null,
    previous_secret_expires_at: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect((await call('GET')).data).toEqual([shown])
  expect((await call('GET', `/${shown.id}`)).data).toEqual(shown)
  const changed = await call('PATCH', `/${shown.id}`, { name: 'All', events: ['*'], enabled: false })
  expect(changed.data).toEqual({
    ...shown,
    name: 'All',
    events: ['*'],
    enabled: false,
    updated_at: expect.any(String),
  })
  expect((await call('DELETE', `/${shown.id}`)).status).toBe(204)
  expect((await call('GET', `/${shown.id}`)).status).toBe(404)
  expect((await call('GET')).data).toEqual([])
})

test('a secret of your own is taken, sealed at rest, and replaced with an overlap', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const made = await create({ events: ['*'], secret })
  expect(made.secret).toBe(secret)
  const { rows } = await app.platform.clusters.main.admin.query('select * from platform.webhooks')
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  const rotated = await call('POST', `/${made.id}/rotate-secret`, { overlap_seconds: 60 })
  expect(rotated.data.secret).not.toBe(secret)
  const expires = new Date(app.clock.now().getTime() + 60_000).toISOString()
  expect(rotated.data.previous_secret_expires_at).toBe(expires)
  expect((await call('PATCH', `/${made.id}`, { secret })).data).not.toHaveProperty('secret')
  await call('DELETE', `/${made.id}`)
})

describe('refused with a sentence that helps', () => {
  test.each([
    [{ events: ['row.insert'] }, 'events: there is no event row.insert. Did you mean row.inserted'],
    [{ events: ['row.inserted:ordrs'] }, 'the table ordrs was not found. Did you mean orders?'],
    [{ events: ['row.inserted:users'] }, 'has events of its own, such as user.created'],
    [{ events: ['user.created:orders'] }, 'only events of rows name a table'],
    [{ events: [] }, 'must name at least one event'],
    [{ events: ['*'], url: 'ftp://example.com' }, 'url: The address must begin with https:// or http://.'],
    [{ events: ['*'], url: 'http://169.254.169.254/' }, 'is not an address of the public Internet'],
    [{ events: ['*'], url: 'http://a:b@example.com/' }, 'must not contain a user name or password'],
    [{ events: ['*'], secret: 'whsec_short' }, 'secret: must be whsec_ and the base64 of 24 to 64'],
    [{ events: ['*'], filter: 'total > 1' }, 'all events must name the same table'],
    [{ events: ['row.*:orders'], filter: 'totl > 1' }, 'filter: '],
    [{ events: ['row.*:orders'], filter: 'auth.uid() is null' }, 'filter: nobody asks here'],
    [{ events: ['row.*:orders'], filter: 'total = (select 1)' }, 'filter: '],
    [{ events: ['*'], colour: 'red' }, 'Unknown field: colour.'],
  ])('%j', async (body, sentence) => {
    const { status, body: answer } = await call('POST', '', { name: 'Hook', url: URL, ...body })
    expect([status, answer.errors.join(' ')]).toEqual([400, expect.stringContaining(sentence)])
  })
})

test('hosts may be limited to a list', async () => {
  const settings = { allowed_hosts: ['*.Example.com', 'other.org'] }
  const put = await call('PUT', '/settings', settings)
  expect(put.data).toEqual({ allowed_hosts: ['*.example.com', 'other.org'] })
  expect((await call('GET', '/settings')).data).toEqual(put.data)
  const urls = { 'https://a.example.com/': 201, 'https://other.org/': 201, 'https://example.com.evil/': 400 }
  for (const [url, status] of Object.entries(urls)) {
    const made = await call('POST', '', { name: 'Hook', url, events: ['*'] })
    expect([url, made.status]).toEqual([url, status])
    if (status === 201) await call('DELETE', `/${made.data.id}`)
  }
  await call('PUT', '/settings', { allowed_hosts: [] })
})

test('a project has at most 30', async () => {
  const own = await app.createProject()
  const add = () =>
    app.api('POST', `/projects/${own.id}/webhooks`, {
      token: own.token,
      body: { name: 'Hook', url: URL, events: ['project.*'] },
    })
  for (let n = 0; n < 30; n++) expect((await add()).status).toBe(201)
  expect((await add()).status).toBe(409)
})

test('keys need the scope, publishable keys and other projects are refused', async () => {
  const other = await app.createProject()
  const scoped = async (scopes: string[]) => {
    const body = { name: 'k', scopes }
    const made = await app.api('POST', `/projects/${project.id}/api-keys`, { token: project.token, body })
    return { key: made.data.key as string }
  }
  const statuses = async (credential: object) => {
    const body = { name: 'Hook', url: URL, events: ['*'] }
    const read = await app.api('GET', base, credential)
    const written = await app.api('POST', base, { ...credential, body })
    if (written.status === 201) await call('DELETE', `/${written.data.id}`)
    return [read.status, written.status]
  }
  expect(await statuses({ key: project.secret })).toEqual([200, 201])
  expect(await statuses(await scoped(['webhooks:read']))).toEqual([200, 403])
  expect(await statuses(await scoped(['data:write']))).toEqual([403, 403])
  expect(await statuses({ key: project.publishable })).toEqual([403, 403])
  expect(await statuses({ key: other.secret })).toEqual([403, 403])
  expect(await statuses({ token: other.token })).toEqual([403, 403])
  expect(await statuses({})).toEqual([401, 401])
  const { id } = await create({ events: ['*'] })
  const foreign = `/projects/${other.id}/webhooks/${id}`
  for (const [method, path, body] of [
    ['GET', foreign],
    ['PATCH', foreign, { name: 'Mine' }],
    ['DELETE', foreign],
    ['GET', `${foreign}/deliveries`],
    ['POST', `${foreign}/send`, { event: 'row.inserted', payload: {} }],
    ['POST', `${foreign}/replay`, {}],
    ['POST', `${foreign}/rotate-secret`, {}],
  ] as const)
    expect((await app.api(method, path, { token: other.token, body })).status, `${method} ${path}`).toBe(404)
})

test('the types of events are listed with their schemas', async () => {
  const { data } = await call('GET', '/event-types')
  const types = data.map(({ type }: { type: string }) => type)
  expect(types.slice(0, 5)).toEqual([
    'row.inserted',
    'row.updated',
    'row.deleted',
    'row.missed',
    'user.created',
  ])
  const page = await readFile(resolve(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8')
  const shown = (type: string) => page.includes(`\`${type}\``) || page.includes(`\`.${type.split('.')[1]}\``)
  expect(types.filter((type: string) => !shown(type))).toEqual([])
  for (const { schema } of data) expect(schema).toMatchObject({ type: 'object' })
})
