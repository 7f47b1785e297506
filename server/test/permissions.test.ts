// docs/permissions.md is generated from the routes; this holds it against them, and the table of permissions too.
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Access } from '#platform/credentials/actor.ts'
import { PERMISSIONS } from '#platform/credentials/permissions.ts'
import { permissionsDocs } from '#platform/credentials/permissions-docs.ts'
import { permissionOf } from '#platform/credentials/route-permission.ts'
import { createServer } from '#platform/http/server.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { registeredRoutes } from '#test/route-list.ts'

const page = new URL('../../docs/permissions.md', import.meta.url)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('docs/permissions.md shows every route with its permission', async () => {
  const text = permissionsDocs(app.app.routePermissions())
  if (process.env.UPDATE_DOCS === 'on') await writeFile(page, text)
  expect(await readFile(page, 'utf8'), 'the routes have changed: run `npm run docs:permissions`').toBe(text)
})

// A route needs it with `?for=project` alone: console-items.test.ts.
const ASKED_FOR_BY_PARAMETER = ['console:write']

test('every registered route is in the list, and every permission is needed by one', () => {
  const listed = app.app.routePermissions()
  const names = new Set(listed.map(({ method, path }) => `${method} ${path}`))
  for (const { method, path } of registeredRoutes(app.app))
    if (!path.startsWith('/docs') && path !== '/openapi.yaml') expect(names).toContain(`${method} ${path}`)
  const needed = new Set(listed.map(({ permission }) => permission))
  expect(PERMISSIONS.names.filter((one) => !needed.has(one as never))).toEqual(ASKED_FOR_BY_PARAMETER)
})

test.each<[Access, string]>([
  [{ by: ['dashboard'] }, 'undefined:read'],
  [{ by: ['dashboard', 'api_key'], scope: 'nothing' }, 'nothing:read'],
  [{ by: ['dashboard'], permission: 'nothing:write' as never }, 'nothing:write'],
])('%j declares no permission', (access, name) => {
  expect(() => permissionOf(access, 'GET', '/x')).toThrow(
    `GET /x declares no permission for dashboard users (config.access): ${name}`,
  )
})

test('a server does not start with such a route', () => {
  const { platform } = app
  const server = createServer({ ...platform, resolvers: {} as never })
  expect(() => server.get('/x', { config: { access: { by: ['dashboard'] } } }, async () => ({}))).toThrow(
    'declares no permission',
  )
})
