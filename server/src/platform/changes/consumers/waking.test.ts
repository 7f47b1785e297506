// What wakes the workers of consumers: changes, and whoever has more of them than it can work on.
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { openLab } from '#platform/changes/changes.fixture.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { startNode } from '#test/nodes.ts'
import { cloneDatabase, quietLog } from '#test/test-database.ts'
import { AT_ONCE, BATCH_MS, ConsumerWorker } from './consumer-worker.ts'

test('a node with more projects than it works on is helped by another one', async () => {
  const lab = await openLab('auto')
  const door = Promise.withResolvers<void>()
  const running = new Set<string>()
  const most = AT_ONCE + 1
  const options = {
    name: 'helped',
    batch: async ([entry]: readonly { readonly project_id: string }[]) => {
      running.add(entry?.project_id ?? '')
      await door.promise
    },
  }
  const other = await startNode(lab.app)
  const consumer = lab.app.platform.changes.consume(options)
  // It looks now, and by itself only after the test.
  other.platform.changes.consume(options)
  const schemas: string[] = []
  for (let n = 0; n < most; n++) {
    const { id, token } = await lab.app.createProject()
    const body = { name: 'notes', columns: [{ name: 'title', data_type: 'text' }] }
    const { data } = await lab.app.api('POST', `/projects/${id}/tables`, { token, body })
    await consumer.subscribe({ id, cluster: 'main' } as ProjectRecord, data.id)
    schemas.push(`p_${id.replaceAll('-', '')}`)
  }
  for (const schema of schemas) await lab.sql(`insert into ${schema}.notes (title) values ('one')`)
  // Before a batch of the first node takes too long, and another project has its turn.
  await expect.poll(() => running.size, { timeout: BATCH_MS / 2 }).toBe(most)
  door.resolve()
  await other.close()
  await lab.stop()
})

const idle = { batch: async () => {}, askForHelp: async () => {}, log: quietLog }

/** openPool opens connections to a database of its own. */
async function openPool() {
  const database = await cloneDatabase(inject('server'))
  const pool = new pg.Pool(database.connection)
  return { pool, close: () => pool.end().then(database.drop) }
}

test('a batch that is due again in the middle of a look is not left for the next minute', async () => {
  const { pool, close } = await openPool()
  await pool.query(
    `insert into platform.change_backlogs (project_id, consumer, rows, bytes, retry_at)
     values (gen_random_uuid(), 'late', 0, 0, now())`,
  )
  // What the look has found before it was due.
  vi.spyOn(pool, 'query').mockImplementationOnce(async () => ({ rows: [] }))
  const worker = new ConsumerWorker({ ...idle, name: 'late', pool })
  const left = async () => (await pool.query('select from platform.change_backlogs')).rowCount
  await expect.poll(left, { timeout: 30_000 }).toBe(0)
  await worker.close()
  await close()
})

test('at rest it looks once a minute', async () => {
  const { pool, close } = await openPool()
  const asked = vi.spyOn(pool, 'query')
  const answered = async (count: number) => {
    while (asked.mock.calls.length < count) await new Promise(setImmediate)
    await Promise.all(asked.mock.results.map(({ value }) => value))
    await new Promise(setImmediate)
    expect(asked).toHaveBeenCalledTimes(count)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] })
  try {
    const worker = new ConsumerWorker({ ...idle, name: 'resting', pool })
    await answered(2)
    vi.advanceTimersByTime(59_999)
    expect(asked).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(1)
    await answered(4)
    await worker.close()
  } finally {
    vi.useRealTimers()
  }
  await close()
})
