// Who may write and not read learns nothing from the answers to their writes that reading would have shown.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataDriver, driveData } from '#modules/rows/data/routes/data.fixture.ts'
import { PERMISSIONS } from '#platform/credentials/permissions.ts'
import { idsOf, wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { operationOf } from '#platform/http/openapi/api-operations.ts'
import { type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let own: TestProject
let data: DataDriver
let organisation: string
beforeAll(async () => {
  app = await startTestApp({ projectGraceDays: 7 })
  own = await app.createProject()
  data = driveData(app, own)
  organisation = (await app.api('GET', `/projects/${own.id}`, own)).data.organisation_id
  await data.table('stock', { name: { data_type: 'text', unique: true }, price: 'integer', status: 'text' })
})
afterAll(() => app.stop())

const P = '/projects/{projectID}'

// What minimal answers show besides ids: made by the request itself, or how it went.
const SHOWN: Readonly<Record<string, readonly string[] | 'whole'>> = {
  'POST /organisations/{organisationID}/members': ['status'],
  'POST /organisations/{organisationID}/sso/domains': 'whole',
  'POST /organisations/{organisationID}/sso/domains/{domain}/verify': 'whole',
  [`DELETE ${P}`]: 'whole',
  [`DELETE ${P}/tables/{tableID}/records`]: ['count'],
  [`PATCH ${P}/tables/{tableID}/records`]: ['count'],
  [`PATCH ${P}/env/{varID}`]: ['created_at', 'environment', 'key', 'updated_at'],
  [`POST ${P}/api-keys`]: ['key'],
  [`POST ${P}/api-keys/{keyID}/rotate`]: ['key'],
  [`POST ${P}/auth/keys/rotate`]: 'whole',
  [`POST ${P}/auth/users/invite`]: ['user'],
  [`POST ${P}/batch`]: ['data', 'status'],
  [`POST ${P}/domains`]: 'whole',
  [`POST ${P}/domains/{domainID}/verify`]: ['status'],
  [`POST ${P}/env`]: ['created_at', 'environment', 'key', 'updated_at'],
  [`POST ${P}/env/bulk`]: ['changed', 'created', 'removed', 'unchanged'],
  [`POST ${P}/env/import`]: ['changed', 'created', 'removed', 'unchanged'],
  [`POST ${P}/functions/{fnID}/deploy`]: ['version'],
  [`POST ${P}/functions/{fnID}/invoke`]: 'whole',
  [`POST ${P}/functions/{fnID}/triggers/{triggerID}/replay`]: 'whole',
  [`POST ${P}/integrations/{integrationID}/test`]: 'whole',
  [`POST ${P}/payments/provider_a/stk-push`]: 'whole',
  [`POST ${P}/payments/provider_b/initiate`]: 'whole',
  [`POST ${P}/payments/provider_b/session`]: 'whole',
  [`POST ${P}/payments/settings/test`]: 'whole',
  [`POST ${P}/schema/dry-run`]: 'whole',
  [`POST ${P}/schema/exec-ddl`]: ['dry_run', 'results', 'statements'],
  [`POST ${P}/schema/migrations/apply`]: 'whole',
  [`POST ${P}/storage/s3-access`]: 'whole',
  [`POST ${P}/storage/signed-upload-url`]: 'whole',
  [`POST ${P}/tables/{tableID}/import`]: 'whole',
  [`POST ${P}/tables/{tableID}/records/purge`]: ['count'],
  [`POST ${P}/tables/{tableID}/records/restore`]: ['count'],
  [`POST ${P}/webhooks`]: ['secret'],
  [`POST ${P}/webhooks/{webhookID}/replay`]: 'whole',
  [`POST ${P}/webhooks/{webhookID}/rotate-secret`]: ['secret'],
}

// Their handlers find out where the caller acts, so that they make the answer themselves (tried below), or show what was sent.
const WITHOUT_PLACE = [
  'DELETE /jobs/failed/{jobID}',
  'DELETE /rbac/permissions/{permissionID}',
  'DELETE /rbac/roles/{roleID}',
  'DELETE /rbac/roles/{roleID}/permissions/{permission}',
  'DELETE /rbac/users/{userID}/roles/{roleID}',
  'PATCH /rbac/roles/{roleID}',
  'POST /jobs/failed/{jobID}/retry',
  'POST /projects',
  'POST /rbac/permissions',
  'POST /rbac/roles',
  'POST /rbac/roles/{roleID}/permissions',
  'POST /rbac/users/{userID}/roles',
]

function guardedWrites() {
  const writes = app.app.routePermissions().flatMap(({ method, path, permission = 'self', minimal }) => {
    const [area] = permission.split(':')
    if (method === 'GET' || permission.endsWith(':read') || !PERMISSIONS.has(`${area}:read`)) return []
    return [{ method, path, name: `${method} ${path.replace('/api/v1', '')}`, minimal }]
  })
  expect(writes.length).toBeGreaterThan(100)
  return writes
}

test('a write shows the ids of what it has written, and what is listed here', async () => {
  const examples = await readFile(new URL('../src/api-examples.json', import.meta.url), 'utf8')
  const answers: Readonly<Record<string, object>> = JSON.parse(examples).operations
  const shown: Record<string, readonly string[] | 'whole'> = {}
  for (const { method, path, name, minimal = idsOf } of guardedWrites()) {
    const operation = operationOf(method, path.replace(/\{(\w+)\}/g, ':$1'))
    const { answer } = (answers[operation] ?? {}) as { answer?: { data?: unknown } }
    const names = namesIn(minimal((answer?.data ?? {}) as never))
    if (minimal === wholeAnswer) shown[name] = 'whole'
    else if (names.length > 0) shown[name] = names
  }
  expect(shown).toEqual(SHOWN)
})

function namesIn(answer: unknown): string[] {
  const one: object = Array.isArray(answer) ? Object.assign({}, ...answer) : answer
  return Object.keys(one)
    .filter((name) => name !== 'id')
    .sort()
}

test('all writes but these have a project or an organisation in their address', () => {
  const others = guardedWrites().filter(({ path }) => !/\{(projectID|organisationID)\}/.test(path))
  expect(others.map(({ name }) => name).sort()).toEqual(WITHOUT_PLACE)
})

/** asToken makes an access token that has these permissions alone, and returns how to call with it. */
async function asToken(...permissions: string[]) {
  const body = { name: 'writer', permissions }
  const { token } = (await app.api('POST', '/me/tokens', { token: own.token, body })).data
  return (method: string, path: string, options: CallOptions = {}) =>
    app.api(method, path, { ...options, token })
}

test('rows: inserted, changed, deleted and restored, one or several, and repeated', async () => {
  const writer = await asToken('data:write', 'data:purge')
  const at = `/projects/${own.id}/tables/stock/records`
  const [a, b] = await data.insert('stock', [
    { name: 'maize', price: 7, status: 'new' },
    { name: 'rice', price: 9, status: 'new' },
  ])
  const ids = { ids: [a.id, b.id] }
  const full = { prefer: 'return=representation' }
  const both = expect.arrayContaining([{ id: a.id }, { id: b.id }])
  const once = { 'idempotency-key': 'once' }
  const insert = { body: { data: { name: 'beans', price: 1 } }, headers: once }
  const { id } = (await app.api('POST', at, { token: own.token, ...insert })).data
  const batch = [
    { method: 'PATCH', table: 'stock', id: a.id, body: { price: 8 } },
    { method: 'DELETE', table: 'stock', id },
  ]
  const calls: [method: string, path: string, options: CallOptions, data: unknown][] = [
    // The account itself has sent this before.
    ['POST', at, insert, { id }],
    ['POST', at, { body: { data: { name: 'peas' } } }, { id: expect.any(String) }],
    ['PATCH', `${at}/${a.id}`, { body: { data: { status: 'old' } } }, { id: a.id }],
    ['PATCH', at, { body: { ...ids, data: { status: 'b' } } }, { count: 2 }],
    ['PATCH', at, { body: { ...ids, data: { status: 'c' } }, headers: full }, both],
    ['POST', `/projects/${own.id}/batch`, { body: { operations: batch } }, BATCH(a.id)],
    ['POST', `${at}/${id}/restore`, {}, { id }],
    ['DELETE', at, { body: ids, headers: full }, both],
    ['POST', `${at}/restore`, { body: ids, headers: full }, both],
    ['DELETE', at, { body: ids }, { count: 2 }],
    ['POST', `${at}/purge`, { body: ids, headers: full }, both],
  ]
  for (const [method, path, options, shown] of calls) {
    const answer = await writer(method, path, options)
    expect(answer.data, `${method} ${path}: ${answer.text}`).toEqual(shown)
  }
})

const BATCH = (id: string) => [
  { status: 200, data: { id } },
  { status: 204, data: null },
]

test('rows are chosen by their ids, since a filter reads', async () => {
  const [writer, reader] = [await asToken('data:write'), await asToken('data:write', 'data:read')]
  const at = `/projects/${own.id}/tables/stock/records`
  const [row] = await data.insert('stock', [{ name: 'sorghum', price: 5 }])
  const body = { data: { status: 'd' } }
  const csv = { raw: 'name,price\nsorghum,6\n', headers: { 'content-type': 'text/csv' } }
  const merge = { ...csv, headers: { ...csv.headers, prefer: 'resolution=ignore-duplicates' } }
  const calls: [method: string, path: string, options: CallOptions][] = [
    ['PATCH', `${at}?price=5`, { body }],
    ['PATCH', `${at}?price=5`, { body: { ...body, ids: [row.id] } }],
    ['DELETE', `${at}?where=(name.like.sorg*)`, {}],
    ['POST', `${at}/restore?name=sorghum`, {}],
    ['POST', `/projects/${own.id}/tables/stock/import?on_conflict=name`, merge],
  ]
  for (const [method, path, options] of calls) {
    const refused = await writer(method, path, options)
    expect(refused.status, refused.text).toBe(403)
    expect(refused.body.message).toContain('data:read')
    const done = await reader(method, path, options)
    expect(done.status, done.text).toBe(200)
  }
  const imported = await writer('POST', `/projects/${own.id}/tables/stock/import`, {
    ...csv,
    raw: 'name\nmillet\n',
  })
  expect(imported.data).toMatchObject({ lines: 1, written: 1 })
})

test('that a deleted row is in the way is told to who may read rows', async () => {
  const [row] = await data.insert('stock', [{ name: 'teff' }])
  const at = `/projects/${own.id}/tables/stock/records`
  expect((await app.api('DELETE', `${at}/${row.id}`, { token: own.token })).status).toBe(204)
  const record = { id: row.id, name: 'teff again' }
  const batch = { operations: [{ method: 'POST', table: 'stock', body: record }] }
  for (const [permissions, deleted] of [
    [['data:write'], undefined],
    [['data:write', 'data:read'], true],
  ] as const) {
    const call = await asToken(...permissions)
    const answers = [
      await call('POST', at, { body: { data: record } }),
      await call('POST', `/projects/${own.id}/batch`, { body: batch }),
    ]
    for (const { status, body, text } of answers) {
      expect([status, body.details?.deleted], text).toEqual([409, deleted])
      expect(body.message.includes('deleted')).toBe(deleted === true)
    }
  }
})

test('statements return no rows to who may not read rows', async () => {
  const sql = "insert into stock (name) values ('cassava') returning name"
  const at = `/projects/${own.id}/schema/exec-ddl`
  for (const [permissions, rows] of [
    [['schema:write'], []],
    [['schema:write', 'schema:read'], []],
    [['schema:write', 'data:read'], [{ name: 'cassava' }]],
  ] as const) {
    const call = await asToken(...permissions)
    const { data: answer, text } = await call('POST', at, { body: { sql, dry_run: true } })
    expect(answer?.results?.[0], text).toMatchObject({ command: 'INSERT', rows_affected: 1, rows })
  }
})

test('what a write makes for its caller is shown, and the rest is not', async () => {
  const writer = await asToken('webhooks:write', 'webhooks:configure', 'api_keys:write', 'functions:read')
  const at = `/projects/${own.id}`
  const hook = { name: 'Orders', url: 'https://example.com/in', events: ['*'] }
  const made = (await writer('POST', `${at}/webhooks`, { body: hook })).data
  expect(made).toEqual({ id: expect.any(String), secret: expect.any(String) })
  const changed = await writer('PATCH', `${at}/webhooks/${made.id}`, { body: { name: 'All orders' } })
  expect(changed.data, changed.text).toEqual({ id: made.id })
  const hosts = await writer('PUT', `${at}/webhooks/settings`, { body: { allowed_hosts: [] } })
  expect(hosts.data, hosts.text).toEqual({})
  const created = await writer('POST', `${at}/api-keys`, {
    body: { name: 'log', scopes: ['functions:read'] },
  })
  expect(created.data, created.text).toEqual({ id: expect.any(String), key: expect.any(String) })
  const { id } = created.data
  const rotated = await writer('POST', `${at}/api-keys/${id}/rotate`, { body: {} })
  expect(rotated.data, rotated.text).toEqual({ id, key: expect.any(String) })
  const renamed = await writer('PATCH', `${at}/api-keys/${id}`, { body: { name: 'old' } })
  expect(renamed.data, renamed.text).toEqual({ id })
})

test('routes that find out where the caller acts answer likewise', async () => {
  const writer = await asToken('rbac:write', 'logs:read', 'projects:create', 'projects:delete')
  const role = { organisation_id: organisation, name: 'Night shift', permissions: ['logs:read'] }
  const made = await app.api('POST', '/rbac/roles', { token: own.token, body: role })
  const at = `/rbac/roles/${made.data.id}`
  const calls: [method: string, path: string, body: object | undefined][] = [
    ['PATCH', at, { description: 'At night' }],
    ['POST', `${at}/permissions`, { permissions: ['logs:read'] }],
    ['DELETE', `${at}/permissions/logs:read`, undefined],
  ]
  for (const [method, path, body] of calls) {
    const answer = await writer(method, path, { body })
    expect(answer.data, answer.text).toEqual({ id: made.data.id })
  }
  expect((await writer('DELETE', at)).status).toBe(204)
  const project = (await app.api('POST', '/projects', { token: own.token, body: { name: 'Gone' } })).data
  const deleted = await writer('DELETE', `/projects/${project.id}`)
  expect(deleted.data, deleted.text).toMatchObject({ status: 'deleting' })
  const restored = await writer('POST', `/projects/${project.id}/restore`)
  expect(restored.data, restored.text).toEqual({ id: project.id })
})
