// The administrator's pool: no project takes it all, no statement keeps it for ever, and /healthz needs none of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_TIMEOUT_MS } from '#platform/db/clusters/cluster.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { createGreedy, statusesOf } from './neighbours.fixture.ts'

let app: TestApp
let neighbour: TestProject

beforeAll(async () => {
  app = await startTestApp()
  neighbour = await app.createProject('Neighbour')
})
afterAll(() => app.stop())

test('the server says that it is well while every connection of the pool is taken', async () => {
  const { admin } = app.platform.clusters.main
  const taken = await Promise.all(Array.from({ length: admin.options.max }, () => admin.connect()))
  try {
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.api('GET', '//healthz')))
    expect(statusesOf(answers)).toEqual({ 200: 50 })
  } finally {
    for (const client of taken) client.release()
  }
})

test('metadata of a project that takes its time keeps no other waiting, nor signing in', async () => {
  const { clusters, gates } = app.platform
  const greedy = { id: crypto.randomUUID(), cluster: 'main', account_id: crypto.randomUUID() }
  const { admin } = clusters.of(greedy)
  const held = Array.from({ length: 20 }, () => admin.connect())
  const first = await Promise.race(held)
  try {
    expect(gates.admin.figures.waiting).toBeGreaterThan(0)
    const { status } = await app.api('GET', `/projects/${neighbour.id}/tables`, { token: neighbour.token })
    expect(status).toBe(200)
    await app.register()
  } finally {
    first.release()
    // Each that comes in lets the next one in.
    for (const one of held) await one.then((client) => client !== first && client.release())
  }
  expect(gates.admin.figures).toMatchObject({ running: 0, waiting: 0 })
})

test('a statement of the administrator ends in time, and so does a transaction that nobody goes on with', async () => {
  const { rows } = await app.platform.clusters.main.admin.query(
    `select name, setting::int as ms from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
  )
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', ms: 30_000 },
    { name: 'statement_timeout', ms: ADMIN_TIMEOUT_MS },
  ])
})

test('more new projects at once than the pool has connections are all made', async () => {
  const accounts = await Promise.all(Array.from({ length: 10 }, () => createGreedy(app, 0)))
  const answers = await Promise.all(
    accounts.map(({ token }) => app.api('POST', '/projects', { token, body: { name: 'At once' } })),
  )
  expect(statusesOf(answers)).toEqual({ 201: 10 })
})
