import { expect, test } from 'vitest'
import type { Change } from './change-feed.ts'
import { changeIds } from './change-id.ts'
import { ChangeLog } from './change-log.ts'
import { createMemoryFeed, type MemoryFeed } from './memory-feed.fixture.ts'
import type { RowTexts } from './row-change.ts'

const PROJECT = 'aaaaaaaa-0000-4000-8000-000000000001'
const NOTES = 'bbbbbbbb-0000-4000-8000-000000000001'
const LIKES = 'bbbbbbbb-0000-4000-8000-000000000002'
const UUID_V8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

async function feedOf(changes = 100, bytes = 1_000_000): Promise<MemoryFeed> {
  const feed = createMemoryFeed({ changes, bytes })
  for (const table of [NOTES, LIKES]) await feed.watch({} as never, table)
  return feed
}

function write(feed: MemoryFeed, table_id: string, ...texts: string[]): void {
  feed.commit(
    ...texts.map((text) => ({
      type: 'INSERT' as const,
      project_id: PROJECT,
      table_id,
      table: table_id === NOTES ? 'notes' : 'likes',
      record: { text },
    })),
  )
}

function texts(changes: readonly Change[] | undefined): unknown {
  return changes?.map(({ record }) => record.text)
}

test('gives the changes of one table after an offset, in order', async () => {
  const feed = await feedOf()
  write(feed, NOTES, 'a', 'b')
  write(feed, LIKES, 'x')
  write(feed, NOTES, 'c')
  expect(feed.top).toBe(4)
  expect(texts(feed.since(NOTES, 0, feed.epoch))).toEqual(['a', 'b', 'c'])
  expect(texts(feed.since(NOTES, 1, feed.epoch))).toEqual(['b', 'c'])
  expect(texts(feed.since(NOTES, 2, feed.epoch))).toEqual(['c'])
  expect(texts(feed.since(NOTES, 4, feed.epoch))).toEqual([])
  expect(texts(feed.since(LIKES, 0, feed.epoch))).toEqual(['x'])
})

test('does not know another epoch, the future, a table that nobody watches, or what is no offset', async () => {
  const feed = await feedOf()
  write(feed, NOTES, 'a')
  expect(feed.since(NOTES, 0, 'epoch-9')).toBeUndefined()
  expect(feed.since(NOTES, 2, feed.epoch)).toBeUndefined()
  expect(feed.since(NOTES, Number.NaN, feed.epoch)).toBeUndefined()
  expect(feed.since(PROJECT, 0, feed.epoch)).toBeUndefined()
  feed.lose()
  expect(feed.since(NOTES, 0, feed.epoch)).toBeUndefined()
  expect(feed.since(NOTES, 1, feed.epoch)).toEqual([])
})

test('drops the oldest changes by number, and says so to those who ask for them only', async () => {
  const feed = await feedOf(3)
  write(feed, LIKES, 'x')
  write(feed, NOTES, 'a', 'b', 'c')
  expect(feed.since(LIKES, 0, feed.epoch)).toBeUndefined()
  expect(feed.since(LIKES, 1, feed.epoch)).toEqual([])
  expect(texts(feed.since(NOTES, 0, feed.epoch))).toEqual(['a', 'b', 'c'])
  write(feed, LIKES, 'y')
  expect(feed.since(NOTES, 1, feed.epoch)).toBeUndefined()
  expect(texts(feed.since(NOTES, 2, feed.epoch))).toEqual(['b', 'c'])
})

test('drops the oldest changes by size', async () => {
  const feed = await feedOf(1000, 30_000)
  for (let n = 0; n < 50; n++) write(feed, NOTES, 'x'.repeat(1000))
  const kept = feed.since(NOTES, 40, feed.epoch)
  expect(kept).toHaveLength(10)
  expect(feed.since(NOTES, 10, feed.epoch)).toBeUndefined()
})

test('keeps its order over tens of thousands of changes', async () => {
  const feed = await feedOf(2000)
  for (let n = 1; n <= 20_000; n++) write(feed, n % 3 === 0 ? LIKES : NOTES, String(n))
  const offsets = feed.since(NOTES, 19_000, feed.epoch)?.map(({ offset }) => offset) ?? []
  expect(offsets).toHaveLength(667)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  expect(feed.since(LIKES, 17_000, feed.epoch)).toBeUndefined()
})

test('does not know what came before a table was watched again', async () => {
  const feed = await feedOf(4)
  write(feed, NOTES, 'a')
  await feed.unwatch({} as never, NOTES)
  expect(feed.since(NOTES, 0, feed.epoch)).toBeUndefined()
  await feed.watch({} as never, NOTES)
  write(feed, NOTES, 'b')
  expect(feed.since(NOTES, 0, feed.epoch)).toBeUndefined()
  expect(texts(feed.since(NOTES, 1, feed.epoch))).toEqual(['b'])
  // Pushes out what is left of the table's first life, which must not count as its second.
  write(feed, LIKES, '1', '2', '3')
  expect(texts(feed.since(NOTES, 1, feed.epoch))).toEqual(['b'])
})

test('tells listeners each transaction at once, until they stop', async () => {
  const feed = await feedOf()
  const heard: unknown[] = []
  const stop = feed.listen((changes) => heard.push(texts(changes)))
  write(feed, NOTES, 'a', 'b')
  write(feed, LIKES, 'x')
  stop()
  write(feed, NOTES, 'c')
  expect(heard).toEqual([['a', 'b'], ['x']])
})

test('tells of the end of continuity: of one table after TRUNCATE, of all where the log was lost', async () => {
  const feed = await feedOf()
  const breaks: unknown[] = []
  const stop = feed.onBreak((table) => breaks.push(table))
  write(feed, NOTES, 'a')
  feed.truncate(NOTES)
  expect(feed.since(NOTES, 0, feed.epoch)).toBeUndefined()
  expect(feed.since(NOTES, 1, feed.epoch)).toEqual([])
  expect(feed.since(LIKES, 0, feed.epoch)).toEqual([])
  feed.lose()
  stop()
  feed.lose()
  expect(breaks).toEqual([NOTES, undefined])
})

test('writes the event of the specification', async () => {
  const feed = await feedOf()
  const heard: Change[] = []
  feed.listen((changes) => heard.push(...changes))
  const row = { type: 'UPDATE' as const, project_id: PROJECT, table_id: NOTES, table: 'no"tes' }
  feed.commit({ ...row, record: { n: 2 }, old_record: { n: 1 } })
  const [change] = heard as [Change]
  const event = {
    id: change.id,
    type: 'UPDATE',
    table: 'no"tes',
    project_id: PROJECT,
    record: { n: 2 },
    created_at: change.committed_at.toISOString(),
  }
  expect(JSON.parse(change.payload(true))).toEqual({ ...event, old_record: { n: 1 } })
  expect(JSON.parse(change.payload(false))).toEqual(event)
  expect(change.old_record).toEqual({ n: 1 })
})

test('ids are UUIDs that differ by place and index, and sort as the changes do', () => {
  const at = new Date('2026-03-01T10:00:00.123Z')
  const places = [0n, 1n, 0x3f_ffffn, 0x40_0000n, 0xf_ffff_ffffn, 0x10_0000_0000n, 0xffff_ffff_ffffn]
  const ids = places.flatMap((place) => [0, 1, 2 ** 26 - 1].map(changeIds(at, place)))
  for (const id of ids) expect(id).toMatch(UUID_V8)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  expect(changeIds(new Date(at.getTime() + 1), 0n)(0) > (ids.at(-1) as string)).toBe(true)
  expect(Number.parseInt(String(ids[0]).replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime())
})

test('passes over what it knows where the writing goes on at an earlier place, and tells nobody twice', () => {
  const log = new ChangeLog({ changes: 100, bytes: 1_000_000 })
  const [heard, breaks, steps]: [number[], unknown[], unknown[]] = [[], [], []]
  log.restart('a', 10)
  log.open(NOTES)
  log.listen((changes) => heard.push(...changes.map(({ offset }) => offset)))
  log.onBreak((tableId) => breaks.push(tableId))
  log.onStep((from, { kind }) => steps.push([from, kind]))
  const row = (id: string): RowTexts => ({
    id,
    type: 'INSERT',
    project_id: PROJECT,
    table_id: NOTES,
    table: 'notes',
    record: '{}',
    old_record: undefined,
    committed_at: new Date(0),
  })
  log.append([row('a'), undefined, row('b')])
  log.restart('a', 11)
  log.shut(NOTES)
  log.append([undefined, row('b'), row('c')])
  expect([log.top, log.cursor]).toEqual([14, 14])
  expect(heard).toEqual([11, 13, 14])
  expect(log.since(NOTES, 10, 'a')?.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(breaks).toEqual([])
  expect(steps).toEqual([
    [10, 'rows'],
    [13, 'rows'],
  ])
  // What has no number is done again at the end.
  log.restart('a', 14)
  log.breakOff(NOTES, 'truncated')
  expect(breaks).toEqual([NOTES])
  // And what leaves out changes is another beginning.
  log.restart('a', 20)
  expect(breaks).toEqual([NOTES, undefined])
  expect(log.since(NOTES, 14, 'a')).toBeUndefined()
})
