// The arithmetic of the grid: places, selections, the clipboard, pages of rows, and filters as text.
import { expect, test, vi } from 'vitest'
import { fromClipboard, toClipboard } from '../src/grid/clipboard.ts'
import type { GridColumn } from '../src/grid/columns.ts'
import {
  columnsAt,
  edgesOf,
  heightOf,
  MAX_HEIGHT,
  movedTo,
  rowsAt,
  scrolledTo,
} from '../src/grid/geometry.ts'
import { type PageRequest, RowPages } from '../src/grid/row-pages.ts'
import { areaOf, moved, selectionAt, tabbed } from '../src/grid/selection.ts'
import {
  isComplete,
  itemsOf,
  newKey,
  type Operator,
  readWhere,
  whereOf,
  whereText,
} from '../src/screens/tables/filter/filter-tree.ts'

const HEIGHT = 34
const KEY = { shiftKey: false, ctrlKey: false, metaKey: false }

test('reaches each row of ten million by the bar, and moves by single px with the wheel', () => {
  const count = 10_000_000
  const extent = { content: count * HEIGHT, viewport: 800 }
  expect(heightOf(extent.content)).toBe(MAX_HEIGHT)
  for (const row of [0, 1, 4_999_999, count - 24]) {
    const { top, bar } = scrolledTo(row * HEIGHT, extent)
    expect(Math.floor(top / HEIGHT)).toBe(row)
    expect(bar).toBeLessThanOrEqual(MAX_HEIGHT - extent.viewport)
  }
  const middle = scrolledTo(extent.content / 2, extent)
  expect(movedTo(middle.bar + 10, middle, extent).top - middle.top).toBeCloseTo(10)
  expect(movedTo(middle.bar + 100_000, middle, extent).top - middle.top).toBeGreaterThan(4_000_000)
  const last = movedTo(MAX_HEIGHT - extent.viewport, middle, extent)
  expect(rowsAt(last.top, extent.viewport, HEIGHT, count).end).toBe(count)
})

test('draws few rows and columns, however many there are', () => {
  expect(rowsAt(3400, 340, HEIGHT, 1_000_000)).toEqual({ start: 96, end: 114 })
  const edges = edgesOf(Array.from({ length: 1000 }, () => 100))
  const { start, end } = columnsAt(edges, 2, 50_000, 1000)
  expect(start).toBe(501)
  expect(end).toBeLessThan(515)
})

test('moves as a spreadsheet does, and leaves at the end of a row', () => {
  const bounds = { rows: 100, columns: 5, page: 10 }
  const at = selectionAt({ row: 50, column: 2 })
  const key = (name: string, more = {}) => moved(at, { key: name, ...KEY, ...more }, bounds)?.active
  expect(key('ArrowDown')).toEqual({ row: 51, column: 2 })
  expect(key('PageUp')).toEqual({ row: 40, column: 2 })
  expect(key('End', { ctrlKey: true })).toEqual({ row: 99, column: 4 })
  expect(key('Home')).toEqual({ row: 50, column: 0 })
  expect(key('a')).toBeUndefined()
  const range = moved(at, { key: 'ArrowLeft', ...KEY, shiftKey: true }, bounds)
  expect(range && areaOf(range)).toEqual({ top: 50, bottom: 50, left: 1, right: 2 })
  const all = moved(at, { key: 'a', ...KEY, ctrlKey: true }, bounds)
  expect(all && areaOf(all)).toEqual({ top: 0, bottom: 99, left: 0, right: 4 })
  const whole = moved(at, { key: ' ', ...KEY, shiftKey: true }, bounds)
  expect(whole && areaOf(whole)).toEqual({ top: 50, bottom: 50, left: 0, right: 4 })
  expect(tabbed(selectionAt({ row: 0, column: 4 }), false, bounds)).toBeUndefined()
})

test('takes tables to spreadsheets and back', () => {
  const rows = [
    ['a', 'b "c"', ''],
    ['two\nlines', 'tab\there', '7'],
  ]
  expect(fromClipboard(toClipboard(rows))).toEqual(rows)
  const column = [['a'], [null], [null]]
  expect(fromClipboard(toClipboard(column))).toEqual([['a'], [''], ['']])
  // Editors take a cell alone as it is.
  expect(toClipboard([['{"n":"two\nlines"}']])).toBe('{"n":"two\nlines"}')
  expect(fromClipboard('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
  expect(fromClipboard('5" wide')).toEqual([['5" wide']])
  expect(fromClipboard('"not closed')).toEqual([['"not closed']])
})

test('reads filters as it writes them', () => {
  for (const where of [
    '(price.lt.100,or(city.eq.Moshi,city.is.null))',
    '(or(a.eq.1,not.and(b.gt.2,c.in.(x,"y, z"))))',
    '(name.ilike."%a, \\"b\\"%",other.not.ilike.x.y)',
    '(size.in.(5" wide,6" wide),name.neq." a ")',
  ]) {
    expect(whereText(readWhere(where) ?? failed())).toBe(where)
    expect(whereOf(itemsOf(readWhere(where) ?? failed()))).toBe(where)
  }
  expect(itemsOf(readWhere('(price.lt.100,or(city.eq.Moshi,city.is.null))') ?? failed())).toHaveLength(2)
  expect(itemsOf(readWhere('(not.and(a.eq.1,b.eq.2))') ?? failed())).toHaveLength(1)
  expect(readWhere('(meta->a.eq.1)')).toBeUndefined()
  for (const where of ['(a.eq.1', '(a.in.1)', '(a.in.(1),(2))', '(a.eq.x),b.eq.(y)'])
    expect(readWhere(where), where).toBeUndefined()
  // The blanks around a condition are not of its value.
  expect(whereOf(itemsOf(readWhere('( a.eq.1 ,b.eq.2 )') ?? failed()))).toBe('(a.eq.1,b.eq.2)')
})

test.each<[column: string, operator: Operator, value: string, where: string | undefined]>([
  ['title', 'in', 'a,b', '(title.in.(a,b))'],
  ['title', 'in', ' (a,b) ', '(title.in.(a,b))'],
  ['title', 'in', '(a),(b)', '(title.in.((a),(b)))'],
  ['title', 'in', 'Tea (green)', '(title.in.(Tea (green)))'],
  ['title', 'in', '(green) tea', '(title.in.((green) tea))'],
  ['title', 'in', 'Tea (green', undefined],
  ['title', 'in', 'Tea green)', undefined],
  ['title', 'in', '"Tea (green"', '(title.in.("Tea (green"))'],
  ['title', 'eq', ' Tea', '(title.eq." Tea")'],
  ['title', 'eq', '', '(title.eq.)'],
  ['stock', 'gt', ' ', undefined],
  ['stock', 'is.null', '', '(stock.is.null)'],
  ['shelf', 'eq', 'A1', undefined],
  ['shelf', 'eq', '0198a0b0-0000-7000-8000-000000000001', '(shelf.eq.0198a0b0-0000-7000-8000-000000000001)'],
])('%s %s “%s” is the filter %s', (column, operator, value, where) => {
  const [shared, key] = [{ type: '', width: 100, nullable: true, readOnly: false }, newKey()]
  const columns: readonly GridColumn[] = [
    { ...shared, name: 'title', kind: 'text' },
    { ...shared, name: 'stock', kind: 'number' },
    { ...shared, name: 'shelf', kind: 'plain', reference: 'shelves' },
  ]
  const item = { key, column, operator, value }
  expect(isComplete(item, columns)).toBe(where !== undefined)
  if (where === undefined) return
  expect(whereOf([item])).toBe(where)
  expect(whereOf(itemsOf(readWhere(where) ?? failed()))).toBe(where)
})

test('loads pages by cursors, jumps by offset, and forgets what is far away', async () => {
  const asked: PageRequest[] = []
  const load = async (request: PageRequest) => {
    asked.push(request)
    const rows = Array.from({ length: request.limit }, (_, at) => ({ id: `row ${request.offset + at}` }))
    return { rows, next: `after ${request.offset}`, previous: `before ${request.offset}` }
  }
  vi.useFakeTimers()
  try {
    const pages = new RowPages(load)
    pages.counted(100_000)
    pages.show(0, 30)
    await vi.runAllTimersAsync()
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, 'after 0', 'after 100'])
    // Whoever drags the bar: only where it rests is anything asked for.
    for (let row = 1000; row <= 90_000; row += 1000) pages.show(row, row + 30)
    await vi.runAllTimersAsync()
    expect(asked.slice(3).map(({ offset, cursor }) => [offset, cursor])).toEqual([
      [90_000, undefined],
      [90_100, 'after 90000'],
      [90_200, 'after 90100'],
    ])
    expect(pages.rowAt(90_007)?.id).toBe('row 90007')
    for (let row = 0; row < 10_000; row += 100) {
      pages.show(row, row + 30)
      await vi.runAllTimersAsync()
    }
    const loaded = Array.from({ length: 100_000 }, (_, row) => pages.rowAt(row)).filter(Boolean)
    expect(loaded.length).toBeLessThanOrEqual(4000)
  } finally {
    vi.useRealTimers()
  }
})

test('has three requests under way at most, and ends those that are passed by', async () => {
  const running = new Set<number>()
  const load = ({ offset }: PageRequest, signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      running.add(offset)
      signal.addEventListener('abort', () => {
        running.delete(offset)
        reject(signal.reason)
      })
    })
  vi.useFakeTimers()
  try {
    const pages = new RowPages(load)
    pages.counted(100_000)
    for (const start of [0, 20_000, 40_000, 60_000, 80_000]) {
      pages.show(start, start + 950)
      await vi.runAllTimersAsync()
      expect(running.size).toBeGreaterThan(0)
      expect(running.size).toBeLessThanOrEqual(3)
      for (const offset of running) expect(offset).toBeGreaterThanOrEqual(start)
    }
    pages.stop()
    expect(running.size).toBe(0)
    expect(pages.error).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('reads again what is in the window, shows it until then, and forgets the rest', async () => {
  const asked: number[] = []
  let edition = 'first'
  const load = async ({ offset, limit }: PageRequest) => {
    asked.push(offset)
    const rows = Array.from({ length: limit }, (_, at) => ({ id: `${edition} ${offset + at}` }))
    return { rows, next: `after ${offset}`, previous: `before ${offset}` }
  }
  vi.useFakeTimers()
  try {
    const pages = new RowPages(load)
    pages.refresh()
    expect(asked).toEqual([])
    pages.counted(1000)
    pages.show(0, 30)
    await vi.runAllTimersAsync()
    expect(asked).toEqual([0, 100, 200])
    edition = 'second'
    pages.refresh()
    expect(pages.isLoading).toBe(true)
    expect([pages.rowAt(7)?.id, pages.indexOf('first 7'), pages.rowAt(107)]).toEqual([
      'first 7',
      7,
      undefined,
    ])
    await vi.runAllTimersAsync()
    expect(asked.slice(3)).toEqual([0, 100, 200])
    expect([0, 107].map((row) => pages.rowAt(row)?.id)).toEqual(['second 0', 'second 107'])
    expect([pages.indexOf('first 7'), pages.indexOf('second 7'), pages.isLoading]).toEqual([
      undefined,
      7,
      false,
    ])
  } finally {
    vi.useRealTimers()
  }
})

function failed(): never {
  throw new Error('the filter could not be read')
}
