// The decoder against bytes that are not what they should be; that it reads real ones is shown by the other tests.
import { expect, test } from 'vitest'
import { writerOf } from './json-text.ts'
import { MAX_ROW, PgOutput, type PgOutputOptions } from './pgoutput.ts'

const u16 = (n: number) => Buffer.from([n >> 8, n & 255])
const u32 = (n: number) => Buffer.from([n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255])
const text = (value: string) => Buffer.from(`${value}\0`)
const value = (content: string) =>
  Buffer.concat([Buffer.from('t'), u32(Buffer.byteLength(content)), Buffer.from(content)])
const message = (kind: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(kind), ...parts])

const open = (options: Partial<PgOutputOptions> = {}) =>
  new PgOutput({ types: { find: writerOf }, ...options })

/** describe describes a table of text columns. */
function describe(id: number, ...columns: string[]): Buffer {
  const parts = columns.flatMap((name) => [Buffer.from([0]), text(name), u32(25), u32(0)])
  return message('R', u32(id), text('p_x'), text('notes'), Buffer.from('f'), u16(columns.length), ...parts)
}

const row = (...values: Buffer[]) => Buffer.concat([u16(values.length), ...values])

test('reads a row by the description that came last', () => {
  const decoder = open()
  expect(decoder.decode(describe(7, 'a', 'b'))).toMatchObject({ kind: 'relation', missing: [] })
  const insert = message('I', u32(7), Buffer.from('N'), row(value('é"'), Buffer.from('n')))
  expect(decoder.decode(insert)).toMatchObject({ kind: 'insert', record: { json: '{"a":"é\\"","b":null}' } })
  decoder.decode(describe(7, 'renamed', 'deleted_at'))
  expect(decoder.decode(insert)).toMatchObject({
    record: { json: '{"renamed":"é\\"","deleted_at":null}', deleted: false },
  })
})

test('begins where it is told, and takes the old value for one that was left alone', () => {
  const decoder = open()
  decoder.decode(describe(7, 'a', 'b'))
  const update = message(
    'U',
    u32(7),
    Buffer.from('O'),
    row(value('1'), value('large')),
    Buffer.from('N'),
    row(value('2'), Buffer.from('u')),
  )
  expect(decoder.decode(Buffer.concat([Buffer.alloc(25), update]), 25)).toMatchObject({
    record: { json: '{"a":"2","b":"large"}' },
    old: { json: '{"a":"1","b":"large"}' },
  })
})

test('leaves out columns that are not to be passed on', () => {
  const decoder = open({ passes: (table, column) => table === 'notes' && column !== 'b' })
  decoder.decode(describe(7, 'a', 'b', 'c'))
  const insert = message('I', u32(7), Buffer.from('N'), row(value('1'), value('2'), value('3')))
  expect(decoder.decode(insert)).toMatchObject({ record: { json: '{"a":"1","c":"3"}' } })
})

test('refuses what it does not know, and says of which table a row is that it cannot read', () => {
  const decoder = open()
  decoder.decode(describe(7, 'a'))
  const insert = (id: number, ...values: Buffer[]) => message('I', u32(id), Buffer.from('N'), row(...values))
  expect(() => decoder.decode(message('?'))).toThrow(/not known/)
  expect(() => decoder.decode(insert(8, value('1')))).toThrow(/not described/)
  expect(() => decoder.decode(message('R', u32(1), Buffer.from('no end')))).toThrow(/without an end/)
  const unreadable = { kind: 'unreadable', relation: { id: 7 } }
  expect(decoder.decode(insert(7, value('1'), value('2')))).toMatchObject(unreadable)
  const whole = insert(7, value('12345'))
  for (let length = 1; length < 5; length++)
    expect(() => decoder.decode(whole.subarray(0, length)), `${length} bytes`).toThrow()
  for (let length = 5; length < whole.length; length++)
    expect(decoder.decode(whole.subarray(0, length)), `${length} bytes`).toMatchObject(unreadable)
  expect(decoder.decode(whole)).toMatchObject({ kind: 'insert' })
})

test('reads parts of transactions that still run, each with its own descriptions of tables', () => {
  const decoder = open()
  const insert = (xid: number) => message('I', u32(xid), u32(7), Buffer.from('N'), row(value('1')))
  const relation = (xid: number, column: string) => {
    const [kind, rest] = [describe(7, column).subarray(0, 1), describe(7, column).subarray(1)]
    return Buffer.concat([kind, u32(xid), rest])
  }
  const start = (xid: number) => message('S', u32(xid), Buffer.from([1]))
  decoder.decode(describe(7, 'now'))
  expect(decoder.decode(start(50))).toEqual({ kind: 'streamStart', xid: 50 })
  decoder.decode(relation(50, 'later'))
  expect(decoder.decode(insert(51))).toMatchObject({ xid: 51, record: { json: '{"later":"1"}' } })
  expect(decoder.decode(message('E'))).toEqual({ kind: 'streamStop' })
  const plain = message('I', u32(7), Buffer.from('N'), row(value('1')))
  expect(decoder.decode(plain)).toMatchObject({ xid: undefined, record: { json: '{"now":"1"}' } })
  const abort = decoder.decode(message('A', u32(50), u32(51)))
  expect(abort).toEqual({ kind: 'streamAbort', xid: 50, subtransaction: 51 })
  const end = Buffer.alloc(25)
  end.writeBigUInt64BE(80n, 1)
  end.writeBigUInt64BE(99n, 9)
  expect(decoder.decode(message('c', u32(50), end))).toMatchObject({
    kind: 'streamCommit',
    lsn: 80n,
    end: 99n,
  })
  expect(decoder.decode(plain)).toMatchObject({ record: { json: '{"later":"1"}' } })
})

test('does not read rows that nobody asked for', () => {
  const decoder = open({ skips: ({ id }) => id === 7 })
  decoder.decode(describe(7, 'a'))
  const insert = message('I', u32(7), Buffer.from('N'), row(value('1'), value('2')))
  expect(decoder.decode(insert)).toMatchObject({ kind: 'skipped', relation: { id: 7 } })
})

test('does not read a row that is too large', () => {
  const decoder = open()
  decoder.decode(describe(7, 'a'))
  const huge = message('I', u32(7), Buffer.from('N'), row(value('x'.repeat(MAX_ROW))))
  expect(decoder.decode(huge)).toMatchObject({ kind: 'oversized', relation: { id: 7, name: 'notes' } })
})

test('skips a row that is not wanted by its first bytes, and leaves all else to be read', () => {
  const decoder = open({ skips: ({ id }) => id === 7 })
  decoder.decode(describe(7, 'a'))
  decoder.decode(describe(8, 'a'))
  const insert = (id: number) => message('I', u32(id), Buffer.from('N'), row(value('1')))
  // What stands behind the table's id is not looked at.
  const head = insert(7).subarray(0, 5)
  expect(decoder.skipped(Buffer.concat([Buffer.alloc(25), head]), 25)).toMatchObject({
    kind: 'skipped',
    relation: { id: 7 },
  })
  expect(decoder.skipped(insert(8), 0)).toBeUndefined()
  expect(decoder.skipped(describe(7, 'a'), 0)).toBeUndefined()
  decoder.decode(message('S', u32(3), Buffer.from([1])))
  expect(decoder.skipped(message('D', u32(4), u32(7)), 0)).toMatchObject({ kind: 'skipped', xid: 4 })
})
