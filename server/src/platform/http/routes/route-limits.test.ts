// Limits of routes: whose window a request counts in, and what it reads of it.
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { countAlone } from '#platform/fairness/counts.ts'
import { createTestClock } from '#test/harness.ts'
import type { App } from './app-types.ts'
import { RateLimiter, type RouteLimit } from './rate-limits.ts'
import { limitAddresses, limitRoutes } from './route-limits.ts'
import { section } from './section.ts'

const access = { by: [] } as const
const BY_PROJECT: RouteLimit = { name: 'books', of: 'project', limit: 3, window_seconds: 60 }
const BY_ACTOR: RouteLimit = { name: 'own', of: 'actor', limit: 2, window_seconds: 60 }
const BY_ADDRESS: RouteLimit = { name: 'shelf', of: 'address', limit: 2, window_seconds: 60 }

function open(isLimited = true) {
  const clock = createTestClock()
  const limiter = new RateLimiter({ clock, openCounts: countAlone(clock) }, 'routes')
  const app = fastify() as unknown as App
  app.decorateRequest('project', undefined)
  app.decorateRequest('actor', undefined)
  app.decorateRequest('network', '')
  app.addHook('onRequest', async (request) => {
    const [project = '', key_id = ''] = String(request.headers.from).split('/')
    Object.assign(request, { project: { id: project }, actor: { type: 'api_key', key_id }, network: key_id })
    await limitAddresses(request, request.routeOptions.config.limit ?? [], limiter)
  })
  limitRoutes(app, isLimited ? limiter : undefined)
  const call = async (url: string, from: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers } = await app.inject({ method, url, headers: { from } })
    return [statusCode, headers['ratelimit-remaining']]
  }
  return { routes: section(app, { at: '', tag: 'Data', access }), call, clock }
}

test('those of a project share a window, on all routes with its name', async () => {
  const { routes, call, clock } = open()
  routes.get('/books', { limit: BY_PROJECT }, () => 'books')
  routes.get('/pages', { limit: BY_PROJECT }, () => 'pages')
  expect(await call('/books', 'p1/a')).toEqual([200, '2'])
  expect(await call('/pages', 'p1/b', 'HEAD')).toEqual([200, '1'])
  expect(await call('/books', 'p1/a')).toEqual([200, '0'])
  expect(await call('/pages', 'p1/b')).toEqual([429, '0'])
  expect(await call('/pages', 'p2/a')).toEqual([200, '2'])
  clock.advance(60)
  expect(await call('/pages', 'p1/b')).toEqual([200, '2'])
})

test('of several limits the first says what is left, and a refusal is counted by those before it alone', async () => {
  const { routes, call } = open()
  routes.get('/own', { limit: [BY_ACTOR, BY_PROJECT] }, () => 'own')
  expect(await call('/own', 'p1/a')).toEqual([200, '1'])
  expect(await call('/own', 'p1/a')).toEqual([200, '0'])
  expect(await call('/own', 'p1/a')).toEqual([429, '0'])
  expect(await call('/own', 'p1/b')).toEqual([200, '1'])
  expect(await call('/own', 'p1/b')).toEqual([429, '0'])
})

test('an address is refused before the handler, and reads nothing before that', async () => {
  const { routes, call } = open()
  routes.get('/shelf', { limit: BY_ADDRESS }, () => 'shelf')
  expect(await call('/shelf', 'p1/a')).toEqual([200, undefined])
  expect(await call('/shelf', 'p2/a')).toEqual([200, undefined])
  expect(await call('/shelf', 'p2/a')).toEqual([429, '0'])
  expect(await call('/shelf', 'p2/b')).toEqual([200, undefined])
})

test.each([
  [true, [200, 200, 429, 200]],
  [false, [200, 200, 200, 200]],
])('a handler can count by what it is asked for, where limits are on: %s', async (isLimited, statuses) => {
  const { routes, call } = open(isLimited)
  routes.get('/phone', { limit: BY_PROJECT }, async (request) => {
    await request.takeLimit({ name: 'phones', limit: 2, window_seconds: 60 }, String(request.headers.from))
    return 'called'
  })
  const asked = ['p1/a', 'p1/a', 'p1/a', 'p2/b']
  const seen: unknown[] = []
  for (const from of asked) seen.push((await call('/phone', from))[0])
  expect(seen).toEqual(statuses)
})
