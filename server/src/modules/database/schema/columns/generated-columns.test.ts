// Generated columns are made by SQL. All other routes know that nobody writes them, and how they are computed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const sql = `create table sums (
    n int, title text, twice int generated always as (n * 2) stored,
    loud text generated always as (upper(title)) virtual)`
  expect((await manage('POST', '/schema/exec-ddl', { sql })).status).toBe(200)
})
afterAll(() => app.stop())

const manage = (method: string, path: string, body?: object, { id, token } = project) =>
  app.api(method, `/projects/${id}${path}`, { token, ...(body === undefined ? {} : { body }) })
const data = (method: string, path: string, body: object, { secret } = project) =>
  app.api(method, `/data${path}`, { key: secret, body })

test('they are shown as computed, without a default', async () => {
  const { data: table } = await manage('GET', '/tables/sums')
  const found = Object.fromEntries(table.columns.map((column: { name: string }) => [column.name, column]))
  expect(found.twice).toMatchObject({
    default_value: null,
    generated: { expression: '(n * 2)', kind: 'stored' },
  })
  expect(found.loud).toMatchObject({
    default_value: null,
    generated: { expression: 'upper(title)', kind: 'virtual' },
  })
  expect(found.n.generated).toBeUndefined()
})

test.each([
  [{ default_value: null }, 'default_value'],
  [{ default_value: 5 }, 'default_value'],
  [{ data_type: 'bigint' }, 'data_type'],
  [{ data_type: 'string', char_length: 3 }, 'data_type'],
])('PATCH of %j is refused in words', async (body, field) => {
  for (const name of ['twice', 'loud']) {
    const { status, text } = await manage('PATCH', `/tables/sums/columns/${name}`, body)
    expect(status).toBe(400)
    expect(text).toContain(`${field}: ${name} is computed from other columns`)
  }
})

test('what does not concern their values can be changed', async () => {
  const patch = (name: string, body: object) => manage('PATCH', `/tables/sums/columns/${name}`, body)
  expect((await patch('twice', { description: 'twice n', indexed: true, required: true })).status).toBe(200)
  expect((await patch('twice', { name: 'double', required: false })).status).toBe(200)
  expect((await patch('double', { name: 'twice' })).status).toBe(200)
  const virtual = await patch('loud', { indexed: true })
  expect([virtual.status, virtual.text]).toEqual([409, expect.stringContaining('virtual generated columns')])
  const used = await patch('n', { data_type: 'text' })
  expect([used.status, used.text]).toEqual([409, expect.stringContaining('generated column')])
})

test('the preview makes the same table elsewhere', async () => {
  const { data: preview } = await manage('GET', '/schema/preview/sums')
  expect(preview.sql).toContain('"twice" integer generated always as ((n * 2)) stored')
  expect(preview.sql).toContain('"loud" text generated always as (upper(title)) virtual')
  expect(Object.keys(preview.json_schema.insert.properties)).toEqual(['n', 'title', 'id'])
  expect(Object.keys(preview.json_schema.row.properties)).toContain('twice')
  const other = await app.createProject()
  // Tables that SQL makes get the server's own indexes besides.
  const [create] = preview.sql.split(';\n')
  const made = await manage('POST', '/schema/exec-ddl', { sql: create }, other)
  expect(made.status, made.text).toBe(200)
  const { data: row } = await data('POST', '/sums', { n: 4, title: 'a' }, other)
  expect(row).toMatchObject({ n: 4, twice: 8, loud: 'A' })
})

test('no write names them', async () => {
  const { data: row } = await data('POST', '/sums', { n: 1, title: 'b' })
  for (const [method, path] of [
    ['POST', '/sums'],
    ['PATCH', `/sums/${row.id}`],
  ] as const) {
    const { status, text } = await data(method, path, { n: 1, twice: 2 })
    expect([status, text]).toEqual([400, expect.stringContaining('twice: is computed from other columns')])
  }
  const query =
    '{ insert: __type(name: "sumsInsert") { inputFields { name } } row: __type(name: "sums") { fields { name } } }'
  const answer = await app.api('POST', `/projects/${project.id}/graphql`, {
    token: project.token,
    body: { query },
  })
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(answer.body.data.insert.inputFields)).toEqual(['n', 'title', 'id'])
  expect(names(answer.body.data.row.fields)).toEqual(expect.arrayContaining(['twice', 'loud']))
})
