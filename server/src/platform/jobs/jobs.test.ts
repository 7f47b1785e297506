// Jobs on a working node: concurrent within their limits, each failing alone, and retried after a failure.
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { createLog } from '#platform/log/log.ts'
import { QuietStart } from '#platform/work/quiet-start.ts'
import { cloneDatabase, type TestDatabase } from '#test/test-database.ts'
import { Jobs } from './jobs.ts'

const SIDE_BY_SIDE = 4

let database: TestDatabase
let pool: pg.Pool
let jobs: Jobs
// As a notification does when the transaction has committed.
let wake: (queue: string | undefined) => unknown
const running = new Set<number>()
const done: number[] = []
let most = 0
let attempts = 0

beforeAll(async () => {
  database = await cloneDatabase(inject('server'))
  pool = new pg.Pool(database.connection)
  jobs = new Jobs(pool, createLog('silent'), {
    on: (_, handler) => (wake = handler),
    wake: async () => {},
    publish: async () => {},
  })
  // Each waits until as many run as are allowed: run one after another, none would ever end.
  let open: () => void
  const full = new Promise<void>((resolve) => {
    open = resolve
  })
  jobs.define<{ number: number }>({
    name: 'test-batch',
    retries: 0,
    atOnce: SIDE_BY_SIDE,
    run: async ({ number }) => {
      running.add(number)
      most = Math.max(most, running.size)
      if (running.size === SIDE_BY_SIDE) open()
      await full
      running.delete(number)
      if (number === 1) throw new Error('the second one fails')
      done.push(number)
    },
  })
  jobs.define<object>({
    name: 'test-retry',
    retries: 3,
    run: async () => {
      attempts += 1
      if (attempts === 1) throw new Error('not yet')
    },
  })
})
afterAll(async () => {
  await jobs.stop()
  await pool.end()
  await database.drop()
})

const send = (name: string, data: object, projectId?: string) =>
  transaction(pool, (db) => jobs.send(name, data, db, projectId)).then(() => wake(name))
const states = async (name: string) => {
  const { rows } = await pool.query<{ state: string }>(
    'select state::text from jobs.job where name = $1 order by state::text',
    [name],
  )
  return rows.map(({ state }) => state)
}
// Sooner than the safety look, which finds everything.
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 40_000, interval: 20 })

test('of the same name are refused', () => {
  const again = () => jobs.define({ name: 'test-retry', retries: 0, run: async () => {} })
  expect(again).toThrow('there are two kinds of job with the name test-retry')
})

test('run concurrently, and each succeeds or fails alone', async () => {
  await jobs.start({ work: false })
  for (let number = 0; number < 2 * SIDE_BY_SIDE; number += 1) await send('test-batch', { number })
  await jobs.start({ work: true })
  await until(async () => {
    expect(await states('test-batch')).toEqual([
      ...Array.from({ length: 2 * SIDE_BY_SIDE - 1 }, () => 'completed'),
      'failed',
    ])
  })
  expect(done.sort()).toEqual([0, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(SIDE_BY_SIDE)
})

test('are retried after a failure, later', async () => {
  await send('test-retry', {})
  await until(async () => expect(await states('test-retry')).toEqual(['retry']))
  expect(attempts).toBe(1)
  const { rowCount } = await pool.query(
    `update jobs.job set start_after = now()
     where name = 'test-retry' and start_after >= created_on + interval '5 seconds'`,
  )
  expect(rowCount).toBe(1)
  wake(undefined)
  await until(async () => expect(await states('test-retry')).toEqual(['completed']))
  expect(attempts).toBe(2)
})

test('of many projects take turns, whichever project sent first and most', async () => {
  const order: string[] = []
  const define = { name: 'test-turns', retries: 0, maxQueued: 30 }
  jobs.define<{ project: string }>({ ...define, run: async ({ project }) => void order.push(project) })
  await jobs.start({ work: false })
  const sendFor = (project: string) => send('test-turns', { project }, project)
  for (let n = 0; n < 30; n++) await sendFor('many')
  await expect(sendFor('many')).rejects.toMatchObject({ code: 'quota_exceeded' })
  await sendFor('few')
  await sendFor('few')
  await send('test-turns', { project: 'none' })
  await jobs.start({ work: true })
  await until(async () => expect(order.length).toBe(33))
  expect(order[0]).toBe('none')
  expect(order.slice(1, 5).sort()).toEqual(['few', 'few', 'many', 'many'])
  expect(order.slice(1, 3).sort()).toEqual(['few', 'many'])
})

test('that are slow leave room for those of other projects', async () => {
  const door = Promise.withResolvers<void>()
  let inside = 0
  const done: string[] = []
  jobs.define<{ project: string }>({
    name: 'test-places',
    retries: 0,
    atOnce: 4,
    run: async ({ project }) => {
      if (project === 'slow') {
        inside += 1
        await door.promise
      }
      done.push(project)
    },
  })
  await jobs.start({ work: false })
  for (let n = 0; n < 20; n++) await send('test-places', { project: 'slow' }, 'slow')
  await jobs.start({ work: true })
  await until(async () => expect(inside).toBe(2))
  for (let n = 0; n < 10; n++) await send('test-places', { project: 'quick' }, 'quick')
  await until(async () => expect(done.length).toBe(10))
  // Also for one that becomes due while those of the slow project wait.
  await transaction(pool, (db) =>
    jobs.send('test-places', { project: 'late' }, db, 'late', { afterSeconds: 1 }),
  )
  wake('test-places')
  await until(async () => expect(done).toContain('late'))
  expect(inside).toBe(2)
  door.resolve()
  await until(async () => expect(done.length).toBe(31))
})

test('during a quiet start only what was just asked for runs, and the rest once that is lifted', async () => {
  const quiet = new QuietStart(true)
  let wakeQuiet: () => unknown
  const invalidations: ConstructorParameters<typeof Jobs>[2] = {
    on: (_, handler) => (wakeQuiet = () => handler(undefined)),
    wake: async () => {},
    publish: async () => {},
  }
  const restored = new Jobs(pool, createLog('silent'), invalidations, quiet)
  const ran: string[] = []
  const define = (name: string, whileQuiet: boolean) =>
    restored.define({ name, retries: 0, whileQuiet, run: async () => void ran.push(name) })
  define('test-by-itself', false)
  define('test-asked', true)
  await restored.start({ work: true })
  const sendQuiet = (name: string) =>
    transaction(pool, (db) => restored.send(name, {}, db)).then(() => wakeQuiet())
  await sendQuiet('test-by-itself')
  await sendQuiet('test-asked')
  await until(async () => expect(await states('test-asked')).toEqual(['completed']))
  await sendQuiet('test-asked')
  await until(async () => expect(await states('test-asked')).toEqual(['completed', 'completed']))
  expect(ran).toEqual(['test-asked', 'test-asked'])
  quiet.lift()
  await until(async () => expect(await states('test-by-itself')).toEqual(['completed']))
  await restored.stop()
})
