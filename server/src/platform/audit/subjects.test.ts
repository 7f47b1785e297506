// Where the state of what a route changes is read.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type AddedRoute, Subjects } from './subjects.ts'

const paged = z.object({ limit: z.string().optional() })
const ROUTES: readonly (readonly [method: string, url: string, schema?: AddedRoute['schema']])[] = [
  ['GET', '/p/:p'],
  ['POST', '/p/:p/transfer'],
  ['GET', '/p/:p/tables'],
  ['POST', '/p/:p/tables'],
  ['GET', '/p/:p/tables/:t'],
  ['PATCH', '/p/:p/tables/:t'],
  ['POST', '/p/:p/tables/:t/columns'],
  ['PATCH', '/p/:p/tables/:t/columns/:c'],
  ['GET', '/p/:p/env'],
  ['POST', '/p/:p/env/bulk'],
  ['DELETE', '/p/:p/env/:v'],
  ['GET', '/p/:p/users', { querystring: paged }],
  ['POST', '/p/:p/users/invite'],
  ['DELETE', '/p/:p/users/:u'],
  ['GET', '/p/:p/settings'],
  ['PUT', '/p/:p/settings'],
  ['POST', '/p/:p/settings/test'],
  ['POST', '/p/:p/schema/exec-ddl'],
  ['GET', '/p/:p/policies'],
  ['DELETE', '/p/:p/policies/:y'],
  ['GET', '/p/:p/events', { media: ['text/event-stream'] }],
  ['POST', '/p/:p/events/:e/read'],
]

const handlers = new Map(ROUTES.map(([method, url]) => [`${method} ${url}`, () => undefined]))
const subjects = new Subjects()
for (const [method, url, schema] of ROUTES)
  subjects.add({ method, url, handler: handlers.get(`${method} ${url}`) ?? (() => undefined), schema })

test.each([
  ['POST /p/:p/transfer', 'p', 'transfer', '/p/:p', []],
  ['POST /p/:p/tables', 'table', 'create', '/p/:p/tables', []],
  ['PATCH /p/:p/tables/:t', 'table', 'update', '/p/:p/tables/:t', []],
  ['POST /p/:p/tables/:t/columns', 'column', 'create', '/p/:p/tables/:t', []],
  ['PATCH /p/:p/tables/:t/columns/:c', 'column', 'update', '/p/:p/tables/:t', ['columns', ':c']],
  ['POST /p/:p/env/bulk', 'env', 'bulk', '/p/:p/env', []],
  ['DELETE /p/:p/env/:v', 'env', 'delete', '/p/:p/env', [':v']],
  ['POST /p/:p/users/invite', 'user', 'invite', undefined, []],
  ['DELETE /p/:p/users/:u', 'user', 'delete', '/p/:p/users', [':u']],
  ['PUT /p/:p/settings', 'settings', 'update', '/p/:p/settings', []],
  ['POST /p/:p/settings/test', 'settings', 'test', '/p/:p/settings', []],
  ['POST /p/:p/schema/exec-ddl', 'schema', 'exec_ddl', undefined, []],
  ['DELETE /p/:p/policies/:y', 'policy', 'delete', '/p/:p/policies', [':y']],
  ['POST /p/:p/events/:e/read', 'events', 'read', '/p/:p', ['events', ':e']],
])('%s', (route, noun, verb, get, steps) => {
  const [method = '', url = ''] = route.split(' ')
  const change = subjects.of(method, url)
  expect([change.noun, change.verb]).toEqual([noun, verb])
  expect(change.subject?.get.handler).toBe(get === undefined ? undefined : handlers.get(`GET ${get}`))
  expect(change.subject?.steps ?? []).toEqual(steps)
})

test('what a POST makes is read by its id, where a GET of it is', () => {
  const { made } = subjects.of('POST', '/p/:p/tables')
  expect(made?.param).toBe('t')
  expect(made?.get.handler).toBe(handlers.get('GET /p/:p/tables/:t'))
  expect(subjects.of('POST', '/p/:p/tables/:t/columns').made).toBeUndefined()
})
