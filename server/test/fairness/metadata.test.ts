// What code of a project writes into the project's own metadata, or makes in its schema: refused where it is large, and
// read in bounded pieces where it is there already.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { METADATA_LIMITS } from '#platform/db/connections/message-limit.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const MB = 1024 * 1024

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const asOwner = (text: string, values?: unknown[]) =>
  app.platform.clusters.main.asOwner(project, (client) => client.query(text, values))
const get = (path: string) => app.api('GET', `/projects/${project.id}${path}`, { token: project.token })

const HISTORY = `
insert into msingi.schema_history (project_id, version, kind, operation, sql, author_id, author_email)
select $1, n, 'sql', '{}', repeat('x', $2::int), gen_random_uuid(), 'a@example.com'
from generate_series($3::int, $4::int) n`

test.each([
  ['the history', HISTORY, (id: string) => [id, 16 * MB, 1, 1]],
  [
    'a table',
    `insert into msingi.tables (project_id, schema_name, slug, name)
     select $1::uuid, 'p_' || replace($1::text, '-', ''), 'x', repeat('x', 5000)`,
    (id: string) => [id],
  ],
  [
    'a column',
    `update msingi.columns set description = repeat('x', $2::int)
     where table_id in (select id from msingi.tables where project_id = $1)`,
    (id: string) => [id, 5000],
  ],
  [
    'a policy',
    `insert into msingi.policies (table_id, action, subject, effect, condition)
     select id, 'select', 'public', 'allow', repeat('x', 50000) from msingi.tables where project_id = $1`,
    (id: string) => [id],
  ],
])('what is too large for %s is refused', async (_name, text, values) => {
  await expect(asOwner(text, values(project.id))).rejects.toMatchObject({
    details: { sqlstate: '23514' },
  })
})

test('a long history is read in pages of so many bytes, and to its end', async () => {
  await asOwner(HISTORY, [project.id, MB, 1, 40])
  const seen: number[] = []
  let pages = 0
  for (let before = ''; ; ) {
    const { status, data, text } = await get(`/schema/history?limit=50${before}`)
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(10 * MB)
    if (data.length === 0) break
    pages += 1
    seen.push(...data.map(({ version }: { version: number }) => version))
    before = `&before=${seen.at(-1)}`
  }
  expect(seen).toEqual(Array.from({ length: 40 }, (_, n) => 40 - n))
  expect(pages).toBeGreaterThan(3)
  const { data } = await get('/schema/migrations')
  expect(data.migrations.length).toBeLessThan(10)
  expect(data.next_after).toBe(data.migrations.at(-1).version)
})

test('a row that is longer than any page ends its request, not the server', async () => {
  const { admin } = app.platform.clusters.main
  // As it may be there from before there were bounds.
  await admin.query('alter table msingi.schema_history drop constraint schema_history_sizes')
  await asOwner(HISTORY, [project.id, METADATA_LIMITS.answer + 1, 41, 41])
  const answer = await get('/schema/history?limit=1')
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('more than 32 MB')])
  const rest = await get('/schema/history?limit=1&before=41')
  expect([rest.status, rest.data[0].version]).toEqual([200, 40])
})

test('a function with a body that is far too long is listed without it, and can be dropped', async () => {
  const { schema } = projectNames(project.id)
  await asOwner(`do $$ begin
    execute format('create function ${schema}.huge() returns int language plpgsql as %L',
      'begin return 1; end; --' || repeat('x', ${METADATA_LIMITS.answer})); end $$`)
  const answer = await get('/schema/functions')
  expect([answer.status, answer.data[0].body]).toEqual([200, expect.stringContaining('too many to be shown')])
  const body = { sql: 'drop function huge()' }
  const dropped = await app.api('POST', `/projects/${project.id}/schema/exec-ddl`, {
    token: project.token,
    body,
  })
  expect(dropped.status).toBe(200)
})

test('more functions than can be listed are a 409 that says so', async () => {
  const { schema } = projectNames(project.id)
  await asOwner(`do $$ begin for n in 1..1001 loop
    execute format('create function ${schema}.f%s() returns int language sql as %L', n, 'select 1'); end loop; end $$`)
  const answer = await get('/schema/functions')
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('1000 functions')])
})
