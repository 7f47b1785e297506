// Columns of type `file` are relationships to the project's files: created, changed and dropped as such.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { driveSchema, type SchemaDriver } from '#modules/database/schema/drive-schema.fixture.ts'
import { uploadFiles } from '#test/files.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

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

const column = async (name = 'photo', table = 'shots') => {
  const { data } = await schema.call('GET', `/tables/${table}`)
  return data.columns.find((one: { name: string }) => one.name === name)
}
const links = async () => (await schema.call('GET', '/schema/relationships')).data
const insert = async (photo: string, table = 'shots') =>
  (await app.api('POST', `/data/${table}`, { key: project.secret, body: { photo } })).status
const guards = async () => {
  const { rows } = await schema.sql(
    `select tgname as name from msingi_catalog.pg_trigger where tgrelid = to_regclass('shots') and not tgisinternal
     union all select proname from msingi_catalog.pg_proc where strpos(proname, '$file') > 0 order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('a column is made with its relationship, its rule, and its index', async () => {
  const columns = [
    { name: 'photo', data_type: 'file' },
    { name: 'cover_id', data_type: 'file', required: true },
    { name: 'other', data_type: 'file', on_delete: 'cascade' },
  ]
  await schema.create('Shots', columns)
  expect(await column()).toMatchObject({ data_type: 'file', on_delete: 'set_null', indexed: true })
  expect(await column('cover_id')).toMatchObject({ on_delete: 'restrict', required: true })
  const made = (await links()).map(({ name, from_column, to_table, to_column, on_delete }: any) => [
    ...[name, from_column, `${to_table}.${to_column}`, on_delete],
  ])
  expect(made).toEqual([
    ['cover', 'cover_id', 'storage_objects.id', 'restrict'],
    ['other', 'other', 'storage_objects.id', 'cascade'],
    ['photo', 'photo', 'storage_objects.id', 'set_null'],
  ])
  const { data: preview } = await schema.call('GET', '/schema/preview/shots')
  expect(preview.sql).toContain('references "storage_objects" ("id") on delete set null')
  expect(preview.json_schema.row.properties.photo).toMatchObject({ type: ['string', 'null'], format: 'uuid' })
})

test.each([
  [{ name: 'photo', data_type: 'text', on_delete: 'restrict' }, /on_delete: is only for the type file/],
  [{ name: 'photo', data_type: 'file', required: true, on_delete: 'set_null' }, /set_null is not possible/],
  [{ name: 'photo', data_type: 'file', on_delete: 'forget' }, /must be one of restrict/],
  [{ name: 'photo', data_type: 'file', char_length: 5 }, /char_length/],
])('%o is refused', async (input, problem) => {
  const { status, body } = await schema.call('POST', '/tables', { name: 'Shots', columns: [input] })
  expect([status, body.errors.join()]).toEqual([400, expect.stringMatching(problem)])
})

test('a column is added, takes another rule, is renamed, and is dropped without a trace', async () => {
  await schema.create('Shots')
  const added = await schema.call('POST', '/tables/shots/columns', { name: 'photo', data_type: 'file' })
  expect([added.status, added.data.on_delete]).toEqual([201, 'set_null'])
  expect([await insert(file), await insert(MISSING)]).toEqual([201, 400])
  const path = '/tables/shots/columns/photo'
  const ruled = await schema.call('PATCH', path, { on_delete: 'restrict', name: 'picture' })
  expect([ruled.status, ruled.data.name, ruled.data.on_delete], ruled.text).toEqual([
    200,
    'picture',
    'restrict',
  ])
  const body = { picture: MISSING }
  const refused = await app.api('POST', '/data/shots', { key: project.secret, body })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringMatching(/^picture must be|^picture: must be/),
  ])
  expect((await schema.call('DELETE', '/tables/shots/columns/picture')).status).toBe(204)
  expect([await links(), await guards()]).toEqual([[], []])
})

test('a default is the id of a file, which existing rows get', async () => {
  await schema.create('Shots', [{ name: 'n', data_type: 'integer' }])
  await app.api('POST', '/data/shots', { key: project.secret, body: { n: 1 } })
  const add = (default_value: string) =>
    schema.call('POST', '/tables/shots/columns', { name: 'photo', data_type: 'file', default_value })
  expect((await add(MISSING)).status).toBe(409)
  expect((await add(file)).status).toBe(201)
  const { data } = await app.api('GET', '/data/shots?select=n,photo', { key: project.secret })
  expect(data).toEqual([{ n: 1, photo: file }])
})

test.each(['text', 'uuid'])('from %s: what is no file is shown before it is lost', async (data_type) => {
  await schema.create('Shots', [{ name: 'photo', data_type }])
  const other = data_type === 'text' ? 'a/b.png' : MISSING
  for (const photo of [file, other, MISSING]) expect(await insert(photo)).toBe(201)
  const path = '/tables/shots/columns/photo'
  const refused = await schema.call('PATCH', path, { data_type: 'file' })
  expect([refused.status, refused.body.details]).toMatchObject([409, { rows: 2, unconvertible: 2 }])
  expect(refused.body.details.examples).toContainEqual(
    expect.objectContaining({ value: other, becomes: null }),
  )
  const changed = await schema.call('PATCH', path, { data_type: 'file', force: true, on_delete: 'restrict' })
  expect([changed.status, changed.data.on_delete], changed.text).toEqual([200, 'restrict'])
  const { data } = await app.api('GET', '/data/shots?photo=is.not.null&select=photo(id)', {
    key: project.secret,
  })
  expect(data).toEqual([{ photo: { id: file } }])
  expect(await insert(MISSING)).toBe(400)
})

test.each(['text', 'uuid'])('to %s: nothing is lost, and any value is taken again', async (data_type) => {
  await schema.create('Shots', [{ name: 'photo', data_type: 'file' }])
  expect(await insert(file)).toBe(201)
  const changed = await schema.call('PATCH', '/tables/shots/columns/photo', { data_type })
  expect([changed.status, changed.data.data_type, changed.data.on_delete]).toEqual([
    200,
    data_type,
    undefined,
  ])
  expect(await insert(MISSING)).toBe(201)
  expect([await links(), await guards()]).toEqual([[], []])
  const { data } = await app.api('GET', `/data/shots?photo=eq.${file}&select=photo`, { key: project.secret })
  expect(data).toEqual([{ photo: file }])
})

test('a required column takes no rule that sets it to null', async () => {
  await schema.create('Shots', [{ name: 'photo', data_type: 'file' }])
  const path = '/tables/shots/columns/photo'
  expect((await schema.call('PATCH', path, { required: true })).status).toBe(400)
  const changed = await schema.call('PATCH', path, { required: true, on_delete: 'restrict' })
  expect([changed.status, changed.data.required], changed.text).toEqual([200, true])
})

test('a relationship to files makes a column a file, and its end a uuid, over the API and by SQL', async () => {
  await schema.create('Shots', [{ name: 'photo', data_type: 'uuid' }])
  const { id } = await schema.link('shots.photo', 'storage_objects.id', 'set_null')
  expect(await column()).toMatchObject({ data_type: 'file', on_delete: 'set_null' })
  expect([await insert(file), await insert(MISSING)]).toEqual([201, 400])
  expect((await schema.call('DELETE', `/schema/relationships/${id}`)).status).toBe(204)
  expect((await column()).data_type).toBe('uuid')
  expect([await insert(MISSING), await guards()]).toEqual([201, []])

  const ddl = async (sql: string) => (await schema.call('POST', '/schema/exec-ddl', { sql })).status
  expect(
    await ddl('create table films (photo uuid references storage_objects on delete restrict, other uuid)'),
  ).toBe(200)
  expect(await column('photo', 'films')).toMatchObject({ data_type: 'file', on_delete: 'restrict' })
  expect([await insert(file, 'films'), await insert(MISSING, 'films')]).toEqual([201, 400])
  expect(await ddl('alter table films rename column photo to still')).toBe(200)
  expect(await column('still', 'films')).toMatchObject({ data_type: 'file' })
  expect(await ddl('alter table films drop constraint films$still$fkey')).toBe(200)
  expect(await column('still', 'films')).toMatchObject({ data_type: 'uuid' })
  expect(await ddl('drop function films$still$file() cascade')).toBeGreaterThanOrEqual(400)
})

test('SQL of the project cannot take the check away', async () => {
  await schema.create('Shots', [{ name: 'photo', data_type: 'file' }])
  for (const sql of [
    'drop function "shots$photo$file"() cascade',
    'drop trigger "Check$photo$file" on shots',
    'alter table shots disable trigger "Check$photo$file"',
  ]) {
    const { status } = await schema.call('POST', '/schema/exec-ddl', { sql })
    expect(status, sql).toBeGreaterThanOrEqual(400)
  }
  expect(await insert(MISSING)).toBe(400)
})

test('the history makes the same column in another project', async () => {
  await schema.create('Shots', [{ name: 'photo', data_type: 'file', on_delete: 'restrict' }])
  await schema.call('PATCH', '/tables/shots/columns/photo', { on_delete: 'cascade' })
  const { data: bundle } = await schema.call('GET', '/schema/migrations')
  const other = driveSchema(app, await app.createProject())
  const applied = await other.call('POST', '/schema/migrations/apply', bundle)
  expect(applied.status, applied.text).toBe(200)
  const { data } = await other.call('GET', '/tables/shots')
  expect(data.columns).toContainEqual(expect.objectContaining({ data_type: 'file', on_delete: 'cascade' }))
})
