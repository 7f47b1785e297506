// The example's data set (examples/music-store): what the loader sends must be whole, true to its tables, repeatable.
import { execFileSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'

type Row = Record<string, unknown>
type Rows = Record<string, Row[]>

interface Column {
  name: string
  data_type: string
  required: boolean
  unique: boolean
  enum_values?: string[]
}

interface Relationship {
  from_table: string
  from_column: string
  to_table: string
  to_column: string
}

const example = (file: string) => import(new URL(`../../examples/music-store/${file}`, import.meta.url).href)
const { buildDataset } = (await example('data.ts')) as { buildDataset: () => Rows }
const { TABLES, RELATIONSHIPS } = (await example('tables.ts')) as {
  TABLES: { name: string; columns: Column[] }[]
  RELATIONSHIPS: Relationship[]
}

const data = buildDataset()
const rowsOf = (table: string) => data[table] ?? []
const columns = TABLES.flatMap((table) => table.columns.map((column) => ({ table: table.name, ...column })))
const cents = (amount: unknown) => Math.round(Number(amount) * 100)

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('there are as many rows as the README says', () => {
  const counts = Object.fromEntries(Object.entries(data).map(([table, rows]) => [table, rows.length]))
  expect(counts).toEqual({
    composers: 42,
    works: 294,
    albums: 200,
    tracks: 2051,
    customers: 400,
    orders: 1200,
    order_lines: 3495,
  })
})

test('every run makes the same rows, whatever the clock and Math.random say', () => {
  vi.useFakeTimers({ now: new Date('2001-02-03T04:05:06Z') })
  vi.spyOn(Math, 'random').mockImplementation(() => {
    throw new Error('Math.random was used')
  })
  expect(buildDataset()).toEqual(data)
})

test('an id depends on nothing but the row', () => {
  const beethoven = rowsOf('composers').find((row) => row.name === 'Ludwig van Beethoven')
  expect(beethoven?.id).toBe('acac2c21-1e91-8962-96ac-94352417212c')
})

test('ids are UUIDs with valid version and variant bits, each used once', () => {
  const ids = Object.values(data).flatMap((rows) => rows.map(({ id }) => id))
  expect(
    ids.filter(
      (id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(`${id}`),
    ),
  ).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('rows have the columns of their tables, tables stand in the order of their foreign keys', () => {
  expect(Object.keys(data)).toEqual(TABLES.map(({ name }) => name))
  for (const table of TABLES) {
    const names = ['id', ...table.columns.map(({ name }) => name)]
    for (const row of rowsOf(table.name)) expect(Object.keys(row)).toEqual(names)
  }
  const place = (table: string) => TABLES.findIndex(({ name }) => name === table)
  for (const { from_table, to_table } of RELATIONSHIPS)
    expect(place(to_table)).toBeLessThan(place(from_table))
})

test.each(columns)(
  '$table, $name: values fit the type',
  ({ table, name, data_type, required, enum_values }) => {
    const isFitting = FITTING[data_type]
    expect(isFitting, `no check for ${data_type}`).toBeDefined()
    const values = rowsOf(table).map((row) => row[name])
    const wrong = values.filter((value) =>
      value === null ? required : !isFitting?.(value, enum_values ?? []),
    )
    expect(wrong).toEqual([])
  },
)

const isWhole = (bits: number) => (value: unknown) =>
  Number.isSafeInteger(value) && Math.abs(Number(value)) < 2 ** (bits - 1)
const isText = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)

const FITTING: Record<string, (value: unknown, labels: string[]) => boolean> = {
  string: isText(/^\S(.{0,198}\S)?$/u),
  email: isText(/^[a-z0-9.]+@example\.com$/),
  phone: isText(/^\+25[014-7]\d{8,9}$/),
  uuid: isText(/^[0-9a-f-]{36}$/),
  date: (value) => new Date(`${value}T00:00:00Z`).toISOString().startsWith(`${value}T`),
  timestamp: (value) => new Date(`${value}`).toISOString() === value,
  boolean: (value) => typeof value === 'boolean',
  smallint: isWhole(16),
  integer: isWhole(32),
  bigint: isWhole(64),
  money: (value) => typeof value === 'number' && value > 0 && cents(value) / 100 === value,
  enum: (value, labels) => labels.includes(`${value}`),
}

test.each(columns.filter(({ unique }) => unique))('$table, $name: no value twice', ({ table, name }) => {
  const values = rowsOf(table).map((row) => row[name])
  expect(new Set(values).size).toBe(values.length)
})

test('customers have telephone numbers of Tanzania, Kenya and other countries', () => {
  const codes = new Set(rowsOf('customers').map(({ phone }) => `${phone}`.slice(0, 4)))
  expect([...codes].sort()).toEqual(['+250', '+251', '+254', '+255', '+256', '+257'])
})

test.each(RELATIONSHIPS)('$from_table, $from_column: finds its row in $to_table', (relationship) => {
  const { from_table, from_column, to_table, to_column } = relationship
  const known = new Set(rowsOf(to_table).map((row) => row[to_column]))
  const lost = rowsOf(from_table).filter((row) => !known.has(row[from_column]))
  expect(rowsOf(from_table).length).toBeGreaterThan(0)
  expect(lost).toEqual([])
})

test('the total of an order is the sum of its lines', () => {
  const sums = new Map<unknown, number>()
  for (const { order_id, quantity, unit_price } of rowsOf('order_lines')) {
    sums.set(order_id, (sums.get(order_id) ?? 0) + Number(quantity) * cents(unit_price))
  }
  const wrong = rowsOf('orders').filter(({ id, total }) => sums.get(id) !== cents(total))
  expect(wrong).toEqual([])
})

test('an album stands once in an order, at its price, and was out by then', () => {
  const albums = new Map(rowsOf('albums').map((row) => [row.id, row]))
  const orders = new Map(rowsOf('orders').map((row) => [row.id, row]))
  const lines = rowsOf('order_lines')
  expect(new Set(lines.map(({ order_id, album_id }) => `${order_id} ${album_id}`)).size).toBe(lines.length)
  for (const { order_id, album_id, unit_price } of lines) {
    expect(unit_price).toBe(albums.get(album_id)?.price)
    expect(`${orders.get(order_id)?.placed_at}` > `${albums.get(album_id)?.released}`).toBe(true)
  }
})

test('tracks of an album are numbered from 1 and hold works that are older than it', () => {
  const works = new Map(rowsOf('works').map((row) => [row.id, row]))
  for (const { id, released } of rowsOf('albums')) {
    const tracks = rowsOf('tracks').filter(({ album_id }) => album_id === id)
    expect(tracks.map(({ position }) => position)).toEqual(tracks.map((_, index) => index + 1))
    expect(tracks.length).toBeGreaterThan(0)
    const years = tracks.map(({ work_id }) => Number(works.get(work_id)?.year ?? 0))
    expect(Math.max(...years)).toBeLessThan(Number(`${released}`.slice(0, 4)))
  }
})

test('works were written while their composers lived', () => {
  const composers = new Map(rowsOf('composers').map((row) => [row.id, row]))
  const wrong = rowsOf('works').filter(({ composer_id, year }) => {
    const composer = composers.get(composer_id)
    if (composer === undefined || year === null) return false
    return Number(year) < Number(composer.born) + 8 || Number(year) > Number(composer.died ?? 9999)
  })
  expect(wrong).toEqual([])
})

test('some masters need more than 32 bits for their size', () => {
  expect(rowsOf('tracks').some(({ bytes }) => Number(bytes) >= 2 ** 31)).toBe(true)
})

test('a call becomes a curl command that a shell reads back as it was', async () => {
  const { curlOf } = await example('http.ts')
  const query = { title: "ilike.%don't%", form: 'in.(opera,ballet)' }
  const call = { method: 'POST', path: '/api/v1/data/works', query, key: 'k1', body: { title: "L'Orfeo" } }
  const shell = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${curlOf('http://host', call)}`])
  expect(shell.toString().trimEnd().split('\n')).toEqual([
    '-s',
    "http://host/api/v1/data/works?title=ilike.%25don't%25&form=in.(opera,ballet)",
    ...['-X', 'POST', '-H', 'X-PLATFORM-API-Key: k1', '-H', 'Content-Type: application/json'],
    ...['-d', '{"title":"L\'Orfeo"}'],
  ])
})

test('rows are cut into batches without loss', async () => {
  const { batchesOf } = await example('rows.ts')
  expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(batchesOf([], 2)).toEqual([])
})
