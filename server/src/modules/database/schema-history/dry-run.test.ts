// POST /schema/dry-run: the statements of a change, without the change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject('Duka')
  const columns = [{ name: 'price', data_type: 'string' }]
  await api('POST', '/tables', { name: 'Books', columns })
  await api('POST', '/tables/books/records', { data: { price: 'cheap' } })
})
afterAll(() => app.stop())

const api = (method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })
const dryRun = (operation: object) => api('POST', '/schema/dry-run', { operation })

test.each([
  [{ kind: 'table.create', input: { name: 'Authors' } }, 'create table "authors"'],
  [{ kind: 'table.remove', table: 'books', cascade: false }, 'drop table "books"'],
  [
    { kind: 'column.create', table: 'books', input: { name: 'pages', data_type: 'integer' } },
    'add column "pages"',
  ],
  [{ kind: 'column.update', table: 'books', column: 'price', input: { required: true } }, 'set not null'],
  [
    {
      kind: 'policy.create',
      table: 'books',
      input: { action: 'select', subject: 'public', effect: 'allow' },
    },
    'create policy',
  ],
  [{ kind: 'sql', sql: 'create index books_price on books (price)' }, 'create index books_price'],
  [{ kind: 'sql', sql: 'drop table books' }, 'drop table books'],
])('returns the statements of %o, and changes nothing', async (operation, sql) => {
  const before = [(await api('GET', '/tables')).data, (await api('GET', '/schema/history')).data]
  const answer = await dryRun(operation)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.data.sql).toContain(sql)
  expect(answer.data.milliseconds).toBeGreaterThanOrEqual(0)
  expect([(await api('GET', '/tables')).data, (await api('GET', '/schema/history')).data]).toEqual(before)
})

test('fails as the change itself would', async () => {
  const input = { data_type: 'integer' }
  const lossy = await dryRun({ kind: 'column.update', table: 'books', column: 'price', input })
  const change = await api('PATCH', '/tables/books/columns/price', input)
  expect(lossy.status).toBe(409)
  expect(lossy.body).toEqual(change.body)
})

test('refuses what is no change', async () => {
  const unknown = await dryRun({ kind: 'table.paint' })
  expect([unknown.status, unknown.body.message]).toEqual([400, 'operation.kind: table.paint is unknown.'])
  const wrong = await dryRun({ kind: 'table.create', input: {} })
  expect([wrong.status, wrong.body.message]).toEqual([400, 'operation.input.name is required.'])
})

test('viewers may not lock tables', async () => {
  const viewer = await app.register()
  const organisation = (await api('GET', '')).data.organisation_id
  const body = { email: viewer.user.email, role: 'viewer' }
  const added = await app.api('POST', `/organisations/${organisation}/members`, {
    token: project.token,
    body,
  })
  expect(added.status, added.text).toBe(201)
  const answer = await app.api('POST', `/projects/${project.id}/schema/dry-run`, {
    token: viewer.token,
    body: { operation: { kind: 'table.create', input: { name: 'Authors' } } },
  })
  expect(answer.status).toBe(403)
})
