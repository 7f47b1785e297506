// GET /projects/{projectID}/schema/structure: one document, the same for the same schema.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const AUTHORS = { name: 'authors', columns: [{ name: 'name', data_type: 'string', required: true }] }
const BOOKS = {
  name: 'books',
  description: 'What we sell.',
  columns: [
    { name: 'title', data_type: 'string', required: true, char_length: 80 },
    {
      name: 'state',
      data_type: 'enum',
      enum_values: ['sold', 'draft'],
      required: true,
      default_value: 'draft',
    },
    { name: 'author_id', data_type: 'uuid', description: 'Who wrote it.' },
  ],
}
const LINK = { from_table: 'books', from_column: 'author_id', to_table: 'authors', to_column: 'id' }
const VIEWS = [
  {
    name: 'z_written',
    definition:
      'select b.title, a.name as author, b.state from books b left join authors a on a.id = b.author_id',
  },
  { name: 'a_written', definition: 'select z.title, z.author from z_written z' },
]
const FUNCTION = {
  name: 'twice',
  arguments: 'n integer',
  returns: 'integer',
  language: 'sql',
  body: 'select 2 * n',
}

async function makeProject(tables: readonly object[]): Promise<TestProject> {
  const project = await app.createProject()
  const make = async (path: string, body: object) => {
    const { status, text } = await app.api('POST', `/projects/${project.id}${path}`, {
      token: project.token,
      body,
    })
    expect(status, text).toBe(201)
  }
  for (const table of tables) await make('/tables', table)
  await make('/schema/relationships', LINK)
  for (const view of VIEWS) await make('/schema/views', view)
  await make('/schema/functions', FUNCTION)
  return project
}

const structureOf = (project: TestProject, credentials = {}) =>
  app.api('GET', `/projects/${project.id}/schema/structure`, { token: project.token, ...credentials })

test('is the same for the same schema, in whatever order it was made', async () => {
  const one = await makeProject([AUTHORS, BOOKS])
  const other = await makeProject([{ ...BOOKS, columns: BOOKS.columns.toReversed() }, AUTHORS])
  const { status, data, text } = await structureOf(one)
  expect(status, text).toBe(200)
  expect((await structureOf(other)).data).toEqual(data)
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(data.tables)).toEqual(names(data.tables).toSorted())
  const books = data.tables.find(({ name }: { name: string }) => name === 'books')
  expect(books).toMatchObject({ description: 'What we sell.', read_only: false, soft_delete: true })
  expect(names(books.columns)).toEqual([
    'author_id',
    'created_at',
    'deleted_at',
    'id',
    'state',
    'title',
    'updated_at',
  ])
  const plain = {
    has_default: false,
    is_generated: false,
    max_length: null,
    enum_values: null,
    description: null,
  }
  expect(books.columns).toEqual(
    expect.arrayContaining([
      { ...plain, name: 'title', data_type: 'string', required: true, max_length: 80 },
      {
        ...plain,
        name: 'state',
        data_type: 'enum',
        required: true,
        has_default: true,
        enum_values: ['sold', 'draft'],
      },
      { ...plain, name: 'author_id', data_type: 'uuid', required: false, description: 'Who wrote it.' },
    ]),
  )
  expect(data.relationships).toContainEqual({ ...LINK, name: expect.any(String), single: false })
  expect(data.functions).toEqual([{ ...FUNCTION, volatility: 'volatile', strict: false }])
})

test('says which columns of views are never null, also of views that read views', async () => {
  const project = await makeProject([AUTHORS, BOOKS])
  const { views } = (await structureOf(project)).data
  const required = views.map((view: { name: string; columns: { name: string; required: boolean }[] }) => [
    view.name,
    view.columns.filter((column) => column.required).map(({ name }) => name),
  ])
  expect(required).toEqual([
    ['a_written', ['title']],
    ['z_written', ['state', 'title']],
  ])
  expect(views[0]).toMatchObject({
    depends_on: ['z_written'],
    definition: expect.stringContaining('z_written'),
  })
})

test('is for members of the organisation alone', async () => {
  const project = await app.createProject()
  const other = await app.createProject()
  expect((await structureOf(project, { token: undefined, key: project.secret })).status).toBe(403)
  expect((await structureOf(project, { token: other.token })).status).toBe(403)
})
