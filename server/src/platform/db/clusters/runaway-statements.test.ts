// Code of a project that will not stop: it catches every cancellation, and takes off the limits that its session has.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { provisionProject } from '#modules/projects/provision.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { quietLog, testKeys } from '#test/test-database.ts'
import { Cluster } from './cluster.ts'
import { endRunawayStatements, watchCluster } from './runaway-statements.ts'

const SECRET: ActorContext = { kind: 'secret', uid: null, claims: '{}' }
const FOREVER = `
declare hoard text[] := '{}';
begin
  set statement_timeout = 0;
  loop
    begin
      loop hoard := GROWTH; end loop;
    exception when query_canceled then null;
    end;
  end loop;
end`

let database: OpenTestDatabase
let cluster: Cluster
const project = { id: randomUUID(), own_login: true }
const { schema, data, owner } = projectNames(project.id)

beforeAll(async () => {
  database = await openTestDatabase()
  const { connection } = database
  cluster = new Cluster({ name: 'main', connection, poolSize: 1, keys: testKeys, log: quietLog })
  await provisionProject(cluster, project.id)
  await cluster.asOwner(project, async (client) => {
    for (const [name, growth] of [
      ['spin', 'null'],
      ['hoard', "array_fill(repeat('x', 1000), array[700000])"],
    ]) {
      await client.query(
        `create function ${name}() returns void language plpgsql as $f$ ${FOREVER.replace('GROWTH', `${growth}`)} $f$`,
      )
    }
  })
})
afterAll(async () => {
  await cluster.close()
  await database.drop()
})

const onData = (name: string) =>
  cluster.executor.execute(project, SECRET, [{ text: `select ${schema}.${name}()` }])
const onOwner = (name: string) =>
  cluster.asOwner(project, (client) => client.query(`select ${schema}.${name}()`))

async function running(role: string): Promise<number[]> {
  const { rows } = await cluster.admin.query(
    `select pid from pg_stat_activity where usename = $1 and state = 'active' and datname = current_database()
       and clock_timestamp() - query_start > interval '200 ms'`,
    [role],
  )
  return rows.map(({ pid }) => pid)
}

test.each([
  ['the data login', data, onData],
  ["the owner's login", owner, onOwner],
])('a loop on %s that catches its cancellation is ended with its connection', async (_name, role, call) => {
  const answer = call('spin').catch((error) => error)
  await expect.poll(() => running(role), { timeout: 45_000 }).toHaveLength(1)
  const [pid] = await running(role)
  await cluster.admin.query('select pg_cancel_backend($1)', [pid])
  expect(await endRunawayStatements(cluster)).toEqual({ ended: [], running: [role] })
  await expect.poll(() => running(role)).toEqual([pid])
  expect(await endRunawayStatements(cluster, { data: 150, owner: 150 })).toEqual({
    ended: [role],
    running: [],
  })
  expect(await answer).toMatchObject({ code: 'unavailable' })
  await expect.poll(() => running(role)).toEqual([])
})

test('the database is asked for as long as work of a project may run, and else once a minute', async () => {
  const look = watchCluster(cluster, quietLog)
  const asked = vi.spyOn(cluster.watch, 'query')
  const looksIn = async (turns: number) => {
    asked.mockClear()
    for (let turn = 0; turn < turns; turn++) await look()
    return asked.mock.calls.length
  }
  expect(await looksIn(11)).toBe(0)
  expect(await looksIn(1)).toBe(1)
  const sleeping = cluster.asOwner(project, (client) => client.query('select pg_sleep(1)'))
  await expect.poll(async () => (await endRunawayStatements(cluster)).running).toEqual([owner])
  expect(await looksIn(2)).toBe(2)
  await sleeping
  await expect.poll(async () => (await endRunawayStatements(cluster)).running).toEqual([])
  expect(await looksIn(11)).toBe(1)
  const [began, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pausing = cluster.asOwner(project, async (client) => {
    await client.query('select')
    began.resolve()
    await goOn.promise
  })
  await began.promise
  expect(await looksIn(3)).toBe(3)
  goOn.resolve()
  await pausing
  expect(await looksIn(11)).toBe(1)
  asked.mockRestore()
})

test('connections of the server itself are left alone, however long they take', async () => {
  const sleeping = cluster.admin.query('select pg_sleep(0.5)')
  const isAsleep = `select from pg_stat_activity where query = 'select pg_sleep(0.5)' and state = 'active'
    and datname = current_database()`
  await expect.poll(async () => (await cluster.admin.query(isAsleep)).rowCount).toBe(1)
  expect(await endRunawayStatements(cluster, { data: 0, owner: 0 })).toEqual({ ended: [], running: [] })
  await sleeping
})

// Processes are looked at where they run on this machine and the system is Linux.
const canLook = process.platform === 'linux'
test.runIf(canLook).each([
  ['the data login', onData],
  ["the owner's login", onOwner],
])('memory without end on %s is taken back', async (_name, call) => {
  await expect(call('hoard')).rejects.toThrow('The query needs more memory than it may use.')
  for (const role of [data, owner]) expect(await running(role)).toEqual([])
})
