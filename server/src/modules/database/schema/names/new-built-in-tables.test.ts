// Built-in tables: reserved names, and projects that are older than a table.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BUILT_IN_TABLES } from '#engine/built-in/built-in-tables.ts'
import { createProjectLookup } from '#modules/projects/projects.service.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { addBuiltInTables } from './new-built-in-tables.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  project = await app.createProject()
})
afterAll(() => app.stop())

const addTables = () => addBuiltInTables(app.platform, createProjectLookup(app.platform))

const call = (method: string, path: string, body?: unknown) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, body })

const admin = (sql: string) => {
  const { schema } = projectNames(project.id)
  return app.platform.clusters.main.admin.query(
    sql.replaceAll('SCHEMA', schema).replaceAll('PROJECT', `'${project.id}'`),
  )
}

// As the project would be if it had been made before the table.
const forget = async () => {
  await admin(`drop table SCHEMA.storage_objects cascade;
    delete from msingi.tables where project_id = PROJECT and slug = 'storage_objects'`)
  await app.platform.invalidations.publish(TABLES_CHANGED, project.id)
}

// The names of built-in tables are refused, so a table gets one only behind the server's back.
const nameLikeBuiltIn = async (slug: string) => {
  await admin(`alter table SCHEMA.${slug} rename to storage_objects;
    update msingi.tables set slug = 'storage_objects', name = 'storage_objects'
    where project_id = PROJECT and slug = '${slug}'`)
  await app.platform.invalidations.publish(TABLES_CHANGED, project.id)
}

test.each(BUILT_IN_TABLES.map(({ slug }) => slug))(
  'every project has %s, which only the server writes',
  async (slug) => {
    const { data } = await call('GET', `/tables/${slug}`)
    expect(data).toMatchObject({ slug, read_only: true })
    expect((await app.api('GET', `/data/${slug}`, { key: project.secret })).data).toEqual([])
    expect((await app.api('GET', `/data/${slug}`, { key: project.publishable })).data).toEqual([])
    const written = await app.api('POST', `/data/${slug}`, { key: project.secret, body: {} })
    expect(written.status).toBe(400)
    expect((await call('POST', '/tables', { name: slug })).body.message).toContain('a table of every project')
    expect((await call('PATCH', `/tables/${slug}`, { name: 'other' })).status).toBe(400)
    for (const sql of [
      `drop table ${slug}`,
      `alter table ${slug} rename to other`,
      `alter table ${slug} add column more text`,
      `create index on ${slug} (id)`,
      `delete from ${slug}`,
      `create table ${slug} (id uuid)`,
    ])
      expect((await call('POST', '/schema/exec-ddl', { sql })).status, sql).toBeGreaterThanOrEqual(400)
  },
)

test('a project that is older than a table receives it', async () => {
  await forget()
  expect((await app.api('GET', '/data/storage_objects', { key: project.secret })).status).toBe(404)
  await addTables()
  expect((await app.api('GET', '/data/storage_objects', { key: project.secret })).data).toEqual([])
  expect((await call('GET', '/schema/history')).data).toEqual([])
})

test("a table of one's own that has the name is renamed with all that refers to it", async () => {
  await call('POST', '/tables', { name: 'pages', columns: [{ name: 'title', data_type: 'string' }] })
  await call('POST', '/tables', { name: 'files', columns: [{ name: 'page_id', data_type: 'uuid' }] })
  await call('POST', '/schema/relationships', {
    from_table: 'files',
    from_column: 'page_id',
    to_table: 'pages',
    to_column: 'id',
  })
  const page = await app.api('POST', '/data/pages', { key: project.secret, body: { title: 'Utengano' } })
  const file = { page_id: page.data.id }
  await app.api('POST', '/data/files', { key: project.secret, body: file })
  await forget()
  await nameLikeBuiltIn('files')
  await addTables()
  expect((await app.api('GET', '/data/storage_objects', { key: project.secret })).data).toEqual([])
  const kept = await app.api('GET', '/data/own_storage_objects?select=page_id,pages(title)', {
    key: project.secret,
  })
  expect(kept.data).toEqual([{ ...file, pages: { title: 'Utengano' } }])
  const [last] = (await call('GET', '/schema/history')).data
  expect(last).toMatchObject({
    kind: 'table.update',
    operation: { table: 'storage_objects', input: { name: 'own_storage_objects' } },
    author: { email: 'server' },
  })
})

test('so is a view, and a name that is taken is not used', async () => {
  await call('POST', '/tables', { name: 'own_storage_objects' })
  await call('POST', '/schema/views', { name: 'recent', definition: 'select id from own_storage_objects' })
  await forget()
  await admin(`alter view SCHEMA.recent rename to storage_objects;
    update msingi.tables set slug = 'storage_objects', name = 'storage_objects'
    where project_id = PROJECT and slug = 'recent'`)
  await addTables()
  expect((await app.api('GET', '/data/storage_objects', { key: project.secret })).data).toEqual([])
  expect((await app.api('GET', '/data/own_storage_objects_2', { key: project.secret })).data).toEqual([])
  expect((await call('GET', '/schema/views/own_storage_objects_2')).status).toBe(200)
})

test('a project that cannot be given a table keeps no other from starting', async () => {
  const other = await app.createProject()
  const broken = project
  await forget()
  await admin(`create type SCHEMA.storage_objects as enum ('a')`)
  project = other
  await forget()
  await addTables()
  expect((await app.api('GET', '/data/storage_objects', { key: other.secret })).data).toEqual([])
  expect((await app.api('GET', '/data/storage_objects', { key: broken.secret })).status).toBe(404)
})
