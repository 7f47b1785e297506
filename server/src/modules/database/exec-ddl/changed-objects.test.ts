// The audit log says which objects were changed by SQL and by migrations.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DdlDriver, driveDdl } from './exec-ddl.fixture.ts'

let app: TestApp
let ddl: DdlDriver

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ddl = driveDdl(app, await app.createProject())
})

const entries = async () => (await ddl.call('GET', '/audit-logs?action=schema.exec_ddl')).data

test('says what SQL has added, changed and removed, and nothing of a dry run', async () => {
  await ddl.run('create table albums (title text, kind text)')
  await ddl.run('alter table albums drop column kind; alter table albums rename column title to name')
  await ddl.exec('drop table albums', { dry_run: true })
  const [second, first, ...more] = (await entries()).map(({ details }: any) => details)
  expect(first.added).toEqual(expect.arrayContaining(['table albums', 'column albums.title']))
  expect(second).toMatchObject({ changed: ['column albums.name'], removed: ['column albums.kind'] })
  expect(second).not.toHaveProperty('added')
  expect(more).toEqual([])
})

test('has room for so many names', async () => {
  const columns = Array.from({ length: 150 }, (_, n) => `c${n} text`)
  await ddl.run(`create table wide (${columns.join(', ')})`)
  const [{ details }] = await entries()
  expect(details.added).toHaveLength(100)
  expect(details.left_out).toBeGreaterThan(50)
})

test('says what migrations have changed, also where a later one fails', async () => {
  const at = (version: number, operation: object) => ({ version, operation })
  const { status } = await ddl.call('POST', '/schema/migrations/apply', {
    project_id: crypto.randomUUID(),
    migrations: [
      at(1, {
        kind: 'table.create',
        input: { name: 'albums', columns: [{ name: 'title', data_type: 'text' }] },
      }),
      at(2, { kind: 'column.update', table: 'albums', column: 'title', input: { name: 'name' } }),
      at(3, { kind: 'sql', sql: "drop table albums; create type mood as enum ('glad')" }),
      at(4, { kind: 'table.remove', table: 'nothing', cascade: false }),
    ],
  })
  expect(status).toBe(404)
  const { data } = await ddl.call('GET', '/audit-logs')
  const [entry] = data.filter(({ details }: any) => details.route?.endsWith('/migrations/apply'))
  expect(entry.details).toMatchObject({ changed: ['column albums.title'] })
  expect(entry.details.added).toEqual(['table albums', 'type mood'])
  expect(entry.details.removed).toContain('table albums')
})
