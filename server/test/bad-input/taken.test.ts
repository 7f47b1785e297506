// What exists already: the 409 names the field of the request whose value is taken, so that a form can show it there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
let organisation: string
let email: string
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  organisation = (await app.api('GET', `/projects/${project.id}`, { token: project.token })).data
    .organisation_id
  email = (await app.api('GET', '/me', { token: project.token })).data.email
  await post('/projects/P/tables', { name: 'Books', columns: [{ name: 'title', data_type: 'text' }] })
})
afterAll(() => app.stop())

const send = (method: string, path: string, body: unknown) =>
  app.api(method, path.replace('P', project.id).replace('O', organisation), { token: project.token, body })
const post = (path: string, body: unknown) => send('POST', path, body)

const NAMED = { name: 'Same' }
const LINK = { from_table: 'books', from_column: 'parent_id', to_table: 'books', to_column: 'id' }
const CODE = { runtime: 'javascript', code: 'export default () => 1' }

test.each<[string, object, string]>([
  ['/projects/P/tables', NAMED, 'name'],
  ['/projects/P/tables/books/columns', { name: 'parent_id', data_type: 'uuid' }, 'name'],
  ['/projects/P/schema/relationships', LINK, 'from_column'],
  ['/projects/P/roles', NAMED, 'name'],
  ['/projects/P/permissions', NAMED, 'name'],
  ['/projects/P/env', { key: 'SAME', value: '1', environment: 'production' }, 'key'],
  ['/projects/P/secrets', { key: 'SAME', value: 'a secret value' }, 'key'],
  ['/projects/P/realtime/channels', NAMED, 'name'],
  ['/projects/P/storage/buckets', NAMED, 'name'],
  ['/projects/P/storage/buckets', { name: 'Other', slug: 'same' }, 'slug'],
  ['/projects/P/functions', { ...NAMED, ...CODE }, 'name'],
  ['/projects/P/functions', { name: 'Other', slug: 'same', ...CODE }, 'slug'],
  ['/rbac/roles', NAMED, 'name'],
  ['/rbac/permissions', { name: 'x-same:read' }, 'name'],
])('POST %s %o: %s', async (path, body, field) => {
  await post(path, body)
  const answer = await post(path, body)
  expect([answer.status, answer.body.code], answer.text).toEqual([409, 'already_exists'])
  expect(answer.body.details).toEqual({ fields: [field] })
})

test.each<[string, string, object, string]>([
  ['PATCH', '/projects/P/tables/books', { name: 'Shelves' }, 'name'],
  ['PATCH', '/projects/P/tables/books', { slug: 'shelves' }, 'slug'],
  ['PATCH', '/projects/P/tables/books/columns/title', { name: 'subtitle' }, 'name'],
])('%s %s %o: %s', async (method, path, body, field) => {
  await post('/projects/P/tables', { name: 'Shelves' })
  await post('/projects/P/tables/books/columns', { name: 'subtitle', data_type: 'text' })
  const answer = await send(method, path, body)
  expect([answer.status, answer.body.details], answer.text).toEqual([409, { fields: [field] }])
})

test('addresses of accounts are named too', async () => {
  const account = { email, password: 'correct horse 1', full_name: 'Neema' }
  for (const [path, body] of [
    ['/auth/register', account],
    ['/organisations/O/members', { email, role: 'viewer' }],
  ] as const) {
    const answer = await post(path, body)
    expect([path, answer.status, answer.body.details]).toEqual([path, 409, { fields: ['email'] }])
  }
})
