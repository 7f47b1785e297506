// Every route answers hostile requests in proportion to their size, and never holds the event loop for longer than a turn
// may. The routes are those that are registered, and what they take is what /openapi.yaml says: new ones are covered.
// In the suite each route meets a third of the inputs and each input a third of the routes; \`npm run drills -- routes\`
// tries all.
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { onLongTurn } from '#platform/loop/loop-watch.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { resolve } from '#test/openapi/document.ts'
import { type Route, registeredRoutes } from '#test/route-list.ts'
import { turnMs } from './growth.ts'
import { bodiesFor, hostileHeaders, hostileQueries, type Sized } from './hostile-requests.ts'

let app: TestApp
let project: { id: string; secret: string; publishable: string }
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
const columns = [...TYPES, ...MORE].map((type) => ({ name: `a_${type}`, data_type: type }))

beforeAll(async () => {
  app = await startTestApp({ trustProxy: true })
  const { token } = await app.register('watchdog@example.com')
  const { data } = await app.api('POST', '/projects', { token, body: { name: 'Watched' } })
  const { id } = data
  const keyOf = async (kind: string) =>
    (await app.api('POST', `/projects/${id}/api-keys`, { token, body: { name: kind, kind } })).data.key
  project = { id, secret: await keyOf('secret'), publishable: await keyOf('publishable') }
  const made = await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'things', columns } })
  if (made.status !== 201) throw new Error(made.text)
  routes = registeredRoutes(app.app)
  document = parse((await app.api('GET', '//openapi.yaml')).text)
  await app.api('POST', '/data/things', { key: project.secret, body: { a_text: 'a' } })
})
afterAll(() => app.stop())

// These pages come from packages.
const SKIPPED = ['/docs', '/metrics', '/openapi.yaml']

// Their answers have no end.
function isStream({ method, path }: Route): boolean {
  const answer = document.paths[path]?.[method.toLowerCase()]?.responses?.['200']
  return resolve(document, answer ?? {}).content?.['text/event-stream'] !== undefined
}

/** Hostile is one request to a route, of any size. */
interface Hostile {
  readonly what: string
  readonly most: number
  send(size: number): Promise<void>
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

// A session that has not ended: some of the routes end the one that they are called with.
async function session(): Promise<string> {
  const { data } = await app.api('POST', '/auth/login', {
    body: { email: 'watchdog@example.com', password: 'correct horse 1' },
  })
  return data.tokens.access_token
}

// A credential that the route takes: the least that one gets past the first check with.
async function credentialFor({ method, path }: Route, url: string): Promise<Record<string, string>> {
  const { publishable, secret } = project
  const described = document.paths[path]?.[method.toLowerCase()]
  const kinds: string[] = (described?.security ?? []).flatMap((one: object) => Object.keys(one))
  if (kinds.includes('api_key')) {
    const headers = { 'x-platform-api-key': publishable }
    const answer = await app.app.inject({ method: method as 'GET', url, headers })
    return answer.statusCode === 403 ? { 'x-platform-api-key': secret } : headers
  }
  return kinds.length === 0 ? {} : { authorization: `Bearer ${await session()}` }
}

function hostileFor(
  route: Route,
  url: string,
  credential: Record<string, string>,
  statuses: Map<number, number>,
): Hostile[] {
  const { method } = route
  const schema =
    document.paths[route.path]?.[method.toLowerCase()]?.requestBody?.content?.['application/json']?.schema
  const inject = async (to: string, headers: object, payload?: string) => {
    const json = payload === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await app.app.inject({
      ...{ method: method as 'GET', url: to, headers: { ...credential, ...json, ...headers } },
      ...(payload === undefined ? {} : { payload }),
    })
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
  }
  const most = Object.keys(credential).length === 0 ? 64 * 1024 : 512 * 1024
  const names = url.includes('things') ? columns.map(({ name }) => name) : []
  const bodies: readonly Sized[] = method === 'GET' ? [] : bodiesFor(schema, names)
  return [
    ...hostileQueries(names).map(({ what, make }) => ({
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

// The longest turn of the event loop that a request leads to, in processor time.
async function turnOf(hostile: Hostile, size: number): Promise<number> {
  let longest = 0
  const stop = onLongTurn(({ cpu_milliseconds }) => {
    longest = Math.max(longest, cpu_milliseconds)
  })
  await hostile.send(size)
  // The timer that measures has its turn after this one.
  await setTimeout(1)
  stop()
  return longest
}

async function problemOf(hostile: Hostile): Promise<string | undefined> {
  const limit = turnMs()
  // What fits into a line or a header takes a moment at any size.
  for (const size of hostile.most < LONG ? [hostile.most] : [hostile.most / 4, hostile.most]) {
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < REPEATS && least >= limit; i += 1)
      least = Math.min(least, await turnOf(hostile, size))
    if (least >= limit) return `${hostile.what}: takes ${least} ms for ${size} bytes`
  }
  return undefined
}

const REPEATS = 4
const LONG = 16 * 1024
// Work that is done later, for many requests at once, may take several turns' time.
const LATER = 6

const SHARE = process.env.MSINGI_TEST_EVERY_INPUT ? 1 : 3

// Ten thousands of requests.
test('every route', { timeout: 900_000 }, async () => {
  const problems: string[] = []
  const stop = onLongTurn(({ cause, cpu_milliseconds }) => {
    if (cpu_milliseconds > LATER * turnMs()) problems.push(`${cause}: takes ${cpu_milliseconds} ms`)
  })
  const statuses = new Map<number, number>()
  for (const [at, route] of routes.entries()) {
    if (SKIPPED.some((part) => route.path.includes(part)) || route.method === 'DELETE') continue
    if (isStream(route)) continue
    const url = pathOf(route)
    const credential = await credentialFor(route, url)
    const inputs = hostileFor(route, url, credential, statuses)
    for (const hostile of inputs.filter((_, number) => (number + at) % SHARE === 0)) {
      const problem = await problemOf(hostile)
      if (problem !== undefined) problems.push(`${route.method} ${route.path}, ${problem}`)
    }
  }
  stop()
  expect(problems).toEqual([])
  // A watchdog that is turned away at the door sees nothing.
  const refused = (statuses.get(401) ?? 0) + (statuses.get(403) ?? 0)
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  expect(all).toBeGreaterThan((20 / SHARE) * routes.length)
  expect(refused).toBeLessThan(all / 4)
})
