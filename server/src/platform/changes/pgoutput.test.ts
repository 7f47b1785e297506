// The decoder against bytes that are not what they should be; that it reads real ones is shown by the other tests.
import { expect, test } from 'vitest'
import { MAX_ROW, PgOutput } from './pgoutput.ts'

const u16 = (n: number) => Buffer.from([n >> 8, n & 255])
const u32 = (n: number) => Buffer.from([n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255])
const text = (value: string) => Buffer.from(`${value}\0`)
const value = (content: string) =>
  Buffer.concat([Buffer.from('t'), u32(Buffer.byteLength(content)), Buffer.from(content)])
const message = (kind: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(kind), ...parts])

/** describe describes a table of text columns. */
function describe(id: number, ...columns: string[]): Buffer {
  const parts = columns.flatMap((name) => [Buffer.from([0]), text(name), u32(25), u32(0)])
  return message('R', u32(id), text('p_x'), text('notes'), Buffer.from('f'), u16(columns.length), ...parts)
}

const row = (...values: Buffer[]) => Buffer.concat([u16(values.length), ...values])

test('reads a row by the description that came last', () => {
  const decoder = new PgOutput()
  expect(decoder.decode(describe(7, 'a', 'b'))).toBeUndefined()
  const insert = message('I', u32(7), Buffer.from('N'), row(value('é"'), Buffer.from('n')))
  expect(decoder.decode(insert)).toMatchObject({ kind: 'insert', record: { json: '{"a":"é\\"","b":null}' } })
  decoder.decode(describe(7, 'renamed', 'deleted_at'))
  expect(decoder.decode(insert)).toMatchObject({
    record: { json: '{"renamed":"é\\"","deleted_at":null}', deleted: false },
  })
})

test('begins where it is told, and takes the old value for one that was left alone', () => {
  const decoder = new PgOutput()
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
  const decoder = new PgOutput((table, column) => table === 'notes' && column !== 'b')
  decoder.decode(describe(7, 'a', 'b', 'c'))
  const insert = message('I', u32(7), Buffer.from('N'), row(value('1'), value('2'), value('3')))
  expect(decoder.decode(insert)).toMatchObject({ record: { json: '{"a":"1","c":"3"}' } })
})

test('refuses what it does not know, and what ends too soon', () => {
  const decoder = new PgOutput()
  decoder.decode(describe(7, 'a'))
  const insert = (id: number, ...values: Buffer[]) => message('I', u32(id), Buffer.from('N'), row(...values))
  expect(() => decoder.decode(message('?'))).toThrow(/not known/)
  expect(() => decoder.decode(insert(8, value('1')))).toThrow(/not described/)
  expect(() => decoder.decode(insert(7, value('1'), value('2')))).toThrow(/too many/)
  const whole = insert(7, value('12345'))
  for (let length = 1; length < whole.length; length++)
    expect(() => decoder.decode(whole.subarray(0, length)), `${length} bytes`).toThrow()
  expect(() => decoder.decode(message('R', u32(1), Buffer.from('no end')))).toThrow(/without an end/)
  expect(decoder.decode(whole)).toMatchObject({ kind: 'insert' })
})

test('does not read a row that is too large', () => {
  const decoder = new PgOutput()
  decoder.decode(describe(7, 'a'))
  const huge = message('I', u32(7), Buffer.from('N'), row(value('x'.repeat(MAX_ROW))))
  expect(decoder.decode(huge)).toMatchObject({ kind: 'oversized', relation: { id: 7, name: 'notes' } })
})
