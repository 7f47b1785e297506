// Tables are captured for as long as somebody wants them, on whichever node, and cost nothing afterwards.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FeedOptions, openChangeFeeds } from '#platform/changes/change-feeds.ts'
import { brief, type CaptureWish, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import type { ClusterFeed } from '#platform/changes/cluster-feed.ts'
import { renewAll } from '#platform/changes/state/leases.store.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'

const TITLE = { name: 'title', data_type: 'text' }
const RETENTION = 60
const captures: readonly (readonly [string, CaptureWish])[] = [
  ['log', 'auto'],
  ['outbox', 'outbox'],
]

describe.each(captures)('capture by the %s', (_, wish) => {
  let lab: Lab
  let feed: ClusterFeed
  let other: Awaited<ReturnType<typeof openOther>>

  /** Another server, as far as the database can tell. */
  async function openOther(more: Partial<FeedOptions> = {}) {
    const { clusters, stop } = clusterOf(lab.app.platform.clusters.main.adminConfig())
    const { clock } = lab.app
    const options = { clusters, clock, log: quietLog, capture: wish, retention: RETENTION, ...more }
    const feeds = await openChangeFeeds(options)
    return {
      feed: feeds.of({ cluster: 'main' }),
      stop: async () => {
        await feeds.close()
        await stop()
      },
    }
  }

  beforeAll(async () => {
    lab = await openLab(wish, RETENTION)
    feed = lab.feed as ClusterFeed
    // Keeps the reader at work while other tables come and go.
    const notes = await lab.addTable('notes', [TITLE])
    feed.keep(() => [notes])
    other = await openOther()
    other.feed.keep(() => [notes])
  })
  afterAll(async () => {
    await other.stop()
    await lab.stop()
  })

  /** Lets so much time pass for what is noted of wishes. */
  const age = (seconds: number) =>
    lab.sql('update msingi.watch_leases set wanted_at = wanted_at - make_interval(secs => $1)', [seconds])

  /** What capturing leaves on a table, and on record. */
  async function traces(table: string, id: string) {
    const { rows } = await lab.sql(
      `select relreplident = 'f' as full_identity,
         exists (select from pg_trigger where tgrelid = c.oid and tgname like '$msingi_changes%') as triggers,
         exists (select from pg_publication_rel where prrelid = c.oid) as published,
         exists (select from msingi.watched_tables where table_id = $2 and active) as active,
         exists (select from msingi.watch_leases where table_id = $2) as wanted
       from pg_class c where c.oid = $1::regclass`,
      [table, id],
    )
    return rows[0]
  }
  const nothing = { full_identity: false, triggers: false, published: false, active: false, wanted: false }

  const wait = (check: () => void) => vi.waitFor(check, { timeout: 45_000, interval: 20 })

  /** Everything written so far has been heard once this has. */
  async function mark(text: string): Promise<void> {
    await lab.sql('insert into notes (title) values ($1)', [text])
    await wait(() => expect(brief(lab.heard, 'title').at(-1)).toBe(`INSERT ${text}`))
  }

  test('ends when nobody has wanted a table for the retention and a while, and not before', async () => {
    const id = await lab.addTable('quiet', [TITLE])
    await feed.tend()
    await age(RETENTION)
    await feed.tend()
    expect(await traces('quiet', id)).toMatchObject({ active: true, wanted: true })
    const breaks: unknown[] = []
    const stop = feed.onBreak((table) => breaks.push(table))
    await age(31)
    await feed.tend()
    expect(await traces('quiet', id)).toEqual(nothing)
    await lab.sql(`insert into quiet (title) values ('unheard')`)
    await lab.sql(`update quiet set title = 'unheard still'`)
    await mark('after the end')
    stop()
    expect(breaks).toEqual([id])
    expect(brief(lab.heard, 'title').filter((line) => line.includes('unheard'))).toEqual([])
  })

  test('is known to other nodes, also where this one cannot read yet', async () => {
    const id = await lab.addTable('unread', [TITLE], false)
    const publish = vi.spyOn(lab.app.platform.invalidations, 'publish')
    const behind = vi.spyOn(feed.capture, 'catchUp').mockRejectedValueOnce(new Error('behind'))
    const own = { id: lab.project.id, cluster: 'main' } as never
    await vi.waitFor(() => expect(feed.watch(own, id)).rejects.toThrow('behind'), { timeout: 45_000 })
    expect(publish.mock.calls.map(([topic]) => topic)).toContain('changes-watched')
    for (const spy of [publish, behind]) spy.mockRestore()
  })

  test('goes on for whom any node keeps it', async () => {
    const id = await lab.addTable('kept', [TITLE])
    const elsewhere = other.feed
    const stop = elsewhere.keep(() => [id])
    await age(1000)
    await elsewhere.tend()
    await feed.tend()
    await lab.sql(`insert into kept (title) values ('heard')`)
    await mark('behind what is kept')
    expect(brief(lab.heard, 'title')).toContain('INSERT heard')
    stop()
    await age(1000)
    await elsewhere.tend()
    await mark('behind the end of keeping')
    expect(await traces('kept', id)).toEqual(nothing)
  })

  test('goes on for whom a server finds that starts after a long time', async () => {
    const id = await lab.addTable('patient', [TITLE])
    await age(100_000)
    const late = await openOther()
    await late.feed.tend()
    await feed.tend()
    expect(await traces('patient', id)).toMatchObject({ active: true, wanted: true })
    await late.stop()
  })

  test('ends for a table too that a server without leases has begun with', async () => {
    const id = await lab.addTable('older', [TITLE])
    await lab.sql('delete from msingi.watch_leases where table_id = $1', [id])
    const late = await openOther()
    await late.stop()
    expect(await traces('older', id)).toMatchObject({ active: true, wanted: true })
    await age(1000)
    await feed.tend()
    expect(await traces('older', id)).toEqual(nothing)
  })

  test('renews all in the order in which nodes renew theirs, so that a start waits for nobody in a circle', async () => {
    const low = '00000000-0000-0000-0000-000000000001'
    const high = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
    await lab.sql('insert into msingi.watch_leases (table_id) values ($1), ($2)', [high, low])
    const node = await lab.connect()
    const lock = (id: string) =>
      node.query('select from msingi.watch_leases where table_id = $1 for update', [id])
    await node.query('begin')
    await lock(low)
    const { admin } = lab.app.platform.clusters.main
    const start = renewAll(admin)
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%watch_leases%'
      and datname = current_database()`
    await vi.waitFor(async () => expect((await lab.sql(waits)).rows).toHaveLength(1), { timeout: 45_000 })
    await lock(high)
    await node.query('commit')
    await start
    await lab.sql('delete from msingi.watch_leases where table_id in ($1, $2)', [low, high])
  })

  test('begins again where a table is wanted again, and nobody resumes across the gap', async () => {
    const id = await lab.addTable('again', [TITLE])
    const { top, epoch } = feed
    expect(feed.since(id, top, epoch)).toEqual([])
    await age(1000)
    await feed.tend()
    await lab.sql(`insert into again (title) values ('in the gap')`)
    expect(await lab.watch(id)).toBe(true)
    expect(await lab.watch(id)).toBe(false)
    expect(feed.since(id, top, epoch)).toBeUndefined()
    const start = feed.top
    await lab.sql(`insert into again (title) values ('heard again')`)
    await wait(() =>
      expect(brief(feed.since(id, start, epoch) ?? [], 'title')).toEqual(['INSERT heard again']),
    )
  })

  test('loses nothing where a table is wanted just as it is given up', async () => {
    const id = await lab.addTable('contested', [TITLE])
    const elsewhere = other.feed
    for (let round = 0; round < 20; round++) {
      await age(1000)
      await Promise.all([feed.tend(), lab.watch(id), elsewhere.tend()])
      const start = feed.top
      await lab.sql('insert into contested (title) values ($1)', [String(round)])
      await wait(() =>
        expect(brief(feed.since(id, start, feed.epoch) ?? [], 'title')).toEqual([`INSERT ${round}`]),
      )
    }
  }, 60_000)

  test('waits where the table is busy, and ends later', async () => {
    const id = await lab.addTable('busy', [TITLE])
    const client = await lab.connect()
    await client.query('begin; lock table busy in access exclusive mode')
    await age(1000)
    await feed.tend()
    await client.query(`insert into busy (title) values ('x'); commit`)
    await feed.tend()
    expect(await traces('busy', id)).toEqual(nothing)
  })

  test('of tables that are busy does not hold up that of others', async () => {
    const [busy, free] = [await lab.addTable('crowded', [TITLE]), await lab.addTable('deserted', [TITLE])]
    const single = await openOther({ mostReleases: 1 })
    const client = await lab.connect()
    await client.query('begin; lock table crowded in access exclusive mode')
    await lab.sql(
      `update msingi.watch_leases set wanted_at = case table_id when $1 then '-infinity' else now() - interval '1 day' end
       where table_id in ($1, $2)`,
      [busy, free],
    )
    await single.feed.tend()
    await single.feed.tend()
    const { rows } = await lab.sql('select table_id from msingi.watch_leases where table_id in ($1, $2)', [
      busy,
      free,
    ])
    expect(rows).toEqual([{ table_id: busy }])
    await client.query('rollback')
    await single.feed.tend()
    expect(await traces('crowded', busy)).toEqual(nothing)
    await single.stop()
  })

  test('ends at once where that is asked for, also for who wants it in that moment', async () => {
    const id = await lab.addTable('ended', [TITLE])
    const { admin } = lab.app.platform.clusters.main
    const query = admin.query.bind(admin) as (...given: unknown[]) => Promise<unknown>
    const spy = vi.spyOn(admin, 'query').mockImplementation(async (...given: unknown[]) => {
      const result = await query(...given)
      // Another node renews its leases.
      if (String(given[0]).includes("'-infinity'"))
        await lab.sql('update msingi.watch_leases set wanted_at = clock_timestamp() where table_id = $1', [
          id,
        ])
      return result
    })
    await lab.unwatch(id)
    spy.mockRestore()
    expect(await traces('ended', id)).toEqual(nothing)
  })

  /** Captures a table with some replica identity for a while, and gives the one that it has afterwards. */
  async function identityAfter(identity: string, meanwhile = 'select'): Promise<string> {
    const id = await lab.addTable('identified', [{ ...TITLE, required: true }], false)
    await lab.sql('create unique index "Told Apart" on identified (title)')
    await lab.sql(`alter table identified replica identity ${identity}`)
    await lab.watch(id)
    await lab.sql(meanwhile)
    await lab.unwatch(id)
    const { rows } = await lab.sql(
      `select concat_ws(' ', relreplident, (select indexrelid::regclass from pg_index
         where indrelid = c.oid and indisreplident)) as identity
       from pg_class c where oid = 'identified'::regclass`,
    )
    const { token } = lab.project
    await lab.app.api('DELETE', `/projects/${lab.project.id}/tables/identified`, { token })
    return rows[0].identity
  }

  test.each([
    ['default', 'd'],
    ['full', 'f'],
    ['nothing', 'n'],
    ['using index "Told Apart"', 'i "Told Apart"'],
  ])('leaves a table whose replica identity is %s as it was', async (identity, found) => {
    expect(await identityAfter(identity)).toBe(found)
  })

  test
    .runIf(wish === 'auto')
    .each([
      'drop index "Told Apart"',
      'alter table identified alter title drop not null',
      `drop index "Told Apart"; create unique index "Told Apart" on identified (title) where title <> ''`,
      'drop index "Told Apart"; create unique index "Told Apart" on identified (lower(title))',
      'drop index "Told Apart"; alter table identified add constraint "Told Apart" unique (title) deferrable',
    ])('leaves a table with the default where the index cannot be its identity again: %s', async (change) => {
    expect(await identityAfter('using index "Told Apart"', change)).toBe('d')
  })

  test('leaves nothing behind of what is dropped', async () => {
    const project = await lab.app.createProject('Doomed')
    const { token } = project
    const make = async (name: string) => {
      const body = { name, columns: [TITLE] }
      const { data } = await lab.app.api('POST', `/projects/${project.id}/tables`, { token, body })
      await feed.watch({ id: project.id, cluster: 'main' } as never, data.id)
      return data.id
    }
    const ids = [await make('first'), await make('second')]
    await lab.app.api('DELETE', `/projects/${project.id}/tables/first`, { token })
    await lab.app.api('DELETE', `/projects/${project.id}`, { token })
    await lab.app.platform.jobs.drain()
    await age(1000)
    await feed.tend()
    const { rows } = await lab.sql('select from msingi.watch_leases where table_id = any($1)', [ids])
    expect(rows).toEqual([])
  })

  test('of the last table lets the server forget the log', async () => {
    const lonely = await openLab(wish, RETENTION)
    try {
      await lonely.addTable('notes', [TITLE])
      const only = lonely.feed as ClusterFeed
      await lonely.sql(`update msingi.watch_leases set wanted_at = '-infinity'`)
      await only.tend()
      await vi.waitFor(() => expect(only.capture.state).toBe('idle'), { timeout: 45_000 })
      await lonely.sql('drop table notes')
      await only.tend()
      const { rows } = await lonely.sql(`select (select count(*)::int from msingi.watched_tables) as tables,
        (select count(*)::int from pg_replication_slots where database = current_database()) as slots`)
      expect(rows).toEqual([{ tables: 0, slots: 0 }])
    } finally {
      await lonely.stop()
    }
  })
})
