// CSV in pieces: wherever the pieces of a file are cut, it reads the same.
import { expect, test } from 'vitest'
import { CsvReader, MAX_RECORD } from './csv-reader.ts'

function readAll(pieces: readonly string[], delimiter = ',') {
  const reader = new CsvReader(delimiter, 10)
  const records = pieces.flatMap((piece) => [...reader.read(piece)])
  const last = reader.end()
  return [...records, ...(last === undefined ? [] : [last])].map(({ line, cells }) => [line, ...cells])
}

const FILE = 'a,b\r\n"x, ""y""",\r\n\r\n"two\nlines",""\n\n,é😀\rlast,"q"'
const RECORDS = [
  [1, 'a', 'b'],
  [2, 'x, "y"', null],
  [4, 'two\nlines', ''],
  [7, null, 'é😀'],
  [8, 'last', 'q'],
]

test('reads quotes, empty cells, and every kind of line end', () => {
  expect(readAll([FILE])).toEqual(RECORDS)
})

test('reads the same wherever a piece ends', () => {
  for (let at = 0; at <= FILE.length; at++)
    expect(readAll([FILE.slice(0, at), FILE.slice(at)]), `cut at ${at}`).toEqual(RECORDS)
  expect(readAll(FILE.split(''))).toEqual(RECORDS)
})

test('separates cells by another delimiter', () => {
  expect(readAll(['a;b,c;"d;e"\n'], ';')).toEqual([[1, 'a', 'b,c', 'd;e']])
})

test('reports text behind a closing quote, and counts cells beyond those that it keeps', () => {
  const reader = new CsvReader(',', 2)
  const [torn, long] = [...reader.read('"a"b,c\n1,2,3,4\n')]
  expect(torn).toMatchObject({ isTorn: true, cells: ['ab', 'c'] })
  expect(long).toMatchObject({ isTorn: false, cells: ['1', '2'], count: 4 })
})

test('refuses a quote that is never closed, and a record without end', () => {
  const open = new CsvReader(',', 10)
  expect([...open.read('a\n"b\nc')]).toHaveLength(1)
  expect(() => open.end()).toThrow('line 2: the file ends within quotes')
  for (const endless of ['x', ',', '"']) {
    const reader = new CsvReader(',', 10)
    expect(() => {
      for (let size = 0; size <= 2 * MAX_RECORD; size += 1024)
        for (const _ of reader.read(endless.repeat(1024)));
    }).toThrow('line 1: a record has more than 1 MB')
  }
})
