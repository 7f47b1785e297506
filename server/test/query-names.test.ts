// A query parameter that does not exist is refused on every route of the control plane, with the name that was probably meant.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

/** What takes any names: columns to filter by, as in `price=lt.100`. */
const ANY = [
  'DELETE /projects/{projectID}/tables/{tableID}/records',
  'GET /projects/{projectID}/tables/{tableID}/export',
  'GET /projects/{projectID}/tables/{tableID}/records',
  'GET /projects/{projectID}/tables/{tableID}/records/{recordID}',
  'PATCH /projects/{projectID}/tables/{tableID}/records',
  'POST /projects/{projectID}/tables/{tableID}/records/purge',
  'POST /projects/{projectID}/tables/{tableID}/records/restore',
]

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

test('every route refuses a name that it does not know, or says that it takes any', async () => {
  const { token } = project
  const { organisation_id } = (await app.api('GET', `/projects/${project.id}`, { token })).data
  await app.api('POST', `/projects/${project.id}/tables`, { token, body: { name: 'notes' } })
  const routes = app.app
    .routePermissions()
    .filter(({ path, permission }) => permission !== undefined && path.startsWith('/api/v1/'))
  const taken: string[] = []
  for (const { method, path } of routes) {
    const address = path
      .replace('/api/v1', '')
      .replace('{projectID}', project.id)
      .replace('{organisationID}', organisation_id)
      .replace('{tableID}', 'notes')
      .replace(/\{\w+\}/g, crypto.randomUUID())
    const { status, body } = await app.api(method, `${address}?no_such_name=1`, { token })
    const isRefused =
      status === 400 && String(body?.message).startsWith('There is no parameter no_such_name.')
    if (!isRefused) taken.push(`${method} ${path.replace('/api/v1', '')}`)
  }
  expect(taken.sort()).toEqual(ANY)
}, 120_000)

test.each([
  ['/projects/{project}/request-logs?statuss=4xx', 'There is no parameter statuss. Did you mean status?'],
  ['/projects/{project}/webhooks?limit=1', 'There is no parameter limit. This address takes none.'],
  ['/projects/{project}/auth/users?__proto__=1', 'There is no parameter __proto__.'],
  ['/projects/{project}/tables/notes/records?__proto__=1', 'There is no parameter __proto__.'],
])('%s', async (path, message) => {
  const { token } = project
  const answer = await app.api('GET', path.replace('{project}', project.id), { token })
  expect([answer.status, answer.body.message.slice(0, message.length)]).toEqual([400, message])
})
