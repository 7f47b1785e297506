// Conditions that are checked while they are typed: what is wrong with them and where, over HTTP.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CALL_ATTACKS } from '#engine/conditions/call-attacks.fixture.ts'
import { GOOD_CONDITIONS } from '#engine/conditions/good-conditions.fixture.ts'
import { LOCATED_REFUSALS } from '#engine/conditions/located-refusals.fixture.ts'
import { refusalOf, TABLES } from '#engine/conditions/tables.fixture.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { sentenceOf } from '#engine/parser/sql-error.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const SYSTEM = ['id', 'created_at', 'deleted_at']
const BAD = [
  ...LOCATED_REFUSALS.map(([source]) => source),
  ...CALL_ATTACKS.flatMap(([, , ...sources]) => sources),
]

let app: TestApp
let project: TestProject
beforeAll(async () => {
  await loadParser()
  app = await startTestApp()
  project = await app.createProject()
  for (const { slug, columns } of TABLES) {
    if (!/^\w+$/.test(slug)) continue
    const own = [...columns.values()].filter(({ name }) => !SYSTEM.includes(name))
    const body = {
      name: slug,
      columns: own.map(({ name, data_type, enum_values }) =>
        data_type === 'enum' ? { name, data_type, enum_values } : { name, data_type },
      ),
    }
    const made = await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
    expect(made.status, made.text).toBe(201)
  }
})
afterAll(() => app.stop())

const check = (condition: unknown, table = 'posts') =>
  app.api('POST', `/projects/${project.id}/tables/${table}/rls/check`, {
    token: project.token,
    body: { condition },
  })

test('says of each bad condition what is wrong and where', async () => {
  for (const source of BAD) {
    const refusal = refusalOf(source)
    const { status, data } = await check(source)
    expect(status, source).toBe(200)
    expect(data, source).toMatchObject({ valid: false, position: refusal?.position ?? null })
    // Where a table is unknown, the server names those of the project as well.
    expect(data.message, source).toContain(sentenceOf(refusal?.message ?? '').replace(/\.$/, ''))
  }
})

test('accepts good conditions, and creates nothing', async () => {
  for (const [source] of GOOD_CONDITIONS.filter(([source]) => !/deleted_at|odd/.test(source)))
    expect((await check(source)).data, source).toEqual({ valid: true, message: null, position: null })
  const { data } = await app.api('GET', `/projects/${project.id}/tables/posts/rls`, { token: project.token })
  expect(data).toEqual([])
})

test('refuses what a policy would be refused for', async () => {
  const { data } = await check('deleted_at is null')
  expect(data).toMatchObject({ valid: false, message: expect.stringContaining('deleted_at') })
  for (const condition of ['', 'x'.repeat(10_001), null, 5]) {
    const { status, body } = await check(condition)
    expect(status, String(condition).slice(0, 9)).toBe(400)
    expect(body.errors[0]).toMatch(/^condition/)
  }
  expect((await check('active', 'pots')).status).toBe(404)
})

test('waits for no lock on the schema or the table', async () => {
  const { main } = app.platform.clusters
  const { owner, schema } = projectNames(project.id)
  const holder = new pg.Client({ ...main.adminConfig(), user: owner, password: main.passwordOf(owner) })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select msingi.lock_schema()')
  await holder.query(`lock table ${schema}.posts in access exclusive mode`)
  expect((await check('active')).data.valid).toBe(true)
  await holder.query('rollback')
  await holder.end()
})

test('answers those alone who may see the policies of the project', async () => {
  const path = `/projects/${project.id}/tables/posts/rls/check`
  const body = { condition: 'active' }
  const other = await app.createProject()
  expect((await app.api('POST', path, { key: project.secret, body })).status).toBe(403)
  expect((await app.api('POST', path, { token: other.token, body })).status).toBe(403)
  expect((await app.api('POST', path, { body })).status).toBe(401)
})
