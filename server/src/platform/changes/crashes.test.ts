// Nothing is lost, doubled or renumbered by what dies: the server's sender, the reading process, the slot, the database.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { connectForReplication } from '#platform/changes/log/replication-stream.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'
import { type ClusterFeeds, openChangeFeeds } from './change-feeds.ts'
import { type CaptureWish, type Lab, openLab } from './changes.fixture.ts'

const TITLE = { name: 'title', data_type: 'text' }

/** Reader is a second process, as far as the database can tell. */
interface Reader {
  readonly feeds: ClusterFeeds
  readonly heard: Change[]
  stop(): Promise<void>
}

let lab: Lab
const readers: Reader[] = []

async function startReader(wish: CaptureWish, retention = 60): Promise<Reader> {
  const { clusters, stop } = clusterOf(lab.app.platform.clusters.main.adminConfig())
  const feeds = await openChangeFeeds({
    clusters,
    clock: lab.app.clock,
    log: quietLog,
    capture: wish,
    retention,
  })
  const heard: Change[] = []
  feeds.listen((changes) => heard.push(...changes))
  const reader = {
    feeds,
    heard,
    stop: async () => {
      await feeds.close()
      await stop()
    },
  }
  readers.push(reader)
  return reader
}

const feedOf = (reader: Reader) => reader.feeds.of({ cluster: 'main' })
const places = (changes: readonly Change[]) =>
  changes.map(({ id, offset, record }) => [id, offset, record.title])
const insert = (from: number, to: number) =>
  lab.sql(`insert into notes (title) select n::text from generate_series($1::int, $2::int) n`, [from, to])

/** titles are the numbers from one number to another, as texts. */
const titles = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n))

async function heardAll(heard: readonly Change[], count: number): Promise<void> {
  await vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 60_000, interval: 20 })
}

/** write has several writers insert rows in small transactions until it is told to stop; it gives how many. */
function write(writers: number): () => Promise<number> {
  let going = true
  let count = 0
  const work = Array.from({ length: writers }, async () => {
    const client = await lab.connect()
    while (going) {
      const rows = 1 + (count % 3)
      count += rows
      await client.query(`insert into notes (title) select 'x' from generate_series(1, $1::int)`, [rows])
    }
  })
  return async () => {
    going = false
    await Promise.all(work)
    return count
  }
}

const SENDERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'msingi-changes'`

describe.each<readonly [string, CaptureWish]>([
  ['log', 'auto'],
  ['outbox', 'outbox'],
])('from the %s', (_, wish) => {
  beforeEach(async () => {
    lab = await openLab(wish)
    await lab.addTable('notes', [TITLE])
  })
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.stop()))
    await lab.stop()
  })

  test('another process goes on where the first has ended, with the same ids and offsets', async () => {
    await insert(1, 50)
    await lab.settle(50)
    const before = places(lab.heard)
    const standby = await startReader(wish)
    await standby.feeds.ready()
    expect(standby.heard).toEqual([])
    expect(feedOf(standby).since(lab.heard[0]?.table_id ?? '', 0, lab.feed.epoch)).toBeUndefined()
    await insert(51, 60)
    await lab.settle(60)
    await lab.app.platform.changes.close()
    await insert(61, 100)
    await heardAll(standby.heard, 100)
    expect(places(standby.heard).slice(0, 50)).toEqual(before)
    expect(standby.heard.map(({ record }) => record.title)).toEqual(titles(1, 100))
    expect(feedOf(standby).epoch).toBe(lab.feed.epoch)
    const last = lab.heard.at(-1) as Change
    const since = feedOf(standby).since(last.table_id, last.offset, lab.feed.epoch)
    expect(since?.map(({ record }) => record.title)).toEqual(titles(61, 100))
  })

  test('a restart knows the past when it is ready, and not before', async () => {
    await insert(1, 20)
    const [first] = await lab.settle(20)
    const { epoch } = lab.feed
    await lab.app.platform.changes.close()
    await insert(21, 30)
    const next = await startReader(wish)
    await next.feeds.ready()
    const { table_id, offset } = first as Change
    expect(
      feedOf(next)
        .since(table_id, offset, epoch)
        ?.map(({ record }) => record.title),
    ).toEqual(titles(2, 30))
  })

  test('what is older than the retention is forgotten, and the numbers go on', async () => {
    await insert(1, 10)
    const heard = await lab.settle(10)
    const { epoch } = lab.feed
    const checkpoint = async () =>
      Number((await lab.sql('select sequence from msingi.change_checkpoint')).rows[0].sequence)
    expect(await checkpoint()).toBeLessThan((heard[9] as Change).offset)
    await vi.waitFor(
      async () => {
        lab.app.clock.advance(40)
        expect(await checkpoint()).toBe((heard[9] as Change).offset)
      },
      { timeout: 45_000, interval: 100 },
    )
    await lab.app.platform.changes.close()
    await insert(11, 12)
    const next = await startReader(wish)
    await next.feeds.ready()
    expect(next.heard.map(({ record }) => record.title)).toEqual(titles(11, 12))
    expect(next.heard.map(({ offset }) => offset)).toEqual([
      (heard[9] as Change).offset + 1,
      (heard[9] as Change).offset + 2,
    ])
    expect(feedOf(next).epoch).toBe(epoch)
    expect(feedOf(next).since(heard[0]?.table_id ?? '', (heard[8] as Change).offset, epoch)).toBeUndefined()
  })

  test('readers that take turns amid writers agree on every change', async () => {
    const stopWriting = write(3)
    await lab.settle(50)
    await lab.app.platform.changes.close()
    const turns: Change[][] = [lab.heard]
    for (let turn = 0; turn < 3; turn++) {
      const reader = await startReader(wish)
      const known = (turns.at(-1) as Change[]).length
      await vi.waitFor(() => expect(reader.heard.length).toBeGreaterThan(known + 50), {
        timeout: 60_000,
        interval: 10,
      })
      turns.push(reader.heard)
      await reader.feeds.close()
    }
    const total = await stopWriting()
    const last = await startReader(wish)
    await heardAll(last.heard, total)
    const all = places(last.heard)
    for (const heard of turns) expect(places(heard)).toEqual(all.slice(0, heard.length))
    expect(new Set(last.heard.map(({ id }) => id)).size).toBe(total)
  })

  test('with nothing left to watch, nothing is kept', async () => {
    const [change] = await insert(1, 1).then(() => lab.settle(1))
    await lab.unwatch((change as Change).table_id)
    await vi.waitFor(
      async () => {
        const { rows } = await lab.sql(
          'select count(*)::int as slots from pg_replication_slots where database = current_database()',
        )
        expect(rows[0].slots).toBe(0)
        expect(lab.app.platform.changes.of({ cluster: 'main' }).capture.state).toBe('idle')
      },
      { timeout: 60_000, interval: 50 },
    )
    // And it can begin again.
    await lab.watch((change as Change).table_id)
    await insert(2, 2)
    expect((await lab.settle(2)).map(({ record }) => record.title)).toEqual(['1', '2'])
  })
})

describe.each<readonly [string, CaptureWish]>([
  ['log', 'auto'],
  ['outbox', 'outbox'],
])('a table that is dropped while nobody reads the %s', (_, wish) => {
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.stop()))
    await lab.stop()
  })

  test('is told of to its end, and then forgotten', async () => {
    lab = await openLab(wish)
    await lab.addTable('notes', [TITLE])
    await lab.app.platform.changes.close()
    await insert(1, 3)
    await lab.sql('drop table notes')
    const next = await startReader(wish)
    await next.feeds.ready()
    expect(next.heard.map(({ record }) => record.title)).toEqual(titles(1, 3))
    await vi.waitFor(() => expect(feedOf(next).capture.state).toBe('idle'), { timeout: 60_000 })
    const { rows } = await lab.sql(`select (select count(*)::int from msingi.watched_tables) as tables,
      (select count(*)::int from pg_replication_slots where database = current_database()) as slots`)
    expect(rows).toEqual([{ tables: 0, slots: 0 }])
  })
})

describe('from the log', () => {
  beforeEach(async () => {
    lab = await openLab('auto')
    await lab.addTable('notes', [TITLE])
  })
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.stop()))
    await lab.stop()
  })

  test('a sender that is terminated amid writers, ten times over, costs nothing', async () => {
    const breaks: unknown[] = []
    lab.feed.onBreak((table) => breaks.push(table))
    const { epoch } = lab.feed
    const stopWriting = write(4)
    for (let n = 0; n < 10; n++) {
      const known = lab.heard.length
      await vi.waitFor(() => expect(lab.heard.length).toBeGreaterThan(known + 20), {
        timeout: 60_000,
        interval: 5,
      })
      await lab.sql(SENDERS)
    }
    const total = await stopWriting()
    await heardAll(lab.heard, total)
    expect(lab.feed.epoch).toBe(epoch)
    const offsets = lab.heard.map(({ offset }) => offset)
    expect(offsets).toEqual(Array.from({ length: total }, (_, n) => (offsets[0] as number) + n))
    expect(new Set(lab.heard.map(({ id }) => id)).size).toBe(total)
    expect(breaks).toEqual([])
  })

  test('a sender that is terminated amid a large transaction does not repeat the part that was heard', async () => {
    const stop = lab.feed.listen(() => {
      stop()
      void lab.sql(SENDERS)
    })
    await insert(1, 60_000)
    await heardAll(lab.heard, 60_000)
    expect(lab.heard.map(({ record }) => record.title)).toEqual(titles(1, 60_000))
    expect(new Set(lab.heard.map(({ id }) => id)).size).toBe(60_000)
  })

  test('a process that hangs loses the slot to one that does not', async () => {
    await insert(1, 5)
    await lab.settle(5)
    await lab.app.platform.changes.close()
    // Holds the slot, and never says another word.
    const hung = await connectForReplication(lab.app.platform.clusters.main.adminConfig())
    const slot = `msingi_${lab.feed.epoch}`
    hung
      .query(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names 'msingi_changes')`,
      )
      .catch(() => {})
    const next = await startReader('auto')
    await next.feeds.ready()
    expect(feedOf(next).capture.state).toBe('standby')
    await insert(6, 10)
    await heardAll(next.heard, 10)
    expect(places(next.heard).slice(0, 5)).toEqual(places(lab.heard))
    expect(next.heard.map(({ record }) => record.title)).toEqual(titles(1, 10))
    await hung.end().catch(() => {})
  })

  test('a lost slot begins a new epoch and breaks off every table, and what follows is heard', async () => {
    await insert(1, 3)
    await lab.settle(3)
    const { epoch, top } = lab.feed
    const [{ table_id }] = lab.heard as [Change]
    const breaks: unknown[] = []
    lab.feed.onBreak((table) => breaks.push(table))
    // The reader takes the slot back at once, so the attempt may have to be made again.
    await vi.waitFor(
      async () => {
        await lab.sql(SENDERS)
        await lab.sql(
          `select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database()`,
        )
      },
      { timeout: 60_000 },
    )
    await vi.waitFor(() => expect(lab.feed.epoch).not.toBe(epoch), { timeout: 60_000 })
    expect(breaks).toEqual([undefined])
    expect(lab.feed.since(table_id, top, epoch)).toBeUndefined()
    expect(lab.feed.since(table_id, lab.feed.top, lab.feed.epoch)).toEqual([])
    await insert(4, 4)
    expect((await lab.settle(4)).at(-1)?.record.title).toBe('4')
  })

  test('a database that was restored from a copy is another one', async () => {
    await insert(1, 3)
    await lab.settle(3)
    const { epoch } = lab.feed
    await lab.app.platform.changes.close()
    await lab.sql(`update msingi.change_checkpoint set system = 'another'`)
    const next = await startReader('auto')
    await next.feeds.ready()
    expect(feedOf(next).epoch).not.toBe(epoch)
    await insert(4, 4)
    await heardAll(next.heard, 1)
    expect(next.heard[0]?.record.title).toBe('4')
    const { rows } = await lab.sql(
      'select slot_name from pg_replication_slots where database = current_database()',
    )
    expect(rows).toEqual([{ slot_name: `msingi_${feedOf(next).epoch}` }])
  })

  test('a table that somebody took out of the publication is taken back at the next start', async () => {
    await insert(1, 1)
    await lab.settle(1)
    await lab.app.platform.changes.close()
    await lab.sql(
      `alter publication msingi_changes drop table notes; alter table notes replica identity default`,
    )
    const next = await startReader('auto')
    await next.feeds.ready()
    await insert(2, 2)
    await lab.sql(`update notes set title = '3' where title = '2'`)
    await heardAll(next.heard, 3)
    expect(next.heard.map(({ record, old_record }) => [old_record?.title, record.title])).toEqual([
      [undefined, '1'],
      [undefined, '2'],
      ['2', '3'],
    ])
  })

  test('a change of the way of capture goes both ways', async () => {
    await insert(1, 1)
    await lab.settle(1)
    await lab.app.platform.changes.close()
    const outbox = await startReader('outbox')
    await outbox.feeds.ready()
    await insert(2, 3)
    await heardAll(outbox.heard, 2)
    expect(feedOf(outbox).epoch).not.toBe(lab.feed.epoch)
    await outbox.feeds.close()
    const log = await startReader('auto')
    await log.feeds.ready()
    await insert(4, 5)
    await heardAll(log.heard, 2)
    expect(log.heard.map(({ record }) => record.title)).toEqual(['4', '5'])
    const { rows } = await lab.sql('select count(*)::int as left from msingi.change_outbox')
    const triggers = await lab.sql(`select tgname from pg_trigger where tgname like '$msingi_changes%'`)
    expect(triggers.rows).toEqual([])
    await insert(6, 6)
    expect((await lab.sql('select count(*)::int as left from msingi.change_outbox')).rows).toEqual(rows)
  })
})
