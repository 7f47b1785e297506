// What cannot be captured, decoded or held of one table ends only that table's capture: others hear on, without a gap.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openChangeFeeds } from '#platform/changes/change-feeds.ts'
import { brief, type CaptureWish, type Lab, openLab } from '#platform/changes/changes.fixture.ts'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'

const TITLE = { name: 'title', data_type: 'text' }
const captures: readonly (readonly [string, CaptureWish])[] = [
  ['log', 'auto'],
  ['outbox', 'outbox'],
]
const wait = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

let lab: Lab
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await lab.stop()
})

/** startReader is the next start of the server, as far as the database can tell. */
async function startReader(capture: CaptureWish) {
  const { clusters, stop } = clusterOf(lab.app.platform.clusters.main.adminConfig())
  const feeds = await openChangeFeeds({
    clusters,
    clock: lab.app.clock,
    log: quietLog,
    capture,
    retention: 60,
  })
  const heard: Change[] = []
  feeds.listen((changes) => heard.push(...changes))
  stops.push(async () => {
    await feeds.close()
    await stop()
  })
  return { feeds, feed: feeds.of({ cluster: 'main' }), heard }
}

async function failureOf(tableId: string): Promise<string | null> {
  const { rows } = await lab.sql('select active, failure from msingi.watched_tables where table_id = $1', [
    tableId,
  ])
  return rows[0]?.active === false ? rows[0].failure : null
}

describe.each(captures)('captured from the %s', (_, wish) => {
  test('a table that cannot be made ready at a start does not keep the others from being read', async () => {
    lab = await openLab(wish)
    const notes = await lab.addTable('notes', [TITLE])
    const broken = await lab.addTable('broken', [TITLE])
    await lab.sql(`insert into notes (title) values ('before')`)
    await lab.settle(1)
    await lab.app.platform.changes.close()
    await lab.sql(`alter table broken rename to elsewhere; create view broken as select 1 as id;
      drop trigger if exists "$msingi_changes" on elsewhere`)
    if (wish === 'auto') await lab.sql('alter publication msingi_changes drop table elsewhere')
    const next = await startReader(wish)
    expect(await next.feed.ready()).toBe(true)
    await lab.sql(`insert into notes (title) values ('after')`)
    await wait(() => expect(brief(next.heard, 'title')).toEqual(['INSERT before', 'INSERT after']))
    expect(next.feed.epoch).toBe(lab.feed.epoch)
    await wait(async () => expect(await failureOf(broken)).toContain('no table of this name'))
    expect(next.feeds.states()[0]).toMatchObject({ capture: expect.any(String), serves: true })
    expect(await next.feeds.states()[0]?.failed()).toBe(1)
    // Subscribing to it is an error of its own, and to others none.
    const own = { id: lab.project.id, cluster: 'main' } as never
    await expect(next.feed.watch(own, broken)).rejects.toMatchObject({ code: 'not_found' })
    expect(await next.feed.watch(own, notes)).toBe(false)
    // What takes the name next is captured when somebody asks for it.
    await lab.sql(`drop view broken; alter table elsewhere rename to broken`)
    await expect(next.feed.watch(own, broken)).rejects.toThrow(/cannot be captured: There is no table/)
    await lab.sql(`update msingi.watched_tables set failed_at = failed_at - interval '1 minute'`)
    await next.feed.watch(own, broken)
    await lab.sql(`insert into broken (title) values ('mended')`)
    await wait(() => expect(brief(next.heard, 'title').at(-1)).toBe('INSERT mended'))
    expect(await failureOf(broken)).toBeNull()
  })

  test('rows that are too large are a break for their table', async () => {
    lab = await openLab(wish)
    const notes = await lab.addTable('notes', [TITLE, { name: 'body', data_type: 'text' }])
    await lab.sql('alter table notes add column many numeric[]')
    const breaks: unknown[] = []
    lab.feed.onBreak((table, reason) => breaks.push([table, reason]))
    await lab.sql(`insert into notes (title, body) values ('huge', repeat('x', 20 * 1024 * 1024))`)
    // Little is stored of it, and much is written of it.
    await lab.sql(
      `insert into notes (title, many) values ('long', array_fill('1e131071'::numeric, array[100]))`,
    )
    await lab.sql(`insert into notes (title) values ('small')`)
    await lab.settle(1)
    expect(brief(lab.heard, 'title')).toEqual(['INSERT small'])
    expect(breaks).toEqual([
      [notes, 'oversized'],
      [notes, 'oversized'],
    ])
    if (wish === 'auto') return
    const { rows } = await lab.sql('select max(octet_length(record)) as longest from msingi.change_outbox')
    expect(Number(rows[0].longest)).toBeLessThan(100_000)
  })

  test('a transaction with very many changes is a break for its table, and others keep what they have', async () => {
    lab = await openLab(wish)
    const notes = await lab.addTable('notes', [TITLE])
    const other = await lab.app.createProject('Other')
    const { data } = await lab.app.api('POST', `/projects/${other.id}/tables`, {
      token: other.token,
      body: { name: 'flood', columns: [TITLE] },
    })
    await lab.feed.watch({ id: other.id, cluster: 'main' } as never, data.id)
    const flood = `p_${other.id.replaceAll('-', '')}.flood`
    await lab.sql(`insert into notes (title) select n::text from generate_series(1, 1000) n`)
    await lab.settle(1000)
    const [{ offset }] = lab.heard as [Change]
    const breaks: unknown[] = []
    lab.feed.onBreak((table, reason) => breaks.push([table, reason]))
    const rows = 'generate_series(1, 130000) n'
    // Triggers take their time; how they note a change is not what is looked at here.
    if (wish === 'auto') await lab.sql(`insert into ${flood} (title) select n::text from ${rows}`)
    else
      await lab.sql(`insert into msingi.change_outbox (relation, slug, operation, record)
        select '${flood}'::regclass, 'flood', 'I', json_build_object('title', n)::text from ${rows}`)
    await lab.sql(`insert into notes (title) values ('next')`)
    await wait(() => expect(lab.heard.at(-1)?.record.title).toBe('next'))
    expect(breaks).toEqual([[data.id, 'flood']])
    expect(lab.heard.length).toBeLessThan(102_000)
    expect(lab.feed.since(notes, offset, lab.feed.epoch)).toHaveLength(1000)
    // Each change has its number, whether somebody hears of it or not: whoever reads next counts alike.
    const last = lab.heard.at(-1) as Change
    expect(last.offset - offset).toBe(131_000)
    await lab.app.platform.changes.close()
    const next = await startReader(wish)
    await next.feed.ready()
    const [same] = next.heard.filter(({ id }) => id === last.id)
    expect(same?.offset).toBe(last.offset)
  })

  test('parts of a large transaction that were taken back are not told of, nor counted', async () => {
    lab = await openLab(wish)
    await lab.addTable('notes', [TITLE])
    const client = await lab.connect()
    // In thousands: for the log, enough to be read in parts.
    const size = wish === 'auto' ? 1000 : 50
    const fill = (from: number, to: number) =>
      client.query(`insert into notes (title) select n::text from generate_series($1::int + 1, $2::int) n`, [
        from * size,
        to * size,
      ])
    await client.query('begin')
    await fill(0, 40)
    await client.query('savepoint one')
    await fill(50, 90)
    await client.query('rollback to one')
    await client.query('savepoint two')
    await fill(40, 41)
    await client.query('release two')
    await fill(41, 50)
    // With the outbox, everybody waits for who has begun to write.
    if (wish === 'auto') {
      await lab.sql(`insert into notes (title) values ('meanwhile')`)
      await lab.settle(1)
    }
    await client.query('commit')
    if (wish === 'outbox') await lab.sql(`insert into notes (title) values ('meanwhile')`)
    const titles = Array.from({ length: 50 * size }, (__, n) => String(n + 1))
    titles.splice(wish === 'auto' ? 0 : titles.length, 0, 'meanwhile')
    await lab.settle(titles.length)
    expect(lab.heard.map(({ record }) => record.title)).toEqual(titles)
    const offsets = lab.heard.map(({ offset }) => offset)
    expect(offsets).toEqual(offsets.map((___, n) => (offsets[0] as number) + n))
    await client.query('begin')
    await fill(0, 60)
    await client.query('rollback')
    await lab.sql(`insert into notes (title) values ('after')`)
    await lab.settle(titles.length + 1)
    expect(lab.heard.at(-1)?.record.title).toBe('after')
  })
})

describe('captured from the log', () => {
  test('rows of a large transaction are read as their table was when they were written', async () => {
    lab = await openLab('auto')
    await lab.addTable('notes', [TITLE])
    const client = await lab.connect()
    const fill = (column: string) =>
      client.query(`insert into notes (${column}) select n::text from generate_series(1, 40000) n`)
    await client.query('begin')
    await fill('title')
    await client.query('alter table notes rename column title to heading')
    await fill('heading')
    await client.query('commit')
    await lab.settle(80_000)
    const names = lab.heard.map(({ record }) =>
      'title' in record ? `title ${record.title}` : `heading ${record.heading}`,
    )
    const all = Array.from({ length: 40_000 }, (_, n) => n + 1)
    expect(names).toEqual([...all.map((n) => `title ${n}`), ...all.map((n) => `heading ${n}`)])
  })

  test('a change that PostgreSQL cannot write is passed over, and the capture of its table ends', async () => {
    lab = await openLab('auto')
    const notes = await lab.addTable('notes', [TITLE])
    const broken = await lab.addTable('broken', [TITLE])
    await lab.sql(`create type mood as enum ('fine', 'gone'); alter table broken add column mood mood;
      insert into broken (title, mood) values ('a', 'gone'); insert into notes (title) values ('1')`)
    const [, first] = (await lab.settle(2)) as [Change, Change]
    const breaks: unknown[] = []
    lab.feed.onBreak((table, reason) => breaks.push([table, reason]))
    const { epoch } = lab.feed
    // No value has this label any more, as far as PostgreSQL knows: it can no longer write those that have.
    await lab.sql(`delete from pg_enum where enumlabel = 'gone' and enumtypid = 'mood'::regtype`)
    await lab.sql(`begin; update broken set title = 'b'; insert into notes (title) values ('lost'); commit`)
    await lab.sql(`insert into notes (title) values ('2')`)
    await wait(() => expect(lab.heard.at(-1)?.record.title).toBe('2'))
    expect(lab.feed.epoch).toBe(epoch)
    await wait(async () => expect(await failureOf(broken)).toContain('PostgreSQL cannot write'))
    await wait(() => expect(breaks).toContainEqual([broken, 'ended']))
    // The transaction may have changed other tables of the project, too.
    expect(breaks).toContainEqual([notes, 'unreadable'])
    expect(lab.feed.since(notes, first.offset, epoch)).toBeUndefined()
    // A restart does not come by it again.
    await lab.app.platform.changes.close()
    const next = await startReader('auto')
    await next.feed.ready()
    await lab.sql(`insert into notes (title) values ('3')`)
    await wait(() => expect(brief(next.heard, 'title')).toEqual(['INSERT 2', 'INSERT 3']))
    expect(next.feed.epoch).toBe(epoch)
  })

  test('a row that is far too large is refused while its table is watched', async () => {
    lab = await openLab('auto')
    const notes = await lab.addTable('notes', [TITLE])
    await lab.sql('alter table notes add column many numeric[]')
    const refused = { code: 'MS413', message: expect.stringContaining('32 MB') }
    const large = `repeat('x', 40 * 1024 * 1024)`
    await expect(lab.sql(`insert into notes (title) values (${large})`)).rejects.toMatchObject(refused)
    const amplified = `array_fill('1e131071'::numeric, array[750])`
    await expect(lab.sql(`insert into notes (many) values (${amplified})`)).rejects.toMatchObject(refused)
    // By way of a column that was large before, compressed.
    await lab.sql(`create table large as select ${large} as title`)
    await expect(lab.sql('insert into notes (title) select title from large')).rejects.toMatchObject(refused)
    await lab.sql(`insert into notes (title) values ('small')`)
    expect(brief(await lab.settle(1), 'title')).toEqual(['INSERT small'])
    await lab.unwatch(notes)
    await lab.sql(`insert into notes (title) values (${large})`)
  })
})
