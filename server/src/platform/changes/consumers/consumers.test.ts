// Durable consumers: every committed change once, with what the consumer makes of it in one transaction; whoever is slow or
// fails holds up nobody else.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CaptureWish, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import { startReader, type TestReader } from '#platform/changes/readers.fixture.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { ChangeConsumer } from './change-consumers.ts'
import type { Consumed } from './consumed-change.ts'
import type { ConsumeBatch } from './consumer-worker.ts'

const TITLE = { name: 'title', data_type: 'text' }
const PATIENCE = { timeout: 60_000, interval: 10 }

let lab: Lab
let notes: string
const readers: TestReader[] = []

const recordOf = (id: string) => ({ id, cluster: 'main' }) as ProjectRecord
const own = () => recordOf(lab.project.id)
const insert = (from: number, to: number, table = 'notes') =>
  lab.sql(`insert into ${table} (title) select n::text from generate_series($1::int, $2::int) n`, [from, to])
const titles = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n))
const briefly = (entries: readonly Consumed[]) =>
  entries.map((entry) => (entry.kind === 'gap' ? `gap ${entry.reason}` : String(entry.record.title)))
const waitFor = (check: () => unknown) => vi.waitFor(check, PATIENCE)

/** collect registers a consumer that keeps what it is handed in memory. */
function collect(name = 'audit'): { consumer: ChangeConsumer; seen: Consumed[] } {
  const seen: Consumed[] = []
  const batch: ConsumeBatch = async (entries) => void seen.push(...entries)
  return { consumer: lab.app.platform.changes.consume({ name, batch }), seen }
}

/** addProject makes another project with a table `notes`. */
async function addProject(): Promise<{ id: string; table: string; schema: string }> {
  const { id, token } = await lab.app.createProject('Other')
  const body = { name: 'notes', columns: [TITLE] }
  const { data } = await lab.app.api('POST', `/projects/${id}/tables`, { token, body })
  return { id, table: data.id, schema: `p_${id.replaceAll('-', '')}` }
}

const record = (entries: readonly Consumed[], db: Queryable) =>
  db.query('insert into public.results select * from unnest($1::text[])', [briefly(entries)])
const results = async () =>
  (await lab.sql('select title from public.results order by n')).rows.map(({ title }) => title)
const makeResults = () =>
  lab.sql('create table public.results (title text, n bigint generated always as identity)')

describe.each<readonly [string, CaptureWish]>([
  ['log', 'auto'],
  ['outbox', 'outbox'],
])('from the %s', (_, wish) => {
  beforeEach(async () => {
    lab = await openLab(wish)
    notes = await lab.addTable('notes', [TITLE], false)
  })
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.stop()))
    await lab.stop()
  })

  test('receives every change that is committed after it has subscribed, as subscribers do', async () => {
    const { consumer, seen } = collect()
    await insert(1, 3)
    await consumer.subscribe(own(), notes)
    await consumer.subscribe(own(), notes)
    await insert(4, 6)
    await lab.sql(`update notes set title = 'six' where title = '6'; delete from notes where title = '5'`)
    await lab.settle(5)
    await waitFor(() => expect(seen).toHaveLength(5))
    const shape = ({
      id,
      offset,
      type,
      project_id,
      table_id,
      table,
      record,
      old_record,
      committed_at,
    }: any) => ({
      ...{ id, offset, type, project_id, table_id, table, record, old_record, committed_at },
    })
    expect(seen.map(shape)).toEqual(lab.heard.map(shape))
    expect(seen.map((entry) => entry.kind)).toEqual(Array(5).fill('change'))
    await waitFor(async () => {
      const { rows } = await lab.sql(
        `select (select count(*)::int from platform.change_inbox) as inbox,
           (select count(*)::int from platform.change_backlogs) as backlogs`,
      )
      expect(rows).toEqual([{ inbox: 0, backlogs: 0 }])
    })
    await consumer.unsubscribe(own(), notes)
    await insert(7, 7)
    await lab.settle(6)
    expect(seen).toHaveLength(5)
  })

  test('refuses a table that is not there, and keeps no subscription to it', async () => {
    const { consumer } = collect()
    const unknown = '00000000-0000-4000-8000-000000000000'
    await expect(consumer.subscribe(own(), unknown)).rejects.toMatchObject({ code: 'not_found' })
    expect((await lab.sql('select from platform.change_subscriptions')).rowCount).toBe(0)
  })

  test('commits the results of a batch with its removal, or neither; others go on meanwhile', async () => {
    await makeResults()
    const other = await addProject()
    let failures = 0
    const batch: ConsumeBatch = async (entries, db) => {
      await record(entries, db)
      if (entries.some(({ project_id }) => project_id === other.id)) return
      if (++failures <= 2) throw new Error('not yet')
    }
    const consumer = lab.app.platform.changes.consume({ name: 'audit', batch })
    await consumer.subscribe(own(), notes)
    await consumer.subscribe(recordOf(other.id), other.table)
    await insert(1, 2)
    await waitFor(async () => expect(failures).toBeGreaterThan(0))
    await insert(3, 3, `${other.schema}.notes`)
    await waitFor(async () => expect(await results()).toContain('3'))
    await waitFor(async () => expect(await results()).toHaveLength(3))
    expect((await results()).filter((title) => title !== '3')).toEqual(['1', '2'])
    expect(lab.app.platform.changes.consumers.states()).toContainEqual({
      consumer: 'audit',
      failures: 2,
      dropped: 0,
    })
  })

  test('a slow consumer holds up neither subscribers, nor another consumer, nor the checkpoint', async () => {
    const waiting = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    await makeResults()
    const batch: ConsumeBatch = async (entries, db) => {
      // A transaction that has written and stays open.
      await record(entries, db)
      started.resolve()
      await waiting.promise
    }
    const slow = lab.app.platform.changes.consume({ name: 'slow', batch })
    const { consumer: quick, seen } = collect('quick')
    await slow.subscribe(own(), notes)
    await quick.subscribe(own(), notes)
    await insert(1, 100)
    await started.promise
    await insert(101, 200)
    const heard = await lab.settle(200)
    await waitFor(() => expect(briefly(seen)).toEqual(titles(1, 200)))
    const last = heard.at(-1)?.offset as number
    await waitFor(async () => {
      lab.app.clock.advance(40)
      const { rows } = await lab.sql('select sequence::int from msingi.change_checkpoint')
      expect(rows).toEqual([{ sequence: last }])
    })
    const metrics = (await lab.app.api('GET', '//metrics')).text
    expect(metrics).toMatch(/msingi_consumer_backlog\{consumer="slow"\} 200/)
    expect(metrics).toMatch(/msingi_consumer_lag_seconds\{consumer="slow"\} [0-9.]+/)
    expect(metrics).toMatch(/msingi_consumer_backlog\{consumer="quick"\} 0/)
    waiting.resolve()
  })

  test('the checkpoint stays before what is not in the inbox, and another node goes on there', async () => {
    const { consumer } = collect()
    await consumer.subscribe(own(), notes)
    const blocker = await lab.connect()
    await blocker.query('begin; lock table platform.change_inbox in exclusive mode')
    await insert(1, 5)
    const heard = await lab.settle(5)
    const first = heard[0]?.offset as number
    // Time enough for a checkpoint that nothing held back: the same figure moves once the lock is gone.
    for (let n = 0; n < 3; n++) {
      lab.app.clock.advance(40)
      await lab.watch(notes)
      const { rows } = await lab.sql('select sequence::int from msingi.change_checkpoint')
      expect(rows[0].sequence).toBeLessThan(first)
    }
    const closed = lab.app.platform.changes.close()
    await blocker.query('rollback')
    await closed
    const seen: Consumed[] = []
    const next = await startReader(lab, wish)
    readers.push(next)
    next.feeds.consume({ name: 'audit', batch: async (entries) => void seen.push(...entries) })
    await insert(6, 7)
    await waitFor(() => expect(briefly(seen)).toEqual(titles(1, 7)))
    expect(new Set(seen.map(({ offset }) => offset)).size).toBe(7)
  })

  test('one node at a time works on a project, and another takes over what it leaves', async () => {
    await makeResults()
    const standby = await startReader(lab, wish)
    readers.push(standby)
    let running = 0
    let most = 0
    const turns: number[] = []
    const batch =
      (node: number): ConsumeBatch =>
      async (entries, db) => {
        most = Math.max(most, ++running)
        turns.push(node)
        await record(entries, db)
        running -= 1
      }
    const first = lab.app.platform.changes.consume({ name: 'audit', batch: batch(1) })
    standby.feeds.consume({ name: 'audit', batch: batch(2) })
    await first.subscribe(own(), notes)
    for (let n = 1; n <= 40; n++) await insert(n, n)
    await waitFor(async () => expect(await results()).toHaveLength(40))
    await lab.app.platform.changes.close()
    await insert(41, 45)
    await waitFor(async () => expect(await results()).toHaveLength(45))
    expect(await results()).toEqual(titles(1, 45))
    expect(most).toBe(1)
    expect(turns.at(-1)).toBe(2)
  })

  test('receives all of a transaction that is too large for subscribers', async () => {
    const count = 5000
    const breaks: unknown[] = []
    await lab.app.platform.changes.close()
    const reader = await startReader(lab, wish, { flood: { rows: 2000, bytes: 1_000_000, seconds: 60 } })
    readers.push(reader)
    reader.feeds.of({ cluster: 'main' }).onBreak((_id, reason) => breaks.push(reason))
    let next = 1
    const batch: ConsumeBatch = async (entries) => {
      for (const entry of entries) {
        if (entry.kind === 'gap' || entry.record.title !== String(next)) throw new Error('not the next one')
        next += 1
      }
    }
    const consumer = reader.feeds.consume({ name: 'audit', batch })
    await consumer.subscribe(own(), notes)
    await insert(1, count)
    await insert(count + 1, count + 1)
    await waitFor(() => expect(next).toBe(count + 2))
    expect(breaks).toContain('flood')
  })

  test('receives gaps in their place where changes are missing', async () => {
    const { consumer, seen } = collect()
    await consumer.subscribe(own(), notes)
    await insert(1, 1)
    await lab.sql('truncate notes')
    await insert(2, 2)
    await lab.sql(`alter table notes add column body text`)
    await lab.sql(`insert into notes (title, body) values ('huge', repeat('x', 9 * 1024 * 1024))`)
    await insert(3, 3)
    await waitFor(() => expect(briefly(seen)).toEqual(['1', 'gap truncated', '2', 'gap oversized', '3']))
    expect(seen[1]).toMatchObject({ kind: 'gap', table_id: notes, project_id: lab.project.id })
    // Another epoch, as after a slot was lost.
    await lab.app.platform.changes.close()
    await lab.sql(`update msingi.change_checkpoint set system = 'another'`)
    const next = await startReader(lab, wish)
    readers.push(next)
    const later: Consumed[] = []
    next.feeds.consume({ name: 'audit', batch: async (entries) => void later.push(...entries) })
    await next.feeds.ready()
    await insert(4, 4)
    await waitFor(() => expect(briefly(later)).toEqual(['gap lost', '4']))
  })

  test('captures a table again whose capture has ended', async () => {
    const { consumer, seen } = collect()
    await consumer.subscribe(own(), notes)
    await insert(1, 1)
    await waitFor(() => expect(briefly(seen)).toEqual(['1']))
    const publish = vi.spyOn(lab.app.platform.invalidations, 'publish')
    await lab.unwatch(notes)
    // It may be captured again already: the feed tends its tables by itself, too.
    await waitFor(() => expect(briefly(seen).slice(0, 2)).toEqual(['1', 'gap ended']))
    await lab.app.platform.changes.of({ cluster: 'main' }).tend()
    await lab.watch(notes)
    expect(publish.mock.calls.map(([topic]) => topic)).toContain('changes-watched')
    await insert(2, 2)
    await waitFor(() => expect(briefly(seen)).toEqual(['1', 'gap ended', 'gap lost', '2']))
  })

  test('drops what a deleted project has left', async () => {
    const other = await addProject()
    let asked = 0
    const batch: ConsumeBatch = async () => {
      asked += 1
      throw new Error('never')
    }
    const consumer = lab.app.platform.changes.consume({ name: 'audit', batch })
    await consumer.subscribe(recordOf(other.id), other.table)
    await insert(1, 10, `${other.schema}.notes`)
    await waitFor(() => expect(asked).toBeGreaterThan(0))
    await lab.sql('delete from platform.api_keys where project_id = $1', [other.id])
    await lab.sql('delete from platform.projects where id = $1', [other.id])
    await waitFor(async () => {
      const { rows } = await lab.sql(
        `select (select count(*)::int from platform.change_inbox) as inbox,
           (select count(*)::int from platform.change_backlogs) as backlogs,
           (select count(*)::int from platform.change_subscriptions) as subscriptions`,
      )
      expect(rows).toEqual([{ inbox: 0, backlogs: 0, subscriptions: 0 }])
    })
  })

  test('beyond its bound the backlog of a project has one gap for each table, and goes on when it is small', async () => {
    await lab.app.platform.changes.close()
    const reader = await startReader(lab, wish, { backlog: { rows: 20, bytes: 1_000_000 } })
    readers.push(reader)
    const seen: Consumed[] = []
    const waiting = Promise.withResolvers<void>()
    const batch: ConsumeBatch = async (entries) => {
      await waiting.promise
      seen.push(...entries)
    }
    const consumer = reader.feeds.consume({ name: 'audit', batch })
    await consumer.subscribe(own(), notes)
    for (let n = 1; n <= 40; n++) await insert(n, n)
    await waitFor(() => expect(reader.feeds.consumers.states()).toMatchObject([{ dropped: 20 }]))
    waiting.resolve()
    await waitFor(() => expect(briefly(seen)).toEqual([...titles(1, 20), 'gap backlog']))
    await waitFor(async () =>
      expect((await lab.sql('select from platform.change_backlogs')).rowCount).toBe(0),
    )
    await insert(41, 41)
    await waitFor(() => expect(briefly(seen).slice(20)).toEqual(['gap backlog', '41']))
  })
})
