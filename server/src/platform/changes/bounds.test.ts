// What bounds one project's part in what all share: the memory for changes, what is passed on, what is kept of parts of
// transactions, and when something is given up for the sake of the others.
import { expect, test } from 'vitest'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { ChangeLog } from '#platform/changes/feed/change-log.ts'
import { SlotWatch } from '#platform/changes/log/slot-watch.ts'
import {
  type StreamedEntry,
  type StreamedLimits,
  StreamedTransactions,
  TooManyPartsError,
} from '#platform/changes/log/streamed-transactions.ts'
import { StuckGuard } from '#platform/changes/log/stuck-guard.ts'
import type { Relation, RowMessage } from '#platform/changes/pgoutput/log-message.ts'
import { ChangeAssembler } from '#platform/changes/reading/change-assembler.ts'
import { FloodGuard } from '#platform/changes/reading/flood-guard.ts'

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000)
const row = (project_id: string, table_id: string, n: number, size = 10) => ({
  id: `${table_id} ${n}`,
  type: 'INSERT' as const,
  project_id,
  table_id,
  table: table_id,
  record: JSON.stringify({ n, text: 'x'.repeat(size) }),
  old_record: undefined,
  committed_at: at(0),
})

test('a project that writes much pushes out its own changes, and nobody else’s', () => {
  const log = new ChangeLog({ changes: 1000, bytes: 10_000_000 })
  log.restart('e', 0)
  for (const table of ['quiet', 'other', 'loud']) log.open(table)
  log.append(Array.from({ length: 50 }, (_, n) => row('p1', 'quiet', n)))
  for (let n = 0; n < 300; n++) log.append([row('p2', 'other', n)])
  for (let n = 0; n < 20_000; n += 100)
    log.append(Array.from({ length: 100 }, (_, i) => row('p3', 'loud', n + i)))
  expect(log.since('quiet', 0, 'e')).toHaveLength(50)
  expect(log.since('other', 50, 'e')).toHaveLength(300)
  expect(log.since('loud', log.top - 500, 'e')).toHaveLength(500)
  expect(log.since('loud', log.top - 1000, 'e')).toBeUndefined()
  // By bytes as well, where the changes are few.
  const large = new ChangeLog({ changes: 1000, bytes: 100_000 })
  large.restart('e', 0)
  for (const table of ['quiet', 'loud']) large.open(table)
  large.append([row('p1', 'quiet', 1, 10_000)])
  for (let n = 0; n < 50; n++) large.append([row('p2', 'loud', n, 30_000)])
  expect(large.since('quiet', 0, 'e')).toHaveLength(1)
  expect(large.known('loud').length).toBeLessThan(4)
})

test('shares that are alike shrink alike, and the sum stays within the limits', () => {
  const log = new ChangeLog({ changes: 320, bytes: 10_000_000 })
  log.restart('e', 0)
  const tables = ['a', 'b', 'c', 'd']
  for (const table of tables) log.open(table)
  for (let n = 0; n < 500; n++) {
    log.append(tables.map((table) => row(`p ${table}`, table, n)))
    const held = tables.map((table) => log.known(table).length)
    // Some more than the limit, so that shares are compared now and then only.
    expect(held.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(340)
    expect(Math.max(...held) - Math.min(...held)).toBeLessThanOrEqual(21)
  }
})

test('what is passed on of a project is a burst, and then so much a second of the commits', () => {
  const guard = new FloodGuard({ rows: 100, bytes: 1000, seconds: 10 })
  const take = (project: string, second: number, rows: number, bytes = 1) => {
    guard.begin(project, at(second))
    return Array.from({ length: rows }, () => guard.take(project, bytes)).filter(Boolean).length
  }
  expect(take('a', 0, 150)).toBe(100)
  expect(take('b', 0, 60)).toBe(60)
  expect(take('a', 1, 150)).toBe(10)
  expect(take('a', 1, 150)).toBe(0)
  expect(take('a', 1000, 150)).toBe(100)
  expect(take('c', 0, 10, 400)).toBe(3)
  expect(take('c', 0, 10, 400)).toBe(0)
})

const TABLE = { id: 7, schema: 'p_x', name: 'notes' }
const WATCHED = { table_id: 't', project_id: 'p', relation: 7, active: true }

const NOBODY = { consumes: () => false, row: () => {}, gap: () => {}, room: () => undefined }

/** assemble gives an assembler, and what comes out of it. */
function assemble(rows: number) {
  const log = new ChangeLog({ changes: 10_000, bytes: 10_000_000 })
  const heard: Change[] = []
  const breaks: unknown[] = []
  log.listen((changes) => heard.push(...changes))
  log.onBreak((table, reason) => breaks.push([table, reason]))
  const assembler = new ChangeAssembler(log, NOBODY, { rows, bytes: 1_000_000, seconds: 10 })
  assembler.restart('e', 0, [WATCHED])
  const write = (from: number, to: number) => {
    for (let n = from; n <= to; n++)
      assembler.row(TABLE, undefined, { json: `{"n":${n}}`, deleted: undefined })
  }
  return { log, assembler, heard, breaks, write }
}

test('beyond the burst a transaction is one break, and its changes keep their numbers', () => {
  const { log, assembler, heard, breaks, write } = assemble(600)
  assembler.begin(1n, at(0))
  write(1, 5000)
  assembler.skip(1000)
  assembler.commit()
  assembler.begin(2n, at(100))
  write(1, 1)
  assembler.commit()
  expect(heard.map(({ offset }) => offset)).toEqual([...Array.from({ length: 600 }, (_, n) => n + 1), 6001])
  expect(breaks).toEqual([['t', 'flood']])
  expect(log.since('t', 500, 'e')).toBeUndefined()
  expect(log.since('t', 6000, 'e')).toHaveLength(1)
})

test('what comes again after it was cut off has the same numbers, also what is only counted', () => {
  const { log, assembler, heard, breaks, write } = assemble(10_000)
  const all = (upTo: number) => {
    assembler.begin(1n, at(0))
    write(1, 700)
    if (upTo < 1) return
    assembler.skip(1200)
    assembler.lose(TABLE, 'flood', 300)
    if (upTo < 2) return
    write(1, 5)
    assembler.commit()
  }
  all(0)
  assembler.cutOff()
  expect(heard).toHaveLength(500)
  all(1)
  assembler.cutOff()
  all(2)
  expect(log.top).toBe(700 + 1200 + 300 + 5)
  expect(heard.map(({ offset }) => offset)).toEqual(Array.from({ length: 700 }, (_, n) => n + 1))
  expect(breaks).toEqual([['t', 'flood']])
})

const relation: Relation = TABLE
const insert = (xid: number, n: number, size = 10): RowMessage => ({
  kind: 'insert',
  relation,
  xid,
  record: { json: `{"n":${n},"x":"${'x'.repeat(size)}"}`, deleted: undefined },
})

function stream(limits: Partial<StreamedLimits> = {}) {
  const defaults = { rows: 1000, bytes: 1_000_000, allBytes: 1_000_000, allEntries: 10_000 }
  const streams = new StreamedTransactions({ ...defaults, ...limits })
  const add = (top: number, ...messages: RowMessage[]) => {
    streams.start(top)
    for (const message of messages) streams.add(message, false)
    streams.stop()
  }
  return { streams, add }
}

test('of transactions in parts comes what was not taken back, in its order', () => {
  const { streams, add } = stream()
  add(1, insert(1, 1), insert(2, 2))
  add(10, insert(10, 1))
  add(1, insert(3, 3), insert(1, 4))
  streams.abort(1, 2)
  streams.abort(10, 10)
  const numbers = streams.take(1).map((entry) => entry.kind === 'insert' && JSON.parse(entry.record.json).n)
  expect(numbers).toEqual([1, 3, 4])
  expect(streams.take(10)).toEqual([])
  expect(streams.take(1)).toEqual([])
})

test('beyond the bound only the number of changes is kept, without what was taken back', () => {
  const { streams, add } = stream({ rows: 100 })
  const many = (xid: number, count: number) => Array.from({ length: count }, (_, n) => insert(xid, n))
  add(1, ...many(1, 60), ...many(2, 30), ...many(1, 50))
  expect(streams.isCut(1)).toBe(true)
  add(1, ...many(3, 5000))
  streams.abort(1, 2)
  const entries = streams.take(1)
  expect(entries.map((entry) => entry.kind === 'run' && entry.isLost)).toEqual([true, true, true])
  expect(entries.reduce((sum, entry) => sum + (entry.kind === 'run' ? entry.count : 0), 0)).toBe(5110)
})

test('rows that are kept unread come as they were, in runs, and are counted beyond the bound', () => {
  const { streams } = stream({ rows: 2000 })
  const described = { ...TABLE, columns: [], deletedAt: -1 }
  const numbers = (entries: readonly StreamedEntry[]) =>
    entries.flatMap((entry) =>
      entry.kind === 'raw'
        ? [...entry.rows.parts()].flat().map(({ bytes, start, end }) => String(bytes.subarray(start, end)))
        : [],
    )
  const add = (xid: number, from: number, to: number) => {
    streams.start(1)
    for (let n = from; n < to; n++) {
      const bytes = Buffer.from(`..${n}`.padEnd(n % 500, '.'))
      streams.addRow({ relation: described, xid, bytes, start: 2, end: bytes.length })
    }
    streams.stop()
  }
  add(1, 0, 1000)
  add(2, 1000, 1500)
  add(1, 1500, 1900)
  streams.abort(1, 2)
  const entries = streams.take(1)
  expect(entries).toHaveLength(2)
  const kept = [...Array(1000).keys(), ...Array.from({ length: 400 }, (_, n) => 1500 + n)]
  expect(numbers(entries).map((text) => Number.parseInt(text, 10))).toEqual(kept)
  add(1, 0, 3000)
  expect(streams.take(1)).toMatchObject([{ kind: 'run', isLost: true, count: 3000 }])
})

test('where all that run hold too much, the largest is cut', () => {
  const { streams, add } = stream({ allBytes: 100_000 })
  add(1, insert(1, 1, 20_000))
  add(2, insert(2, 1, 30_000), insert(2, 2, 30_000))
  add(3, insert(3, 1, 25_000))
  expect([1, 2, 3].map((xid) => streams.isCut(xid))).toEqual([false, true, false])
})

test('more subtransactions than can be counted are an error', () => {
  const { add } = stream({ rows: 10, allEntries: 500 })
  const each = Array.from({ length: 600 }, (_, n) => insert(n, n))
  expect(() => add(1, ...each)).toThrow(TooManyPartsError)
})

const failure = (code: string) => Object.assign(new Error('failed'), { code })

test('a place that fails again and again is passed over, but not where PostgreSQL is only away', () => {
  const guard = new StuckGuard()
  for (const code of ['57P01', 'ECONNREFUSED', '53100', '53300', '08006', '55006'])
    for (let n = 0; n < 20; n++) expect(guard.failed(failure(code), 5n), code).toBe('again')
  expect(guard.failed(failure('54000'), 5n)).toBe('again')
  expect(guard.parts).toBe(false)
  expect(guard.failed(failure('54000'), 5n)).toBe('again')
  expect(guard.failed(failure('54000'), 5n)).toBe('pass over')
  guard.clear()
  expect(guard.parts).toBe(true)
  // Another place, or progress in between, is another matter.
  for (const place of [1n, 2n, 3n, 4n]) expect(guard.failed(failure('XX000'), place)).toBe('again')
  guard.progress()
  expect(guard.failed(failure('XX000'), 4n)).toBe('again')
})

test('where it is not known which transaction fails, all begins anew, and later', () => {
  const guard = new StuckGuard()
  const advice = Array.from({ length: 12 }, () => guard.failed(failure('XX000'), undefined))
  expect(advice.slice(0, 11)).toEqual(Array(11).fill('again'))
  expect(advice[11]).toBe('begin anew')
})

test('a slot is given up where it keeps too much and is not read, or far too much', () => {
  const watch = new SlotWatch({ bytes: 100, standstillMs: 1000 })
  expect(watch.isTooMuch(150, 1n, 0)).toBe(false)
  expect(watch.isTooMuch(150, 2n, 900)).toBe(false)
  expect(watch.isTooMuch(150, 2n, 1800)).toBe(false)
  expect(watch.isTooMuch(150, 2n, 1900)).toBe(true)
  expect(watch.isTooMuch(50, 2n, 9000)).toBe(false)
  expect(watch.isTooMuch(201, 3n, 9001)).toBe(true)
})
