// A table is analyzed as soon as it has grown much, so that its lists have good plans from the first one on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

async function createTable(name: string): Promise<void> {
  const columns = [{ name: 'title', data_type: 'string' }]
  const answer = await app.api('POST', `/projects/${project.id}/tables`, {
    token: project.token,
    body: { name, columns },
  })
  expect(answer.status).toBe(201)
}

async function insert(table: string, count: number, headers: Record<string, string> = {}): Promise<void> {
  const body = Array.from({ length: count }, (_, n) => ({ title: `title ${n}` }))
  const answer = await app.api('POST', `/data/${table}`, { key: project.secret, body, headers })
  expect(answer.status).toBe(201)
  await app.platform.statistics.settled()
}

/** rowsKnown returns how many rows the planner takes a table to have; -1 where it knows nothing of their values. */
async function rowsKnown(table: string): Promise<number> {
  const { admin } = app.platform.clusters.main
  const { rows } = await admin.query(
    `select case when exists (select from pg_statistic where starelid = c.oid) then reltuples else -1 end as known
     from pg_class c where oid = $1::regclass`,
    [`${projectNames(project.id).schema}.${table}`],
  )
  return rows[0].known
}

test('is analyzed while it grows, a number of times that grows with the logarithm of its rows', async () => {
  await createTable('books')
  await insert('books', 400)
  expect(await rowsKnown('books')).toBe(-1)
  await insert('books', 100)
  expect(await rowsKnown('books')).toBe(500)
  await insert('books', 200)
  expect(await rowsKnown('books')).toBe(500)
  for (let i = 0; i < 9; i += 1) await insert('books', 1000)
  expect(await rowsKnown('books')).toBeGreaterThan(9700 / 1.5)
  const known = await rowsKnown('books')
  await insert('books', 1000)
  expect(await rowsKnown('books')).toBe(known)
})

test('what is written during one ANALYZE has another follow', async () => {
  await createTable('busy')
  const body = Array.from({ length: 600 }, (_, n) => ({ title: `title ${n}` }))
  const writes = Array.from({ length: 4 }, () => app.api('POST', '/data/busy', { key: project.secret, body }))
  for (const { status } of await Promise.all(writes)) expect(status).toBe(201)
  await app.platform.statistics.settled()
  expect(await rowsKnown('busy')).toBeGreaterThanOrEqual(2400 / 1.5)
})

test('rows of a write that is sent again with its Idempotency-Key count once', async () => {
  await createTable('once')
  const headers = { 'idempotency-key': 'a' }
  await insert('once', 300, headers)
  await insert('once', 300, headers)
  expect(await rowsKnown('once')).toBe(-1)
  await insert('once', 200)
  expect(await rowsKnown('once')).toBe(500)
})

test('a lock that somebody holds keeps neither writes nor the tables of others waiting', async () => {
  await createTable('locked')
  await createTable('other')
  const holder = await app.platform.clusters.main.admin.connect()
  try {
    const name = `${projectNames(project.id).schema}.locked`
    await holder.query(`begin; lock table ${name} in share update exclusive mode`)
    await insert('locked', 1000)
    expect(await rowsKnown('locked')).toBe(-1)
    await insert('other', 1000)
    expect(await rowsKnown('other')).toBe(1000)
    await holder.query('rollback')
    await insert('locked', 999)
    expect(await rowsKnown('locked')).toBe(-1)
    await insert('locked', 1)
    expect(await rowsKnown('locked')).toBe(2000)
  } finally {
    holder.release(true)
  }
})
