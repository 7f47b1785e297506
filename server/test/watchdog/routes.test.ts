// Every route answers hostile requests in proportion to their size, and never holds the event loop for longer than a turn
// may. The routes are those that are registered, and what they take is what /openapi.yaml says: new ones are covered.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Route, registeredRoutes } from '#test/route-list.ts'
import { cpuMs, turnMs } from './growth.ts'
import { bodiesFor, hostileHeaders, hostileQueries, type Sized } from './hostile-requests.ts'

let app: TestApp
let project: TestProject
let routes: Route[]
let document: { paths: Record<string, Record<string, any>> }

const TYPES = [
  'text',
  'integer',
  'bigint',
  'decimal',
  'money',
  'float',
  'boolean',
  'date',
  'timestamp',
  'time',
]
const MORE = ['uuid', 'jsonb', 'email', 'phone', 'bytea', 'inet']
// The names of columns are those of their types, which the requests count on.
const columns = [...TYPES, ...MORE].map((type) => ({ name: `${type}_`, data_type: type }))

beforeAll(async () => {
  app = await startTestApp({ trustProxy: true })
  project = await app.createProject()
  const { token, id } = project
  const made = await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'things', columns } })
  if (made.status !== 201) throw new Error(made.text)
  routes = registeredRoutes(app.app)
  document = parse((await app.api('GET', '//openapi.yaml')).text)
  await app.api('POST', '/data/things', { key: project.secret, body: { text_: 'a' } })
})
afterAll(() => app.stop())

// Streams have no end, and the other pages come from packages.
const SKIPPED = ['/docs', '/realtime/events', '/metrics', '/openapi.yaml']

/** Hostile is one request to a route, of any size. */
interface Hostile {
  readonly what: string
  readonly most: number
  send(size: number): Promise<number>
}

function pathOf({ path }: Route): string {
  const known: Record<string, string> = {
    projectID: project.id,
    table: 'things',
    tableSlug: 'things',
    tableID: 'things',
  }
  return path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => known[name] ?? '00000000-0000-4000-8000-000000000000',
  )
}

// A credential that the route takes: the least that one gets past the first check with.
async function credentialFor({ method, path }: Route, url: string): Promise<Record<string, string>> {
  const { token, publishable, secret } = project
  const described = document.paths[path]?.[method.toLowerCase()]
  const kinds: string[] = (described?.security ?? []).flatMap((one: object) => Object.keys(one))
  if (kinds.includes('api_key')) {
    const headers = { 'x-platform-api-key': publishable }
    const answer = await app.app.inject({ method: method as 'GET', url, headers })
    return answer.statusCode === 403 ? { 'x-platform-api-key': secret } : headers
  }
  return kinds.length === 0 ? {} : { authorization: `Bearer ${token}` }
}

function hostileFor(route: Route, url: string, credential: Record<string, string>): Hostile[] {
  const { method } = route
  const schema =
    document.paths[route.path]?.[method.toLowerCase()]?.requestBody?.content?.['application/json']?.schema
  const inject = async (to: string, headers: object, payload?: string) => {
    const json = payload === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await app.app.inject({
      ...{ method: method as 'GET', url: to, headers: { ...credential, ...json, ...headers } },
      ...(payload === undefined ? {} : { payload }),
    })
    return answer.statusCode
  }
  const most = Object.keys(credential).length === 0 ? 64 * 1024 : 512 * 1024
  const queries = hostileQueries(columns.map(({ name }) => name))
  const bodies: readonly Sized[] =
    schema === undefined
      ? []
      : bodiesFor(
          schema,
          columns.map(({ name }) => name),
        )
  return [
    ...queries.map(({ what, make }) => ({
      what,
      most: 15_000,
      send: (size: number) => inject(`${url}?${make(size)}`, {}),
    })),
    ...hostileHeaders(credential).map(({ what, make }) => ({
      ...{ what, most: 15_000 },
      send: (size: number) => inject(url, JSON.parse(make(size))),
    })),
    ...bodies.map(({ what, make }) => ({ what, most, send: (size: number) => inject(url, {}, make(size)) })),
  ]
}

// Processor time of this thread, which includes making the request and reading the answer; what PostgreSQL does is not in it.
async function timeOf(hostile: Hostile, size: number, repeats: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < repeats; i += 1) {
    const before = cpuMs()
    await hostile.send(size)
    await app.platform.clusters.main.admin.query('select 1')
    least = Math.min(least, cpuMs() - before)
  }
  return least
}

// A request of this size passes several steps, each in a turn of its own.
const TURNS = 3

async function problemOf(hostile: Hostile): Promise<string | undefined> {
  const limit = TURNS * turnMs()
  // Some of what grows too fast takes minutes at its largest.
  for (const size of [hostile.most / 16, hostile.most / 4, hostile.most]) {
    if ((await timeOf(hostile, size, 1)) < limit) continue
    const time = await timeOf(hostile, size, 3)
    if (time >= limit) return `${hostile.what}: takes ${Math.round(time)} ms for ${size} bytes`
  }
  return undefined
}

test('every route', async () => {
  const problems: string[] = []
  let sent = 0
  for (const route of routes) {
    if (SKIPPED.some((part) => route.path.includes(part)) || route.method === 'DELETE') continue
    const url = pathOf(route)
    const credential = await credentialFor(route, url)
    for (const hostile of hostileFor(route, url, credential)) {
      sent += 1
      const problem = await problemOf(hostile)
      if (problem !== undefined) problems.push(`${route.method} ${route.path}, ${problem}`)
    }
  }
  expect(problems).toEqual([])
  expect(sent).toBeGreaterThan(routes.length * 3)
})
