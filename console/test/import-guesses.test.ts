// What the beginning of a file shows: encoding, separator, header, the order of dates.
import { expect, test, vi } from 'vitest'
import { ordersOf, typeIn } from '../src/screens/tables/import/dates.ts'
import { contentsOf, fileOf, layoutOf } from '../src/screens/tables/import/layout.ts'
import { readSample } from '../src/screens/tables/import/sample.ts'

const sampleOf = (content: string | Buffer) =>
  readSample({ name: 'a.csv', file: new Blob([Buffer.from(content)]) })

test.each([
  ['a,b\n1,2\n', 'csv comma header'],
  ['Preis, netto;Menge\n1,5;2\n', 'csv semicolon header'],
  ['a\tb, c\n1\t2, 3\n', 'csv tab header'],
  ['a|b\n1|2\n', 'csv pipe header'],
  ['title\nHello, world\n', 'csv comma header'],
  ['name,2024,note\nx,1,y\n', 'csv comma header'],
  ['1,2026-01-31\n2,2026-02-28\n', 'csv comma rows'],
  ['05/06/2026;1\n', 'csv semicolon rows'],
  ['\n{"a":1}\n{"b":2}\n', 'ndjson comma header'],
])('%j is %s', async (content, expected) => {
  const { format, delimiter, header } = layoutOf(await sampleOf(content))
  expect(`${format} ${delimiter} ${header ? 'header' : 'rows'}`).toBe(expected)
})

test.each([
  [['31.12.2026', '1.2.2026'], ['dmy'], 'date'],
  [['12/31/2026', ''], ['mdy'], 'date'],
  [['05/06/2026'], ['dmy', 'mdy'], 'date'],
  [['2026/1/31'], ['ymd'], 'date'],
  [['31.12.2026 14:30'], ['dmy'], 'timestamp'],
  [['2026-01-31'], [], 'date'],
  [['31.12.2026', '12/31/2026'], [], 'text'],
  [['31.02', '1.5.3'], [], 'text'],
  [['1.2.26'], [], 'text'],
  [['32.12.2026'], [], 'text'],
] as const)('dates %j are in the orders %j, and of type %s', (texts, orders, type) => {
  const filled = texts.filter((text) => text !== '')
  expect(ordersOf(filled)).toEqual(orders)
  expect(typeIn(filled)).toBe(type)
})

test.each([
  ['UTF-8', Buffer.from('Käse;b\r\nä;1\r\n')],
  ['UTF-8 with its mark', Buffer.from('\uFEFFKäse;b\r\nä;1\r\n')],
  ['UTF-16', Buffer.from('\uFEFFKäse;b\r\nä;1\r\n', 'utf16le')],
  ['Windows-1252', Buffer.from('Käse;b\r\nä;1\r\n', 'latin1')],
])('rows of a file in %s are sent as UTF-8, under names of their own', async (_encoding, content) => {
  const sample = await sampleOf(content)
  const layout = layoutOf(sample)
  const contents = contentsOf(sample, layout)
  expect(contents.columns.map(({ name }) => name)).toEqual(['Käse', 'b'])
  const { file, columns } = await fileOf(sample, layout, contents, new Map([[1, 'b']]))
  expect(await file.text()).toBe('0;1\nä;1\r\n')
  expect(columns).toBe('0:,1:b')
})

test('UTF-16 that ends within a character is read', async () => {
  const content = Buffer.from('\uFEFFa;b\n1;2', 'utf16le').subarray(0, -1)
  expect(await sampleOf(content)).toMatchObject({ encoding: 'utf-16le', text: 'a;b\n1;\uFFFD' })
})

test('fields of JSON lines that are left out are named', async () => {
  const sample = await sampleOf('{"a":1," b, c ":2}\n{"d":3}\n')
  const layout = layoutOf(sample)
  const { columns } = await fileOf(sample, layout, contentsOf(sample, layout), new Map([[1, 'b']]))
  expect(columns).toBe('a:," b, c :b",d:')
})

const LONG = 'a'.repeat(62)
const UUID = '0b7e3b4e-5d5d-4b6e-9a1f-3a2b1c0d9e81'
test.each([
  ['Id,created_at,Deleted at', '1,2,3', ['original_id', 'original_created_at', 'original_deleted_at']],
  ['id,ID,Id', `${UUID},${UUID},1`, ['original_id', 'column_3']],
  [`${LONG}1,${LONG}2`, '1,2', [LONG, 'column_2']],
  [`${'1'.repeat(61)}x,${'1'.repeat(61)}y`, '1,2', [`${'1'.repeat(61)}x`, 'column_2']],
  ['column_2,,a', '1,2,3', ['column_2', 'column_3', 'a']],
])('a new table for %j has all its columns under names of their own', async (header, row, expected) => {
  const sample = await sampleOf(`${header}\n${row}\n`)
  // The client of the API asks for the address of its page.
  vi.stubGlobal('location', new URL('http://localhost'))
  const { planOf } = await import('../src/screens/tables/import/plan.ts')
  const { draft } = planOf(sample, { format: 'csv', delimiter: 'comma', header: true }, undefined)
  expect(draft.rows.map(({ name }) => name)).toEqual([...expected, ''])
})

test('lines of the report are those of the file, also behind a header of several lines', async () => {
  const sample = await sampleOf('\n"a\nb",c\r\n1,2\n')
  expect(contentsOf(sample, layoutOf(sample))).toMatchObject({ linesBefore: 3 })
})
