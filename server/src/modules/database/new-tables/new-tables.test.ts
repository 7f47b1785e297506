// A table with its relationships, indexes and policies in one request: all of it, or nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  project = await app.createProject()
  const columns = [{ name: 'code', data_type: 'text', unique: true }]
  expect((await ask('POST', '/tables', { name: 'Authors', columns })).status).toBe(201)
})

const of = (where: TestProject, method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${where.id}${path}`, { token: where.token, body })
const ask = (method: string, path: string, body?: unknown) => of(project, method, path, body)
const BOOKS = {
  name: 'Books',
  columns: [
    { name: 'Title', data_type: 'text' },
    { name: 'Author ID', data_type: 'uuid' },
    { name: 'parent_id', data_type: 'uuid', required: true },
    { name: 'user_id', data_type: 'uuid' },
    { name: 'raw', data_type: 'json' },
  ],
  relationships: [
    { from_column: 'Author ID', to_table: 'authors', on_delete: 'cascade' },
    { from_column: 'parent_id' },
  ],
  indexes: [{ columns: ['Title', 'user_id'], unique: true }, { columns: ['user_id', 'created_at'] }],
  policies: [
    { action: 'select', subject: 'public', condition: "title <> 'draft'" },
    { action: 'all', subject: 'owner' },
  ],
}
type Body = typeof BOOKS

test('is made with all of it, as one change that another project can repeat', async () => {
  const role = (await ask('POST', '/roles', { name: 'Editor' })).data
  const policies = [...BOOKS.policies, { action: 'update', subject: 'role', role_ids: [role.id] }]
  const made = await ask('POST', '/tables', { ...BOOKS, policies })
  expect(made.status, made.text).toBe(201)
  expect(made.data.columns.filter((one: any) => one.indexed).map((one: any) => one.name)).toEqual([
    'author_id',
    'parent_id',
  ])

  const target = await app.createProject()
  const other = (await of(target, 'POST', '/roles', { name: 'Editor' })).data
  const { migrations } = (await ask('GET', '/schema/migrations')).data
  expect(migrations.map(({ operation }: any) => operation.kind)).toEqual(['table.create', 'table.create'])
  const applied = await of(target, 'POST', '/schema/migrations/apply', { project_id: project.id, migrations })
  expect(applied.status, applied.text).toBe(200)

  for (const [where, id] of [
    [project, role.id],
    [target, other.id],
  ] as const) {
    const links = (await of(where, 'GET', '/schema/relationships')).data.filter(
      (link: any) => link.from_table === 'books',
    )
    expect(
      links.map(({ from_column, to_table, on_delete }: any) => [from_column, to_table, on_delete]).toSorted(),
    ).toEqual([
      ['author_id', 'authors', 'cascade'],
      ['parent_id', 'books', 'restrict'],
    ])
    const rules = (await of(where, 'GET', '/tables/books/rls')).data
    expect(rules.map(({ action, subject }: any) => `${subject} ${action}`).toSorted()).toEqual([
      ...['owner delete', 'owner insert', 'owner select', 'owner update'],
      ...['public select', 'role update'],
    ])
    expect(rules.find(({ subject }: any) => subject === 'role').role_ids).toEqual([id])
    const sql = (await of(where, 'GET', '/schema/preview/books')).data.sql
    expect(sql).toContain(
      'CREATE UNIQUE INDEX "books$title$user_id$key" ON books USING btree (title, user_id) WHERE (deleted_at IS NULL);',
    )
    expect(sql).toContain(
      'CREATE INDEX "books$user_id$created_at$idx" ON books USING btree (user_id, created_at);',
    )
  }
  // Who opens a table is in the log.
  const [entry] = (await ask('GET', '/audit-logs?action=schema.table_create&limit=1')).data
  expect(entry).toMatchObject({ target: made.data.id, details: { policies } })
})

const link = (fields: object) => (body: Body) => ({
  ...body,
  relationships: [body.relationships[1], { ...body.relationships[0], ...fields }],
})
const index =
  (...names: string[]) =>
  (body: Body) => ({ ...body, indexes: [{ columns: names }] })
const policy = (fields: object) => (body: Body) => ({
  ...body,
  policies: [body.policies[1], { ...body.policies[0], ...fields }],
})

test.each<[(body: Body) => object, number, string, string[]]>([
  [(body) => ({ ...body, name: 'Authors' }), 409, 'The table authors already exists.', ['name']],
  [
    link({ to_table: 'autors' }),
    400,
    'relationships.1.to_table: there is no table autors. Did you mean authors?',
    ['relationships.1.to_table'],
  ],
  [
    link({ from_column: 'writer' }),
    400,
    'relationships.1.from_column: the table books has no column writer.',
    ['relationships.1.from_column'],
  ],
  [
    link({ to_column: 'code' }),
    400,
    'relationships.1.to_column: author_id is of type uuid, but code is of type text.',
    ['relationships.1.to_column'],
  ],
  [
    link({ from_column: 'parent_id' }),
    409,
    'relationships.1: The column books.parent_id already refers to books.id.',
    ['relationships.1.from_column'],
  ],
  [
    link({ name: 'parent' }),
    409,
    'relationships.1: The table books already has a relationship parent.',
    ['relationships.1.name'],
  ],
  [
    link({ from_table: 'books' }),
    400,
    'Unknown field: relationships.1.from_table.',
    ['relationships.1.from_table'],
  ],
  [index('title'), 400, 'indexes.0.columns: must name at least two columns', ['indexes.0.columns']],
  [
    index('title', 'pages'),
    400,
    'indexes.0.columns.1: the table has no column pages.',
    ['indexes.0.columns.1'],
  ],
  [
    index('title', 'Title'),
    400,
    'indexes.0.columns.1: title is in the index already.',
    ['indexes.0.columns.1'],
  ],
  [
    index('title', 'raw'),
    400,
    'indexes.0.columns.1: PostgreSQL cannot compare json values',
    ['indexes.0.columns.1'],
  ],
  [
    (body) => ({ ...body, indexes: [body.indexes[0], body.indexes[0]] }),
    400,
    'indexes.1: there is another like it.',
    ['indexes.1'],
  ],
  [policy({ condition: 'pages = 1' }), 400, 'policies.1.condition: ', ['policies.1.condition']],
  [policy({ subject: 'role' }), 400, 'policies.1.role_ids: ', ['policies.1.role_ids']],
  [
    (body) => ({ ...body, columns: body.columns.toSpliced(3, 1), indexes: [] }),
    400,
    'policies.1.subject: books has no owner column',
    ['policies.1.subject'],
  ],
])('is not made at all where a part is refused (%#)', async (change, status, message, fields) => {
  const before = [(await ask('GET', '/tables')).data, (await ask('GET', '/schema/history')).data]
  const answer = await ask('POST', '/tables', change(BOOKS))
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)])
  expect(answer.body.details.fields).toEqual(fields)
  expect([(await ask('GET', '/tables')).data, (await ask('GET', '/schema/history')).data]).toEqual(before)
})

test('indexes of several columns are renamed with what they are named after', async () => {
  const { relationships: _, ...books } = BOOKS
  await ask('POST', '/tables', books)
  await ask('PATCH', '/tables/books', { name: 'Novels' })
  await ask('PATCH', '/tables/novels/columns/title', { name: 'heading' })
  const sql = (await ask('GET', '/schema/preview/novels')).data.sql
  expect(sql).toContain('"novels$heading$user_id$key" ON novels USING btree (heading, user_id)')
  expect(sql).toContain('"novels$user_id$created_at$idx"')
  expect((await ask('POST', '/tables', books)).status).toBe(201)
})

test('policies take the permission for policies, in whatever request they come', async () => {
  const organisation_id = (await ask('GET', '')).data.organisation_id
  const member = await app.register()
  const as = (method: string, path: string, body: unknown, token = member.token) =>
    app.api(method, path, { token, body })
  const role = (
    await as(
      'POST',
      '/rbac/roles',
      { organisation_id, name: 'Tables', permissions: ['schema:read', 'schema:write'] },
      project.token,
    )
  ).data
  await as(
    'POST',
    `/organisations/${organisation_id}/members`,
    { email: member.user.email, role: 'viewer' },
    project.token,
  )
  await as(
    'POST',
    `/rbac/users/${member.user.id}/roles`,
    { organisation_id, role_id: role.id },
    project.token,
  )

  const { policies, ...rest } = BOOKS
  const input = { name: 'Tracks', policies }
  const list = { kind: 'policy.replace', table: 'authors', input: { policies } }
  for (const [path, body] of [
    ['/tables', BOOKS],
    ['/schema/dry-run', { operation: { kind: 'table.create', input } }],
    [
      '/schema/migrations/apply',
      {
        project_id: member.user.id,
        migrations: [{ version: 1, operation: { kind: 'table.create', input } }],
      },
    ],
    [
      '/schema/migrations/apply',
      { project_id: member.user.id, migrations: [{ version: 1, operation: list }] },
    ],
  ] as const) {
    const answer = await as('POST', `/projects/${project.id}${path}`, body)
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'permission_missing'])
  }
  const made = await as('POST', `/projects/${project.id}/tables`, rest)
  expect(made.status, made.text).toBe(201)
})
