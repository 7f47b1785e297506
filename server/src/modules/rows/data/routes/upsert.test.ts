// Upserts: rows that exist are changed or left as they are, by id or by a unique column (Prefer: resolution=…).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

const MERGE = { prefer: 'resolution=merge-duplicates' }
const IGNORE = { prefer: 'return=representation, resolution=ignore-duplicates' }

let app: TestApp
let data: DataDriver
let schema: string

beforeAll(async () => {
  app = await startTestApp()
  const project = await app.createProject()
  data = driveData(app, project)
  schema = `p_${project.id.replaceAll('-', '')}`
  await data.table('items', {
    sku: { data_type: 'string', unique: true },
    price: 'money',
    stock: { data_type: 'integer', default_value: 7 },
  })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await data.admin(`truncate ${schema}.items`)
})

const upsert = (body: unknown, headers: Record<string, string>, query = '?on_conflict=sku') =>
  data.call('POST', `/data/items${query}`, { body, headers })

const stored = async () =>
  (
    await data.admin(
      `select sku, price::float, stock, deleted_at is not null as gone from ${schema}.items order by 1, 4`,
    )
  ).map(({ sku, price, stock, gone }) => [sku, price, stock, ...(gone ? ['gone'] : [])])

describe('merge', () => {
  test('by a unique column changes only what is given', async () => {
    const first = await data.insert('items', { sku: 'a', price: 1, stock: 2 })
    const { status, data: row } = await upsert({ sku: 'a', price: 9 }, MERGE)
    expect(status).toBe(201)
    expect(row).toEqual({ ...first, price: 9, updated_at: row.updated_at })
    expect(Date.parse(row.updated_at)).toBeGreaterThan(Date.parse(first.updated_at))
    expect(await stored()).toEqual([['a', 9, 2]])
  })

  test('by id where on_conflict is not given', async () => {
    const { id } = await data.insert('items', { sku: 'a', price: 1 })
    await upsert({ id, price: 5 }, MERGE, '')
    await upsert({ id: randomUUID(), sku: 'b' }, MERGE, '')
    expect(await stored()).toEqual([
      ['a', 5, 7],
      ['b', null, 7],
    ])
  })

  test('of many rows, some new, in their order', async () => {
    await data.insert('items', [
      { sku: 'a', price: 1 },
      { sku: 'c', price: 1 },
    ])
    const { data: rows } = await upsert(
      [
        { sku: 'a', price: 2 },
        { sku: 'b', stock: 0 },
        { sku: 'c', price: 3 },
      ],
      MERGE,
    )
    expect(rows.map(({ sku }: { sku: string }) => sku)).toEqual(['a', 'b', 'c'])
    expect(await stored()).toEqual([
      ['a', 2, 7],
      ['b', null, 0],
      ['c', 3, 7],
    ])
  })

  test('of a row without any other field gives the row as it is', async () => {
    const first = await data.insert('items', { sku: 'a', price: 1 })
    expect((await upsert({ sku: 'a' }, MERGE)).data).toMatchObject({ id: first.id, price: 1 })
  })

  test.each([
    [{ sku: 'a', price: 2 }],
    [{ sku: 'a', stock: 2 }],
    [{ sku: 'b', stock: 2 }, { sku: 'c' }, { sku: 'a' }],
  ])('twice the same row in one request is 400 and changes nothing: %j', async (...others) => {
    const answer = await upsert([{ sku: 'a', price: 1 }, ...others], MERGE)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.message).toContain('same row twice')
    expect(await stored()).toEqual([])
  })

  test('by values that are equal in more than one spelling is done in their order', async () => {
    await data.table('rates', {
      rate: { data_type: 'decimal', unique: true },
      low: 'integer',
      high: 'integer',
    })
    const body = [
      { rate: '1.0', low: 1 },
      { rate: 1, high: 2 },
      { rate: '1.00', low: 3 },
    ]
    await data.call('POST', '/data/rates?on_conflict=rate', { body, headers: MERGE })
    expect((await data.call('GET', '/data/rates?select=low,high')).data).toEqual([{ low: 3, high: 2 }])
  })

  test('past a deleted row: its unique value is free, its id is not', async () => {
    const gone = await data.insert('items', { sku: 'a', price: 1 })
    await data.call('DELETE', `/data/items/${gone.id}`)
    expect((await upsert({ sku: 'a', price: 2 }, MERGE)).status).toBe(201)
    const expected = [
      ['a', 2, 7],
      ['a', 1, 7, 'gone'],
    ]
    expect(await stored()).toEqual(expected)
    const one = await upsert({ id: gone.id, price: 3 }, MERGE, '')
    expect(one.status).toBe(409)
    expect(one.body.message).toContain('A deleted row of items has the same id')
    const many = await upsert([{ sku: 'b' }, { id: gone.id, price: 3 }], MERGE, '?on_conflict=id')
    expect(many.status).toBe(409)
    expect(await stored()).toEqual(expected)
  })

  test('that breaks another unique column is 409', async () => {
    const [a] = await data.insert('items', [{ sku: 'a' }, { sku: 'b' }])
    expect((await upsert({ id: a.id, sku: 'b' }, MERGE, '')).status).toBe(409)
    expect((await upsert({ id: randomUUID(), sku: 'b' }, MERGE, '?on_conflict=id')).status).toBe(409)
  })
})

describe('ignore', () => {
  test('keeps the earlier of two new rows', async () => {
    const body = [
      { sku: 'a', price: 1 },
      { sku: 'b', stock: 5 },
      { sku: 'b', price: 6 },
    ]
    expect((await upsert(body, IGNORE)).data).toHaveLength(2)
    expect(await stored()).toEqual([
      ['a', 1, 7],
      ['b', null, 5],
    ])
  })

  test('leaves the row that exists, and answers 200 with null', async () => {
    await data.insert('items', { sku: 'a', price: 1 })
    const { status, data: row } = await upsert({ sku: 'a', price: 9 }, IGNORE)
    expect([status, row]).toEqual([200, null])
    expect(await stored()).toEqual([['a', 1, 7]])
    expect((await upsert({ sku: 'b', price: 9 }, IGNORE)).status).toBe(201)
  })

  test('of many rows answers with those that are new', async () => {
    await data.insert('items', { sku: 'a', price: 1 })
    const { status, data: rows } = await upsert([{ sku: 'a' }, { sku: 'b' }, { sku: 'b' }], IGNORE)
    expect([status, rows.map(({ sku }: { sku: string }) => sku)]).toEqual([201, ['b']])
  })

  test('by id, where the row that exists is deleted', async () => {
    const { id } = await data.insert('items', { sku: 'a' })
    await data.call('DELETE', `/data/items/${id}`)
    expect((await upsert({ id, sku: 'b' }, IGNORE, '')).data).toBeNull()
  })
})

test.each([
  [MERGE, '?on_conflict=price', 'unique constraint'],
  [MERGE, '?on_conflict=sku,price', 'unique constraint'],
  [MERGE, '?on_conflict=colour', 'colour is not a column'],
  [MERGE, '?on_conflict=', 'on_conflict'],
  [MERGE, '?on_conflict=sku&on_conflict=id', 'only once'],
  [MERGE, '?on_conflict=sku;drop', 'sku;drop is not a column'],
  [{ prefer: 'resolution=overwrite' }, '', 'resolution'],
  [{ prefer: 'resolution=__proto__' }, '', 'resolution'],
  [{}, '?on_conflict=sku', 'Prefer'],
])('%j with %s is 400', async (headers, query, problem) => {
  const answer = await upsert({ sku: 'a' }, headers, query)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.message).toContain(problem)
  expect(await stored()).toEqual([])
})
