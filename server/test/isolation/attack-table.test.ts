// The attack table: every route, called with no credential, one of a wrong kind, of another project or organisation, of
// members with too few permissions, and with credentials that have expired or been revoked. All of it is computed from the
// routes and from what they declare, so that a new route is attacked as soon as it is registered.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  isOperatorPermission,
  permissionsOf,
  type RoutePermission,
} from '#platform/credentials/permissions.ts'
import { type CallOptions, startTestApp, type TestApp } from '#test/harness.ts'
import { type Inhabitant, inhabit } from './inhabitants.ts'

interface Attacked {
  readonly method: string
  readonly path: string
  readonly kinds: readonly string[]
  readonly permission: RoutePermission | undefined
}

const KINDS = { dashboard: 'owner', api_key: 'key', project_user: 'user' } as const

let app: TestApp
let mine: Inhabitant
let other: Inhabitant
let routes: Attacked[]

beforeAll(async () => {
  app = await startTestApp({ internalNetworks: ['127.0.0.1/32'] })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  mine = await inhabit(app, 'mine')
  other = await inhabit(app, 'other')
  const description = parse((await app.api('GET', '//openapi.yaml')).text)
  routes = app.app.routePermissions().flatMap(({ method, path, permission }) => {
    const operation = description.paths[path]?.[method.toLowerCase()]
    const kinds: string[] = (operation?.security ?? []).flatMap(Object.keys)
    return kinds.length === 0 ? [] : [{ method, path, kinds, permission }]
  })
}, 60_000)
afterAll(() => app.stop())

function pathOf({ path }: Attacked, whose: Inhabitant): string {
  const ids = whose.ids(path)
  return path.replace(/\{(\w+)\}/g, (_all, name: string) => String(ids[name])).replace('/api/v1', '')
}

/** attack calls routes and returns those whose answer is not among the allowed ones. */
async function attack(
  which: readonly Attacked[],
  credential: CallOptions,
  allowed: readonly number[],
  whose = mine,
): Promise<string[]> {
  expect(which.length).toBeGreaterThan(0)
  const problems: string[] = []
  for (const route of which) {
    const { status, text } = await app.api(route.method, pathOf(route, whose), credential)
    if (!allowed.includes(status))
      problems.push(`${route.method} ${route.path}: ${status} ${text.slice(0, 150)}`)
  }
  return problems
}

// They look for an access token of the dashboard only, in the query too: anything else is no credential to them.
const takesDashboardToken = ({ path }: Attacked) =>
  ['/api/v1/events', '/api/v1/me/notifications'].includes(path)

const below = (name: string) => routes.filter(({ path }) => path.includes(`{${name}}`))

test('the table has every route that takes a credential', () => {
  expect(routes.length).toBeGreaterThan(180)
})

test('no credential, and one that is none: 401', async () => {
  expect(await attack(routes, {}, [401])).toEqual([])
  expect(await attack(routes, { key: 'msk_nobody' }, [401])).toEqual([])
  expect(await attack(routes, { token: 'a.b.c' }, [401])).toEqual([])
}, 60_000)

test.each(Object.entries(KINDS))(
  'a credential of a wrong kind, %s: 403',
  async (kind, who) => {
    const credential = mine.credentials[who] as CallOptions
    const wrong = routes.filter(({ kinds }) => !kinds.includes(kind))
    const [streams, others] = [
      wrong.filter(takesDashboardToken),
      wrong.filter((one) => !takesDashboardToken(one)),
    ]
    expect(await attack(others, credential, [403])).toEqual([])
    if (streams.length > 0) expect(await attack(streams, credential, [401])).toEqual([])
  },
  60_000,
)

test.each(Object.entries(KINDS))(
  'of another project, %s: 403 or 404',
  async (_kind, who) => {
    const credential = other.credentials[who] as CallOptions
    expect(await attack(below('projectID'), credential, [403, 404])).toEqual([])
  },
  60_000,
)

test('of another organisation: 403 or 404', async () => {
  const { token } = await app.register()
  const inside = [...below('projectID'), ...below('organisationID')]
  expect(await attack(inside, { token }, [403, 404])).toEqual([])
}, 60_000)

test.each(['viewer', 'billing', 'developer', 'admin'] as const)(
  'as a %s, what the role does not allow: 403',
  async (role) => {
    const { token, user } = await app.register()
    const path = `/organisations/${mine.ids('').organisationID}/members`
    const added = await app.api('POST', path, {
      ...mine.credentials.owner,
      body: { email: user.email, role },
    })
    expect(added.status).toBe(201)
    const refused = [...below('projectID'), ...below('organisationID')].filter(
      ({ permission }) =>
        permission !== undefined && permission !== 'self' && !permissionsOf(role).has(permission),
    )
    expect(await attack(refused, { token }, [403])).toEqual([])
  },
  60_000,
)

test('an account that is no operator, on the routes of operators: 403', async () => {
  const { token } = await app.register()
  const theirs = routes.filter(
    ({ permission }) => permission !== undefined && isOperatorPermission(permission),
  )
  expect(await attack(theirs, { token }, [403])).toEqual([])
}, 60_000)

/** Routes about the account itself that a personal access token may call. */
const OPEN_TO_TOKENS = ['GET /api/v1/me', 'GET /api/v1/organisations']

async function createToken(fields: object, whose = mine): Promise<{ id: string; token: string }> {
  const body = { name: 'attacker', ...fields }
  const { data } = await app.api('POST', '/me/tokens', { ...whose.credentials.owner, body })
  return data
}

test('an access token, about the account itself: 403', async () => {
  const { token } = await createToken({})
  const self = routes.filter(
    ({ permission }) =>
      permission === 'self' || (permission !== undefined && isOperatorPermission(permission)),
  )
  const closed = self.filter(({ method, path }) => !OPEN_TO_TOKENS.includes(`${method} ${path}`))
  const [streams, others] = [
    closed.filter(takesDashboardToken),
    closed.filter((one) => !takesDashboardToken(one)),
  ]
  expect(await attack(others, { token }, [403])).toEqual([])
  expect(await attack(streams, { token }, [401])).toEqual([])
}, 60_000)

test('an access token beyond its permissions, organisations and projects: 403', async () => {
  const { projectID } = mine.ids('')
  const inside = [...below('projectID'), ...below('organisationID')].filter(({ kinds }) =>
    kinds.includes('dashboard'),
  )
  const narrow = await createToken({ permissions: ['jobs:read'] })
  expect(await attack(inside, narrow, [403])).toEqual([])
  const elsewhere = await createToken({ organisation_ids: [other.ids('').organisationID] }, other)
  expect(await attack(inside, elsewhere, [403, 404])).toEqual([])
  const project = await createToken({ project_ids: [projectID] })
  expect(await attack(below('organisationID'), project, [403])).toEqual([])
  const all = (await app.api('GET', '/organisations', mine.credentials.owner)).data
  const personal = all.find((one: { is_personal: boolean }) => one.is_personal)
  expect(await attack(inside, await createToken({ organisation_ids: [personal.id] }), [403])).toEqual([])
}, 60_000)

test('revoked: 401', async () => {
  const { projectID } = mine.ids('')
  const owner = mine.credentials.owner as CallOptions
  const { data: key } = await app.api('POST', `/projects/${projectID}/api-keys`, {
    ...owner,
    body: { name: 'gone' },
  })
  await app.api('DELETE', `/projects/${projectID}/api-keys/${key.id}`, owner)
  expect(await attack(routes, { key: key.key }, [401])).toEqual([])
  const revoked = await createToken({})
  await app.api('DELETE', `/me/tokens/${revoked.id}`, owner)
  expect(await attack(routes, { token: revoked.token }, [401])).toEqual([])
  const gone = await app.register()
  await app.api('POST', '/auth/logout', { token: gone.token })
  expect(await attack(routes, { token: gone.token }, [401])).toEqual([])
  const user = mine.credentials.user as CallOptions
  await app.api('POST', `/projects/${projectID}/auth/logout`, user)
  expect(await attack(routes, user, [401])).toEqual([])
}, 60_000)

test('expired: 401', async () => {
  const { projectID } = other.ids('')
  const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
  const body = { name: 'short', expires_at }
  const { data } = await app.api('POST', `/projects/${projectID}/api-keys`, {
    ...other.credentials.owner,
    body,
  })
  const { token } = await createToken({ expires_at }, other)
  app.clock.advance(400 * 86_400)
  expect(await attack(routes, { token }, [401], other)).toEqual([])
  expect(await attack(routes, { key: data.key }, [401], other)).toEqual([])
  for (const who of ['owner', 'user'] as const)
    expect(await attack(routes, other.credentials[who] as CallOptions, [401], other)).toEqual([])
}, 60_000)
