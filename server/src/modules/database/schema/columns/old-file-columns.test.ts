// Columns of type `file` from before they held the ids of files: what becomes of them at the next start.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fileColumns } from '#migrations/cluster/0024-file-columns.ts'
import { driveSchema, type SchemaDriver } from '#modules/database/schema/drive-schema.fixture.ts'
import { createProjectLookup } from '#modules/projects/projects.service.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { uploadFiles } from '#test/files.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { upgradeFileColumns } from './old-file-columns.ts'

let app: TestApp
let project: TestProject
let schema: SchemaDriver
let file: string
const MISSING = '0198c0de-0000-7000-8000-000000000000'

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  project = await app.createProject()
  schema = driveSchema(app, project)
  file = (await uploadFiles(app, project, 1))[0] as string
})
afterAll(() => app.stop())

const admin = (sql: string) => app.platform.clusters.main.admin.query(sql)
const insert = async (table: string, photo: string) =>
  (await app.api('POST', `/data/${table}`, { key: project.secret, body: { photo } })).status

// A column as it was: a text with a check of its length.
async function oldColumn(table: string, values: readonly string[]): Promise<void> {
  await schema.create(table, [{ name: 'photo', data_type: 'text' }])
  for (const value of values) expect(await insert(table, value)).toBe(201)
  const { schema: name } = projectNames(project.id)
  await admin(`alter table ${name}.${table} add constraint "${table}$photo$check" check (length(photo) <= 2048);
    update msingi.columns c set data_type = 'file' from msingi.tables t
    where t.id = c.table_id and t.slug = '${table}' and t.project_id = '${project.id}' and c.name = 'photo'`)
}

// The server starts with the migration, for the first time.
async function migrate(): Promise<void> {
  await admin('drop table msingi.old_file_columns; drop function msingi_storage.object_url')
  // Later migrations have put another function in the place of the one that this migration makes.
  const { rows } = await admin(
    `select pg_get_functiondef('msingi_storage.write_object()'::regprocedure) as now`,
  )
  for (const statements of fileColumns) await admin(statements)
  await admin(rows[0].now)
  await start()
}

const start = () => upgradeFileColumns(app.platform, createProjectLookup(app.platform))
const typeOf = async (table: string) => {
  const { data } = await schema.call('GET', `/tables/${table}`)
  return data.columns.find(({ name }: { name: string }) => name === 'photo').data_type
}
const history = async () =>
  (await schema.call('GET', '/schema/history')).data.filter(({ author }: any) => author.email === 'server')

test('a column of ids becomes a file column, one with other values a text that says why', async () => {
  await oldColumn('shots', [file])
  await oldColumn('paths', [file, 'a/b.png'])
  await oldColumn('empty', [])
  await migrate()
  expect(await Promise.all(['shots', 'paths', 'empty'].map(typeOf))).toEqual(['file', 'text', 'file'])
  expect([await insert('shots', MISSING), await insert('shots', file)]).toEqual([400, 201])
  expect(await insert('paths', 'x'.repeat(3000))).toBe(201)
  const entries = await history()
  expect(entries.map(({ operation }: any) => operation)).toContainEqual({
    kind: 'column.update',
    table: 'paths',
    column: 'photo',
    input: { data_type: 'text' },
    reason: expect.stringContaining('not all values of this one are such ids'),
  })
  // Another start changes nothing.
  await start()
  expect(await history()).toHaveLength(entries.length)
  expect((await admin('select from msingi.old_file_columns')).rowCount).toBe(0)
})

test('what reads the column as a text keeps it one', async () => {
  await oldColumn('shots', [file])
  const { data: table } = await schema.call('GET', '/tables/shots')
  const policy = { action: 'select', subject: 'public', effect: 'allow', condition: "photo like 'a%'" }
  await admin("update msingi.columns set data_type = 'text' where data_type = 'file'")
  const made = await schema.call('POST', `/tables/${table.id}/rls`, policy)
  expect(made.status, made.text).toBe(201)
  await admin(
    `update msingi.columns set data_type = 'file' where table_id = '${table.id}' and name = 'photo'`,
  )
  await migrate()
  expect(await typeOf('shots')).toBe('text')
})

test('a column that referred to files by a relationship becomes a file column', async () => {
  await schema.create('shots', [{ name: 'photo', data_type: 'uuid' }])
  await schema.link('shots.photo', 'storage_objects.id')
  const { schema: name } = projectNames(project.id)
  await admin(`drop function ${name}."shots$photo$file"() cascade;
    update msingi.columns set data_type = 'uuid' where name = 'photo'`)
  await migrate()
  expect(await typeOf('shots')).toBe('file')
  expect([await insert('shots', MISSING), await insert('shots', file)]).toEqual([400, 201])
})

test('the entries of the history apply to another project', async () => {
  await oldColumn('paths', ['a/b.png'])
  await migrate()
  const { data: bundle } = await schema.call('GET', '/schema/migrations')
  const other = driveSchema(app, await app.createProject())
  const applied = await other.call('POST', '/schema/migrations/apply', bundle)
  expect(applied.status, applied.text).toBe(200)
  expect((await other.call('GET', '/tables/paths')).data.columns).toContainEqual(
    expect.objectContaining({ name: 'photo', data_type: 'text' }),
  )
})
