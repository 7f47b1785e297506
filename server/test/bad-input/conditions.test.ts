// Conditions of requests that write: a route takes them, or refuses them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { registeredRoutes } from '#test/route-list.ts'

let app: TestApp
let project: TestProject
let organisation: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token } = project
  await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'notes' } })
  organisation = (await app.api('GET', '/organisations', { token })).data[0].id
})
afterAll(() => app.stop())

const REFUSAL = 'if-unmodified-since: this request cannot be bound to such a condition.'

test('every route that writes refuses a condition that it does not take', async () => {
  const routes = registeredRoutes(app.app).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/api/v1/'),
  )
  const headers = { 'if-unmodified-since': 'Thu, 26 Nov 2026 00:00:00 GMT' }
  const passed: string[] = []
  let refused = 0
  for (const { method, path } of routes) {
    const url = path
      .replace('/api/v1', '')
      .replace('{projectID}', project.id)
      .replace('{organisationID}', organisation)
      .replace('{table}', 'notes')
      .replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
    const callers = [{ token: project.token }, { key: project.secret }, {}]
    const answers = await Promise.all(callers.map((caller) => app.api(method, url, { ...caller, headers })))
    // Who may not call a route learns nothing of it.
    const heard = answers.filter(({ status }) => ![401, 403].includes(status))
    if (heard.some(({ body }) => body?.message !== REFUSAL)) passed.push(`${method} ${path}`)
    else if (heard.length > 0) refused += 1
  }
  expect(passed).toEqual([])
  expect(refused).toBeGreaterThan(150)
})

test('a change of many rows, and a new row, refuse what only one row can hold to', async () => {
  const { secret: key } = project
  const many = { key, body: {}, headers: { 'if-match': '"x"' } }
  expect((await app.api('PATCH', '/data/notes?id=not.is.null', many)).status).toBe(400)
  expect((await app.api('DELETE', '/data/notes?id=not.is.null', many)).status).toBe(400)
  const one = { key, body: {}, headers: { 'if-none-match': '*' } }
  expect((await app.api('POST', '/data/notes', one)).status).toBe(400)
  expect((await app.api('GET', '/data/notes', { key })).data).toEqual([])
})
