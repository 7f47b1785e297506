// Every route with an id in it, called with credentials of one project on the ids of another. The routes are taken
// from the server, so a new one is tried as soon as it is registered, and fails here until this file knows its ids.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type Route, registeredRoutes, routeName } from '#test/route-list.ts'
import { type Inhabitant, inhabit, snapshot } from './inhabitants.ts'

/** Bodies that are right but for the ids in the path; a route that is not here gets none. */
const BODIES: Record<string, unknown> = {
  'PATCH organisations/{}': { name: 'Taken' },
  'PUT organisations/{}/sso': { issuer: 'https://accounts.example', client_id: 'taken' },
  'POST organisations/{}/sso/domains': { domain: 'taken.example' },
  'POST organisations/{}/transfer': { account_id: '00000000-0000-4000-8000-000000000000' },
  'POST organisations/{}/members': { email: 'stranger@example.com', role: 'owner' },
  'PATCH organisations/{}/members/{}': { role: 'viewer' },
  'POST me/factors/{}/activate': { code: '123456' },
  'PATCH me/passkeys/{}': { name: 'Taken' },
  'PATCH projects/{}': { name: 'Taken' },
  'POST projects/{}/api-keys': { name: 'taken' },
  'PATCH projects/{}/rate-limits': { rules: [] },
  'PATCH projects/{}/billing': { plan_id: 'self-hosted' },
  'PATCH projects/{}/api-keys/{}': { name: 'taken' },
  'POST projects/{}/api-keys/{}/rotate': { overlap_seconds: 0 },
  'POST projects/{}/tables': { name: 'taken' },
  'PATCH projects/{}/tables/{}': { name: 'taken' },
  'POST projects/{}/tables/{}/columns': { name: 'taken', data_type: 'text' },
  'PATCH projects/{}/tables/{}/columns/{}': { name: 'taken' },
  'POST projects/{}/tables/{}/rls': { action: 'select', subject: 'public' },
  'PUT projects/{}/tables/{}/rls': { policies: [] },
  'PATCH projects/{}/tables/{}/rls/{}': { effect: 'deny' },
  'POST projects/{}/tables/{}/rls/explain': { action: 'select', key: 'secret', row: {} },
  'POST projects/{}/tables/{}/rls/explain-rows': {
    action: 'select',
    row_ids: ['00000000-0000-4000-8000-000000000000'],
  },
  'POST projects/{}/tables/{}/rls/check': { condition: 'true' },
  'POST projects/{}/schema/relationships': {
    from_table: 'shared',
    from_column: 'parent',
    to_table: 'shared',
    to_column: 'id',
  },
  'PATCH projects/{}/schema/relationships/{}': { on_delete: 'cascade' },
  'POST projects/{}/tables/{}/records': { data: { text: 'taken' } },
  'PATCH projects/{}/tables/{}/records': {
    ids: ['00000000-0000-4000-8000-000000000000'],
    data: { text: 'taken' },
  },
  'DELETE projects/{}/tables/{}/records': { ids: ['00000000-0000-4000-8000-000000000000'] },
  'POST projects/{}/tables/{}/records/restore': { ids: ['00000000-0000-4000-8000-000000000000'] },
  'POST projects/{}/tables/{}/records/purge': { ids: ['00000000-0000-4000-8000-000000000000'] },
  'POST projects/{}/batch': {
    operations: [{ method: 'POST', table: 'shared', body: { text: 'taken' } }],
  },
  'PATCH projects/{}/tables/{}/records/{}': { data: { text: 'taken' } },
  'POST projects/{}/graphql': { query: 'mutation { insert_shared_one(object: { text: "taken" }) { id } }' },
  'POST projects/{}/query/exec': { sql: 'select 1' },
  'POST projects/{}/query/explain': { sql: 'select 1' },
  'PATCH projects/{}/query/saved/{}': { name: 'taken' },
  'PUT projects/{}/console/{}': { value: 'taken' },
  'POST projects/{}/query/run': { table_slug: 'shared' },
  'POST projects/{}/query/preview': { table_slug: 'shared' },
  'POST projects/{}/query/saved': { name: 'taken', table_slug: 'shared' },
  'POST projects/{}/schema/migrations/apply': {
    project_id: '00000000-0000-4000-8000-000000000000',
    migrations: [{ version: 1, operation: { kind: 'sql', sql: 'create table taken (text text)' } }],
  },
  'POST projects/{}/schema/dry-run': { operation: { kind: 'table.create', input: { name: 'taken' } } },
  'POST projects/{}/schema/exec-ddl': { sql: 'create table taken (text text)' },
  'POST projects/{}/schema/views': { name: 'taken', definition: 'select text from shared' },
  'PUT projects/{}/schema/views/{}': { definition: 'select id from shared' },
  'POST projects/{}/schema/functions': { name: 'taken', returns: 'integer', body: 'begin return 1; end' },
  'PUT projects/{}/schema/functions/{}': { returns: 'trigger', body: 'begin return null; end' },
  'POST projects/{}/schema/triggers': {
    name: 'taken',
    table: 'shared',
    timing: 'after',
    events: ['insert'],
    function: 'work_of_mine',
  },
  'PUT projects/{}/schema/triggers/{}': { timing: 'after', events: ['insert'], function: 'work_of_mine' },
  'POST projects/{}/env': { key: 'TAKEN', value: 'taken', environment: 'production' },
  'PATCH projects/{}/env/{}': { value: 'taken' },
  'POST projects/{}/env/bulk': { environment: 'production', vars: { SHARED: 'taken' } },
  'POST projects/{}/env/import': { environment: 'production', text: 'SHARED=taken' },
  'POST projects/{}/integrations': {
    provider: 'slack',
    name: 'taken',
    config: { url: 'https://example.com' },
  },
  'PATCH projects/{}/integrations/{}': { name: 'taken' },
  'POST projects/{}/integrations/{}/test': {},
  'POST projects/{}/secrets': { key: 'TAKEN', value: 'taken' },
  'PATCH projects/{}/secrets/{}': { value: 'taken' },
  'POST data/{}': { text: 'taken' },
  'PATCH data/{}/{}': { text: 'taken' },
  'POST projects/{}/auth/signup': {
    email: 'new@example.com',
    password: 'correct horse 1',
    full_name: 'New',
    phone: '+255712345678',
  },
  'POST projects/{}/auth/signin': { email: 'user@example.com', password: 'correct horse 1' },
  'POST projects/{}/auth/anonymous': {},
  'POST projects/{}/auth/upgrade': {
    email: 'new@example.com',
    password: 'correct horse 1',
    full_name: 'New',
    phone: '+255712345678',
  },
  'POST projects/{}/auth/factors': { name: 'Taken', current_password: 'correct horse 1' },
  'POST projects/{}/auth/factors/{}/activate': { code: '123456' },
  'DELETE projects/{}/auth/factors/{}': { code: '123456' },
  'POST projects/{}/auth/factors/recovery-codes': { code: '123456' },
  'POST projects/{}/auth/factors/verify': { mfa_token: 'x', code: '123456' },
  'POST projects/{}/auth/verify-email/request': { email: 'user@example.com' },
  'POST projects/{}/auth/verify-email': { email: 'user@example.com', code: '123456' },
  'POST projects/{}/auth/magic-link/request': { email: 'user@example.com' },
  'POST projects/{}/auth/magic-link/verify': { token: 'x' },
  'POST projects/{}/auth/refresh': { refresh_token: 'x' },
  'POST projects/{}/auth/otp/request': { phone: '+255712345678' },
  'POST projects/{}/auth/otp/verify': { phone: '+255712345678', code: '123456' },
  'POST projects/{}/auth/reset-password': { email: 'user@example.com' },
  'POST projects/{}/auth/reset-password/confirm': {
    email: 'user@example.com',
    code: '123456',
    new_password: 'correct horse 2',
  },
  'PUT projects/{}/auth/settings': { allow_signup: false },
  'PUT projects/{}/auth/hooks': { before_signup: null },
  'PUT projects/{}/auth/templates/{}': { text: 'Taken: {{code}}' },
  'POST projects/{}/auth/providers': { name: 'taken', issuer: 'https://accounts.example', client_id: 'x' },
  'PATCH projects/{}/auth/providers/{}': { enabled: false },
  'POST projects/{}/auth/token': { code: 'x' },
  'PUT projects/{}/realtime/settings': { enabled: false },
  'POST projects/{}/realtime/channels': { name: 'taken' },
  'PATCH projects/{}/realtime/channels/{}': { name: 'taken' },
  'POST projects/{}/realtime/explain': { table: 'shared', key: 'secret', row: {} },
  'POST projects/{}/storage/buckets': { name: 'taken' },
  'PATCH projects/{}/storage/buckets/{}': { name: 'taken' },
  'POST projects/{}/storage/buckets/{}/folders': { name: 'taken' },
  'PATCH projects/{}/storage/objects/{}': { name: 'taken' },
  'POST projects/{}/storage/objects/{}/copy': { name: 'taken' },
  'POST projects/{}/storage/signed-upload-url': { bucket_id: 'shared', object_name: 'taken' },
  'POST projects/{}/storage/signed-download-url': { object_id: '00000000-0000-4000-8000-000000000000' },
  'POST projects/{}/storage/s3-access': { api_key_id: '00000000-0000-4000-8000-000000000000' },
  'POST projects/{}/functions': { name: 'taken' },
  'PATCH projects/{}/functions/{}': { name: 'taken' },
  'POST projects/{}/functions/{}/rollback': { version: 1 },
  'POST projects/{}/functions/{}/invoke': {},
  'POST projects/{}/functions/{}/triggers': { events: ['*'] },
  'PATCH projects/{}/functions/{}/triggers/{}': { enabled: false },
  'POST projects/{}/functions/{}/triggers/{}/send': { event: 'row.inserted' },
  'POST projects/{}/webhooks': { name: 'taken', url: 'https://hooks.example.com/', events: ['*'] },
  'PATCH projects/{}/webhooks/{}': { name: 'taken' },
  'PUT projects/{}/webhooks/settings': { allowed_hosts: [] },
  'POST projects/{}/webhooks/{}/send': { event: 'row.inserted' },
  'POST projects/{}/webhooks/{}/replay': { status: 'all' },
  'POST projects/{}/cron': {
    name: 'taken',
    schedule: '* * * * *',
    target_type: 'http',
    target_url: 'https://hooks.example.com/',
  },
  'PATCH projects/{}/cron/{}': { name: 'taken' },
  'PUT projects/{}/payments/settings': { is_active: false },
  'POST projects/{}/payments/settings/test': { provider: 'provider_a' },
  'POST projects/{}/payments/provider_a/stk-push': {
    phone: '0712345678',
    amount: 150,
    description: 'taken',
  },
  'POST projects/{}/payments/provider_b/initiate': {
    phone: '0754123456',
    amount: 9000,
    first_name: 'Taken',
    last_name: 'Taken',
  },
  'POST projects/{}/payments/provider_b/session': { amount: 9000 },
  'POST projects/{}/payments/transactions/{}/reversal': { reason: 'taken' },
  'POST projects/{}/payments/transactions/{}/resolve': { status: 'failed', reason: 'taken' },
  'POST projects/{}/payments/reconciliation/close': {
    ids: ['00000000-0000-4000-8000-000000000000'],
    note: 'taken',
  },
  'POST projects/{}/payments/reconciliation/statements': { provider: 'provider_a', csv: 'Receipt No.' },
  'POST projects/{}/auth/users': { email: 'taken@example.com' },
  'POST projects/{}/auth/users/invite': { email: 'taken@example.com' },
  'POST projects/{}/auth/users/{}/send': { kind: 'magic_link' },
  'PATCH projects/{}/auth/users/{}': { full_name: 'Taken' },
  'POST projects/{}/roles': { name: 'taken' },
  'PATCH projects/{}/roles/{}': { name: 'taken' },
  'POST projects/{}/permissions': { name: 'taken' },
  'POST projects/{}/users/{}/roles': { role_id: '00000000-0000-4000-8000-000000000000' },
  'PUT projects/{}/users/{}/roles': { role_ids: [] },
  'PATCH rbac/roles/{}': { name: 'taken' },
  'POST rbac/users/{}/roles': { role_id: 'viewer' },
  'POST rbac/roles/{}/permissions': { permissions: ['data:read'] },
}

/** Routes that anybody may call, without any credential. */
const PUBLIC = [
  'GET projects/{}/auth/.well-known/jwks.json',
  // Browsers come to these by themselves; modules/auth tries them with ids of another project.
  'GET projects/{}/auth/providers/{}/authorize',
  'GET projects/{}/auth/providers/{}/callback',
  'GET auth/sso/{}/callback',
  // Signed and public addresses; modules/storage tries them with those of another project.
  'PUT projects/{}/storage/uploads',
  'GET projects/{}/storage/public/{}/{}',
  'GET projects/{}/storage/public/{}/{}/image',
  'GET projects/{}/storage/files/{}/{}',
  'GET projects/{}/storage/images/{}/{}',
  // Providers of payments have no credential; modules/payments forges their callbacks.
  'POST webhooks/provider_a/{}/callback',
  'POST webhooks/provider_b/{}/callback',
]

/** Each function decides by itself who may call it, as modules/functions tries; so does S3; the simulators belong to no project. */
const OWN_RULES = / \/(?:fn|s3|simulators)\//

/** Parameters that are the same in every project, and so belong to none. */
const SHARED = ['kind', 'name', 'permission', 'version']

/** Routes whose answers have no end; their own tests open them. */
const STREAMS = [
  'GET projects/{}/realtime/events',
  'GET projects/{}/functions/{}/logs/stream',
  'GET projects/{}/request-logs/stream',
]

let app: TestApp
let mine: Inhabitant
let other: Inhabitant
let routes: Route[]

beforeAll(async () => {
  app = await startTestApp({ internalNetworks: ['127.0.0.1/32'] })
  // The simulated providers of payments answer at the server's own address.
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  mine = await inhabit(app, 'mine')
  other = await inhabit(app, 'other')
  routes = registeredRoutes(app.app).filter(
    (route) => route.path.includes('{') && !PUBLIC.includes(short(route)) && !OWN_RULES.test(short(route)),
  )
})
afterAll(() => app.stop())

function short(route: Route): string {
  return routeName(route).replace('/api/v1/', '')
}

function parametersOf({ path }: Route): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  const shared = path.includes('/console/') ? [...SHARED, 'key'] : SHARED
  return names.filter((name) => !shared.includes(name))
}

/** The ids of a path: `mine` for the first so many parameters, the other's for the rest. */
function filled(route: Route, own: number): string {
  let index = 0
  return route.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const ids = index++ < own ? mine.ids(route.path) : other.ids(route.path)
    const id = ids[name]
    if (id === undefined) throw new Error(`${short(route)}: say in inhabitants.ts what ${name} is`)
    return id
  })
}

async function attack(route: Route, own: number, allowed: readonly number[]): Promise<string[]> {
  const problems: string[] = []
  for (const [who, credential] of Object.entries(mine.credentials)) {
    const body = BODIES[short(route)]
    const path = filled(route, own).replace('/api/v1', '')
    const answer = await app.api(route.method, path, {
      ...credential,
      ...(body === undefined ? {} : { body }),
    })
    if (allowed.includes(answer.status) && answer.body.success === false) continue
    problems.push(
      `${who}: ${short(route)} with ${own} own ids: ${answer.status} ${answer.text.slice(0, 200)}`,
    )
  }
  return problems
}

async function attackAll(attacks: readonly (readonly [Route, number])[], allowed: readonly number[]) {
  const before = await snapshot(app, other)
  const problems: string[] = []
  for (const [route, own] of attacks) problems.push(...(await attack(route, own, allowed)))
  expect(problems).toEqual([])
  expect(await snapshot(app, other)).toEqual(before)
}

test('the list of routes is there', () => {
  expect(routes.length).toBeGreaterThan(40)
  const known = new Set(registeredRoutes(app.app).map(short))
  expect([...Object.keys(BODIES), ...PUBLIC, ...STREAMS].filter((name) => !known.has(name))).toEqual([])
})

test("on the other's ids throughout: 403 or 404, and nothing changes", async () => {
  await attackAll(
    routes.map((route) => [route, 0]),
    [403, 404],
  )
})

test("the other's ids below one's own project: 404, or 403 where the caller may not come at all", async () => {
  const attacks = routes.flatMap((route) => {
    const count = parametersOf(route).length
    return Array.from({ length: Math.max(0, count - 1) }, (_, own) => [route, own + 1] as const)
  })
  expect(attacks.length).toBeGreaterThan(20)
  await attackAll(attacks, [403, 404])
  // The owner may come everywhere in their own project, so that only the id is wrong.
  const { owner } = mine.credentials
  for (const [route, own] of attacks.filter(([one]) => !one.path.includes('/data/'))) {
    const body = BODIES[short(route)]
    const options = { ...owner, ...(body === undefined ? {} : { body }) }
    const { status, text } = await app.api(route.method, filled(route, own).replace('/api/v1', ''), options)
    if (!(await isForDashboard(route))) continue
    expect(status, `${short(route)}: ${text}`).toBe(404)
  }
})

let description: any

async function isForDashboard(route: Route): Promise<boolean> {
  description ??= parse((await app.api('GET', '//openapi.yaml')).text)
  const operation = description.paths[route.path]?.[route.method.toLowerCase()]
  // What is not described repeats what is.
  return operation?.security.some((one: object) => 'dashboard' in one) ?? false
}

// Its files are no resources of projects.
const isConsole = ({ path }: Route) => path.startsWith('/console/')

test("one's own ids work, so that what was refused was refused for whose they are", async () => {
  const reads = routes.filter(
    (route) => route.method === 'GET' && !STREAMS.includes(short(route)) && !isConsole(route),
  )
  expect(reads.length).toBeGreaterThan(10)
  for (const route of reads) {
    const path = filled(route, 9).replace('/api/v1', '')
    const answers = await Promise.all(
      Object.values(mine.credentials).map((credential) => app.api('GET', path, credential)),
    )
    expect(
      answers.some(({ status }) => status === 200),
      `${short(route)}: ${answers.map(({ text }) => text.slice(0, 100)).join(' / ')}`,
    ).toBe(true)
  }
})

test("the other's ids in a body are refused, and nothing changes", async () => {
  const before = await snapshot(app, other)
  const [own, foreign] = [mine.ids(''), other.ids('')]
  const below = `/projects/${own.projectID}`
  const rls = `${below}/tables/${own.tableID}/rls`
  const { owner, key } = mine.credentials
  const attempts: [string, string, unknown, object][] = [
    ['POST', '/projects', { name: 'x', organisation_id: foreign.organisationID }, owner],
    ['POST', `${below}/transfer`, { organisation_id: foreign.organisationID }, owner],
    ['POST', `${below}/roles`, { name: 'x', permission_ids: [foreign.permissionID] }, owner],
    ['PATCH', `${below}/roles/${own.roleID}`, { permission_ids: [foreign.permissionID] }, owner],
    ['POST', `${below}/users/${own.userID}/roles`, { role_id: foreign.roleID }, owner],
    ['PUT', `${below}/users/${own.userID}/roles`, { role_ids: [foreign.roleID] }, owner],
    ['POST', `${rls}/explain`, { action: 'select', key: 'secret', row_id: foreign.id }, owner],
    ['POST', '/batch', { operations: [{ method: 'DELETE', table: 'shared', id: foreign.id }] }, key],
    ['POST', '/batch', { operations: [{ method: 'POST', table: 'other', body: {} }] }, key],
  ]
  for (const [method, path, body, credential] of attempts) {
    const { status, text } = await app.api(method, path, { ...credential, body })
    expect([400, 403, 404], `${method} ${path}: ${text}`).toContain(status)
  }
  expect(await snapshot(app, other)).toEqual(before)
})

test('a project that does not exist is to a key like one that is not its own', async () => {
  const { key } = mine.credentials
  for (const id of [other.projectId, crypto.randomUUID(), 'x', '%00']) {
    const answer = await app.api('GET', `/projects/${id}/auth/users`, key)
    expect([answer.status, answer.body.message]).toEqual([
      403,
      expect.stringContaining('belong to another project'),
    ])
  }
})
