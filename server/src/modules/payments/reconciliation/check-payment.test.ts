// How a payment is found when it is due, and what may happen to it before the transaction that decides on it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '#modules/payments/payments.fixture.ts'
import { openPayments } from '#modules/payments/payments.module.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { Clusters } from '#platform/db/clusters/clusters.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { createTestClock } from '#test/harness.ts'
import { quietLog } from '#test/test-database.ts'
import type { Checker } from './checker.ts'
import { type Account, listDue } from './checks.store.ts'

let shop: Shop
let checker: Checker
beforeAll(async () => {
  shop = await openShop()
  // Its rounds can be waited for, unlike those of the server.
  checker = await openChecker(shop.app.platform)
})
afterAll(async () => {
  await checker?.close()
  await shop.app.stop()
})

// The checker of another node.
const openChecker = async (platform: Platform) => {
  const sql = 'select * from platform.projects where id = $1'
  const { rows } = await platform.clusters.main.admin.query<ProjectRecord>(sql, [shop.project.id])
  const { port } = shop.app.app.server.address() as { port: number }
  return openPayments(platform, {
    projects: { find: () => rows[0] },
    simulators: { address: () => `http://127.0.0.1:${port}/simulators` },
  }).checker
}

const sql = (text: string, values: unknown[]) =>
  shop.app.platform.clusters.main.admin.query(text, values).then(({ rows }) => rows)
const stateOf = async (id: string) =>
  (await sql('select status, failure, next_check_at from msingi_payments.payments where id = $1', [id]))[0]

test('an answer that comes while a payment is taken for interrupted counts', async () => {
  const { transaction_id: id, checkout_request_id: reference } = await shop.push()
  const now = shop.app.clock.now()
  const first = new Date(now.getTime() + 10_000)
  let round: Promise<void> | undefined
  const answerAmidRound = async (db: Queryable) => {
    await sql(
      `update msingi_payments.payments set status = 'submitting', reference = null, failure = null,
         next_check_at = $2 where id = $1`,
      [id, now],
    )
    const { rowCount } = await db.query(
      `update msingi_payments.payments set status = 'pending', reference = $2, next_check_at = $3
       where id = $1 and status = 'submitting'`,
      [id, reference, first],
    )
    // The server's own round was first.
    if (rowCount === 0) return
    checker.wake()
    round = checker.settled()
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await sql(blocked, [])).length).toBeGreaterThan(0)
  }
  while (round === undefined)
    await transaction(shop.app.platform.clusters.main.admin, (db) => answerAmidRound(db))
  await round
  expect(await stateOf(id)).toEqual({ status: 'pending', failure: null, next_check_at: first })
})

test('a direct payment that was refused is never sent again', async () => {
  await shop.faults({ refuse_request: 1 })
  const body = { phone: '+255712345678', amount: 5000, first_name: 'Asha', last_name: 'Juma' }
  const refused = await shop.call('POST', '/provider_b/initiate', { body })
  await shop.faults({})
  const id = refused.body.details.transaction_id
  const orders = (await shop.orders()).length
  await sql('update msingi_payments.payments set next_check_at = $2 where id = $1', [
    id,
    shop.app.clock.now(),
  ])
  checker.wake()
  await checker.settled()
  expect(await stateOf(id)).toEqual({ status: 'failed', failure: 'refused', next_check_at: null })
  expect(await shop.orders()).toHaveLength(orders)
})

test('a payment that one node has written is checked by another when it is due', async () => {
  // The clock of the node that writes stands still.
  const clock = createTestClock()
  const other = await openChecker({ ...shop.app.platform, clock })
  const { transaction_id: id } = await shop.push()
  const { next_check_at: first } = await stateOf(id)
  const nextCheck = async () => {
    clock.advance(11)
    return (await stateOf(id)).next_check_at
  }
  await expect.poll(nextCheck).not.toEqual(first)
  await other.close()
})

test('a cluster that is away keeps no payment of another one waiting', async () => {
  const { platform } = shop.app
  const { main } = platform.clusters
  const refused = () => Promise.reject(new Error('the database server is away'))
  const away = { name: 'away', admin: { query: refused } } as unknown as Cluster
  const clusters = Object.assign(new Clusters([main]), { all: () => [away, main] })
  // The clock of the server stands still: it does not check the payment.
  const clock = createTestClock()
  const other = await openChecker({ ...platform, clusters, clock, log: quietLog })
  const { transaction_id: id } = await shop.push()
  const { next_check_at: first } = await stateOf(id)
  other.wake()
  const nextCheck = async () => {
    clock.advance(11)
    return (await stateOf(id)).next_check_at
  }
  await expect.poll(nextCheck).not.toEqual(first)
  await other.close()
})

const inDays = (days: number) => new Date(shop.app.clock.now().getTime() + days * 24 * 60 * 60 * 1000)
// Payments like one that there is, each of a project of its own that is gone.
const insertAccounts = (id: string, accounts: number, nextCheckAt: Date) =>
  sql(
    `insert into msingi_payments.payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
       'project_id', gen_random_uuid(), 'reference', null, 'next_check_at', $3::timestamptz))).*
     from msingi_payments.payments p, generate_series(1, $2) where p.id = $1`,
    [id, accounts, nextCheckAt],
  )

// How many pages of the database a look for due payments reads, and the most rows of one of its steps.
async function costOfLook(now: Date): Promise<{ pages: number; rows: number }> {
  const cost = { pages: 0, rows: 0 }
  const count = (step: any) => {
    cost.rows = Math.max(cost.rows, step['Actual Rows'])
    for (const inner of step.Plans ?? []) count(inner)
  }
  const explain = async (text: string, values: unknown[]) => {
    const [row] = await sql(`explain (analyze, buffers, format json) ${text}`, values)
    const { Plan } = row['QUERY PLAN'][0]
    cost.pages = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    count(Plan)
    return { rows: [] }
  }
  await listDue({ query: explain } as unknown as Queryable, now, undefined, [], 500)
  return cost
}

test('a look reads what is due, not all that is open, and accounts take turns in it', async () => {
  const { transaction_id: id } = await shop.push()
  const { admin } = shop.app.platform.clusters.main
  const now = inDays(-1000)
  await insertAccounts(id, 3, now)
  const listSome = async (behind?: Account) => (await listDue(admin, now, behind, [], 2)).due
  const [first, second] = await listSome()
  const [third, again] = await listSome(second)
  expect(again).toEqual(first)
  expect(new Set([first, second, third].map((payment) => payment?.project_id)).size).toBe(3)

  const later = inDays(1000)
  await insertAccounts(id, 2000, later)
  await sql('analyze msingi_payments.payments', [])
  expect((await costOfLook(now)).pages).toBeLessThan(200)
  await sql('delete from msingi_payments.payments where next_check_at = any($1)', [[now, later]])
})

test('a look reads a part of what is due where that is much, and finds the accounts of the rest', async () => {
  const { transaction_id: id } = await shop.push()
  const { admin } = shop.app.platform.clusters.main
  const [busy, now] = [randomUUID(), inDays(-1000)]
  await sql(
    `insert into msingi_payments.payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
       'project_id', $2::uuid, 'reference', null, 'account_reference', n::text, 'next_check_at', $3::timestamptz))).*
     from msingi_payments.payments p, generate_series(1, 3000) n where p.id = $1`,
    [id, busy, inDays(-1001)],
  )
  await insertAccounts(id, 3, now)
  await sql('analyze msingi_payments.payments', [])
  expect((await listDue(admin, now, undefined, [], 10)).due).toHaveLength(4)
  expect((await costOfLook(now)).rows).toBeLessThan(2500)
  await sql('delete from msingi_payments.payments where project_id = $1 or next_check_at = $2', [busy, now])
})

test('more accounts than one look asks for keep no other waiting', async () => {
  const { transaction_id: id } = await shop.push()
  const { next_check_at: first } = await stateOf(id)
  const due = inDays(-1)
  await insertAccounts(id, 501, due)
  const nextCheck = async () => {
    shop.app.clock.advance(11)
    return (await stateOf(id)).next_check_at
  }
  await expect.poll(nextCheck).not.toEqual(first)
  await sql('delete from msingi_payments.payments where next_check_at = $1', [due])
})
