// Pages by cursor, in any order and both ways: each row once, in the order of the whole list. What cursors refuse.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

const ROWS = 90

let app: TestApp
let project: TestProject
let data: DataDriver
const random = seeded(20_26)

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('makers', { name: { data_type: 'string', required: true } })
  await data.table('things', {
    label: 'text',
    code: { data_type: 'char', char_length: 3 },
    size: { data_type: 'integer', required: true },
    price: 'decimal',
    weight: 'float',
    fresh: 'boolean',
    day: 'date',
    span: 'interval',
    state: { data_type: 'enum', enum_values: ['new', 'used', 'broken'] },
    address: 'inet',
    meta: 'jsonb',
    maker_id: 'uuid',
  })
  await app.api('POST', `/projects/${project.id}/schema/relationships`, {
    token: project.token,
    body: {
      ...{ name: 'maker', from_table: 'things', from_column: 'maker_id' },
      ...{ to_table: 'makers', to_column: 'id' },
    },
  })
  const makers = await data.insert('makers', [{ name: 'a' }, { name: 'b' }, { name: 'b' }])
  await data.insert(
    'things',
    Array.from({ length: ROWS }, () => ({
      label: some(['x', 'X', 'ä', '', 'a"b,c', "o'clock"]),
      code: some(['a', 'a b', 'zzz']),
      size: pick([1, 2, 3]),
      price: some(['1.50', '1.5', '-3', '12345678901234567890.000000001']),
      weight: some([0.1, -0.0, 1e300, 0.1 + 0.2]),
      fresh: some([true, false]),
      day: some(['2026-01-31', '1999-12-31', 'infinity']),
      span: some(['1 day', '24 hours', '1 month -3 days']),
      state: some(['new', 'used', 'broken']),
      address: some(['10.0.0.1', '10.0.0.0/8', '::1']),
      meta: some([{ n: 1, list: [1, 'x'] }, { n: 'x' }, { n: null }]),
      maker_id: some(makers.map(({ id }: { id: string }) => id)),
    })),
  )
})
afterAll(() => app.stop())

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function pick<T>(values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

function some<T>(values: readonly T[]): T | null {
  return random() < 0.3 ? null : pick(values)
}

const OPERANDS = [
  ...['label', 'code', 'size', 'price', 'weight', 'fresh', 'day', 'span', 'state', 'address', 'created_at'],
  ...['meta->n', 'meta->list->>1', 'maker(name)', 'meta', 'id'],
]

function randomOrder(): string {
  const operands = OPERANDS.toSorted(() => random() - 0.5).slice(0, 1 + Math.floor(random() * 4))
  return operands
    .map((one) => `${one}${pick(['', '.asc', '.desc'])}${pick(['', '', '.nullsfirst', '.nullslast'])}`)
    .join(',')
}

const SELECT = 'select=id,maker()'
const path = (order: string, more: string) =>
  `/data/things?${SELECT}&order=${encodeURIComponent(order)}&${more}`

async function page(order: string, more: string) {
  const { status, data: rows, headers, text } = await data.call('GET', path(order, more))
  expect(status, text).toBe(200)
  const ids = rows.map(({ id }: { id: string }) => id) as string[]
  return { ids, next: headers['x-next-cursor'], previous: headers['x-prev-cursor'], link: headers.link }
}

async function walk(order: string, start: string, limit: number, way: 'next' | 'previous') {
  const seen: string[][] = []
  for (let at: unknown = start; at !== undefined; ) {
    const one = await page(order, `limit=${limit}&cursor=${at}`)
    seen.push(one.ids)
    at = one[way]
  }
  return way === 'next' ? seen.flat() : seen.toReversed().flat()
}

test('random orders with ties and nulls: forward and backward, each row once and in order', async () => {
  for (let round = 0; round < 40; round++) {
    const order = randomOrder()
    const limit = 7 + Math.floor(random() * 40)
    const { ids: whole } = await page(order, 'limit=200')
    expect(whole).toHaveLength(ROWS)
    const first = await page(order, `limit=${limit}`)
    expect(first.previous).toBeUndefined()
    const rest = await walk(order, String(first.next), limit, 'next')
    expect([...first.ids, ...rest], order).toEqual(whole)
    const offset = 1 + Math.floor(random() * (ROWS - 1))
    const middle = await page(order, `limit=1&offset=${offset}`)
    expect(await walk(order, String(middle.previous), limit, 'previous'), order).toEqual(
      whole.slice(0, offset),
    )
  }
})

describe('both ways', () => {
  const order = 'price.desc,size'

  test('a page back is the page one came from', async () => {
    const first = await page(order, 'limit=10')
    const second = await page(order, `limit=10&cursor=${first.next}`)
    const back = await page(order, `limit=10&cursor=${second.previous}`)
    expect(back.ids).toEqual(first.ids)
    expect((await page(order, `limit=10&cursor=${back.next}`)).ids).toEqual(second.ids)
  })

  test('Link has both, and what is behind the ends leads back', async () => {
    const first = await page(order, `limit=${ROWS / 2}`)
    const second = await page(order, `limit=${ROWS / 2}&cursor=${first.next}`)
    expect(second.link).toContain(`cursor=${second.next}>; rel="next", <`)
    expect(second.link).toContain(`cursor=${second.previous}>; rel="prev"`)
    const none = await page(order, `limit=${ROWS / 2}&cursor=${second.next}`)
    expect([none.ids, none.next]).toEqual([[], undefined])
    expect((await page(order, `limit=${ROWS / 2}&cursor=${none.previous}`)).ids).toEqual(second.ids)
    const before = await page(order, `limit=5&cursor=${second.previous}`)
    const start = await page(order, `limit=200&cursor=${before.previous}`)
    expect(start.previous).toBeUndefined()
    expect([...start.ids, ...before.ids]).toEqual(first.ids)
  })

  test('a cursor outlives its row and the values in it', async () => {
    const first = await page(order, 'limit=10')
    const second = await page(order, `limit=10&cursor=${first.next}`)
    const last = String(first.ids.at(-1))
    await data.call('PATCH', `/data/things/${last}`, { body: { price: '-999' } })
    await data.admin(`delete from ${await tableName('things')} where id = $1`, [first.ids[8]])
    expect((await page(order, `limit=10&cursor=${first.next}`)).ids).toEqual(second.ids)
  })
})

async function tableName(slug: string): Promise<string> {
  const [row] = await data.admin('select schema_name from msingi.tables where project_id = $1', [project.id])
  return `${row?.schema_name}.${slug}`
}

test('deep offsets show the same rows as any others', async () => {
  await data.table('many', { n: 'integer' })
  const numbers = Array.from({ length: 1200 }, (_, n) => ({ n }))
  await data.insert('many', numbers)
  const list = (query: string) => data.list('many', query, 'n')
  expect(await list('order=n.asc&offset=1100&limit=3')).toEqual([1100, 1101, 1102])
  expect(await list('order=n.desc&offset=1100&limit=3&n=lt.1150&select=n')).toEqual([49, 48, 47])
  expect(await list('order=n.asc&offset=1200')).toEqual([])
  const config = { columns: ['n'], sort: [{ column: 'n', direction: 'asc' }], limit: 2, offset: 1198 }
  const { data: found } = await data.call('POST', `/projects/${project.id}/query/run`, {
    body: { table_slug: 'many', config },
  })
  expect([found.rows, found.total]).toEqual([[{ n: 1198 }, { n: 1199 }], 1200])
  const { headers } = await data.call('GET', '/data/many?order=n.asc&offset=1100&limit=50')
  expect(await list(`order=n.asc&limit=2&cursor=${headers['x-next-cursor']}`)).toEqual([1150, 1151])
})

test('texts that are too long for a cursor are paged by offset', async () => {
  await data.table('essays', { body: 'text' })
  await data.insert(
    'essays',
    ['a', 'b', 'c'].map((letter) => ({ body: letter.repeat(5000) })),
  )
  const first = await data.call('GET', '/data/essays?order=body&limit=1')
  expect(first.headers['x-next-cursor']).toBeUndefined()
  expect(first.headers.link).toContain('offset=1')
  await data.insert('essays', { body: 'A' })
  const short = await data.call('GET', '/data/essays?order=body.desc&limit=1&body=lt.B')
  const next = short.headers['x-next-cursor']
  const cut = await data.call('GET', `/data/essays?order=body.desc&limit=1&cursor=${next}`)
  expect([cut.status, cut.headers['x-next-cursor']]).toEqual([200, undefined])
})

describe('what is no cursor of this list is a clear 400', () => {
  const cases: readonly [string, string, string][] = [
    ['another order', 'order=size.asc', 'another order'],
    ['the other direction', 'order=price.desc,size.desc', 'another order'],
    ['nulls elsewhere', 'order=price.desc.nullslast,size', 'another order'],
    ['no order', '', 'another order'],
  ]

  test.each(cases)('%s', async (_, query, reason) => {
    const { next } = await page('price.desc,size', 'limit=1')
    const { status, body } = await data.call('GET', `/data/things?${query}&cursor=${next}`)
    expect([status, body.message]).toEqual([400, expect.stringContaining(reason)])
  })

  test('another table', async () => {
    const { headers } = await data.call('GET', '/data/makers?limit=1')
    const answer = await data.call('GET', `/data/things?cursor=${headers['x-next-cursor']}`)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('another table')])
  })

  const forged = (change: (parts: unknown[]) => unknown) => async () => {
    const { next } = await page('day.asc', 'limit=1')
    const parts = JSON.parse(Buffer.from(String(next), 'base64url').toString())
    const token = Buffer.from(JSON.stringify(change(parts))).toString('base64url')
    return data.call('GET', `/data/things?order=day.asc&cursor=${token}`)
  }

  test.each([
    ['a side that there is not', forged(([, ...rest]) => ['beside', ...rest])],
    ['a value of another type', forged(([side, print, , id]) => [side, print, 'no day', id])],
    ['an id that is none', forged(([side, print, day]) => [side, print, day, 'x'])],
    ['a number', forged(([side, print, , id]) => [side, print, 1, id])],
    ['a NUL', forged(([side, print, , id]) => [side, print, '\0', id])],
    ['too few values', forged((parts) => parts.slice(0, -1))],
    ['too many', forged((parts) => [...parts, 'x'])],
    ['an object', forged((parts) => ({ ...parts }))],
  ])('%s', async (_, send) => {
    const { status, body } = await send()
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^cursor: /)])
  })

  test('without an id at its place, nothing is behind it', async () => {
    const answer = await forged(([side, print, day]) => [side, print, day, null])()
    expect(answer.status).toBe(200)
  })
})
