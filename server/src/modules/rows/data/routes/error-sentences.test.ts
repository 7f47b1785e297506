// One code of PostgreSQL means many things: what is said is about what went wrong, not about what the request might have sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const manage = async (path: string, body: object) => {
  const answer = await app.api('POST', `/projects/${project.id}${path}`, { token: project.token, body })
  expect(answer.status, answer.text).toBeLessThan(300)
}
const ddl = (sql: string) => manage('/schema/exec-ddl', { sql })
const call = async (method: string, path: string, body?: object) => {
  const more = body === undefined ? {} : { body }
  const { status, body: answer } = await app.api(method, `/data/${path}`, { key: project.secret, ...more })
  return [status, answer.message]
}

test('an update that a publication refuses', async () => {
  await ddl('create table replicated (n int, twice int generated always as (n * 2) virtual)')
  const table = `p_${project.id.replaceAll('-', '')}.replicated`
  await app.platform.clusters.main.admin.query(
    `alter table ${table} replica identity full; create publication other for table ${table}`,
  )
  await call('POST', 'replicated', { n: 1 })
  expect(await call('PATCH', 'replicated?n=eq.1', { n: 2 })).toEqual([
    400,
    'Cannot update table "replicated".',
  ])
})

test.each([
  ['on conflict', 'insert into logged (n) values (1) on conflict (n) do nothing', /ON CONFLICT/],
  ['two rows', 'perform (select n from generate_series(1, 2) n)', /more than one row/i],
  ['no table', 'perform 1 from nowhere', /relation "nowhere" does not exist/i],
  ['no column', 'perform nothing from logged', /column "nothing" does not exist/i],
])('a trigger of the project: %s', async (name, statement, said) => {
  const slug = `t_${name.replace(' ', '_')}`
  await ddl(`create table if not exists logged (n int); create table ${slug} (n int);
    create function ${slug}_trigger() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$;
    create trigger tell before insert on ${slug} for each row execute function ${slug}_trigger()`)
  expect(await call('POST', slug, { n: 1 })).toEqual([400, expect.stringMatching(said)])
})
