// POST /batch: several writes on several tables, all or none, each under the policies of its own action.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

let app: TestApp
let project: TestProject
let data: DataDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('orders', { total: 'integer', placed: 'date' })
  await data.table('lines', { order_id: 'uuid', sku: { data_type: 'string', unique: true } })
  await data.table('rules', { text: 'string' })
  for (const [action, condition] of [
    ['select', undefined],
    ['insert', undefined],
    ['update', "text <> 'locked'"],
    ['delete', "text <> 'kept'"],
  ]) {
    await data.policy('rules', { action, subject: 'public', condition })
  }
})
afterAll(() => app.stop())
beforeEach(async () => {
  const schema = `p_${project.id.replaceAll('-', '')}`
  await data.admin(`truncate ${schema}.orders, ${schema}.lines, ${schema}.rules`)
})

const insert = (table: string, body: unknown) => ({ method: 'POST', table, body })
const patch = (table: string, id: string, body: unknown) => ({ method: 'PATCH', table, id, body })
const remove = (table: string, id: string) => ({ method: 'DELETE', table, id })
const run = (operations: unknown, key = project.secret) =>
  data.call('POST', '/batch', { key, body: { operations } })
const counts = async () =>
  Promise.all(
    ['orders', 'lines', 'rules'].map(
      async (table) => (await data.call('GET', `/data/${table}?count=exact`)).data.count,
    ),
  )

test('runs every method in the order given, and answers each', async () => {
  const [old] = await data.insert('orders', [{ total: 1 }])
  const id = randomUUID()
  const { status, data: answers } = await run([
    insert('orders', { id, total: 10 }),
    insert('lines', [{ order_id: id, sku: 'a' }, { sku: 'b' }]),
    patch('orders', id, { total: 11 }),
    remove('orders', old.id),
    insert('orders', { total: 12 }),
    patch('orders', id, { total: 13 }),
  ])
  expect(status).toBe(200)
  expect(answers.map((answer: { status: number }) => answer.status)).toEqual([201, 201, 200, 204, 201, 200])
  expect(answers[0].data).toMatchObject({ id, total: 10 })
  expect(answers[1].data).toMatchObject([{ order_id: id, sku: 'a' }, { sku: 'b' }])
  expect(answers[3].data).toBeNull()
  expect(answers[5].data.total).toBe(13)
  expect(await data.list('orders', 'order=total', 'total')).toEqual([12, 13])
})

describe('all or none: the error names the operation', () => {
  test.each<[string, (id: string) => unknown, number, string]>([
    ['a row that is not there', () => patch('orders', randomUUID(), { total: 1 }), 404, 'was not found'],
    ['an id that is none', () => remove('orders', 'x'), 404, 'was not found'],
    ['an unknown field', (id) => patch('orders', id, { colour: 1 }), 400, 'colour'],
    ['a wrong value', () => insert('orders', { total: 'x' }), 400, 'total'],
    ['a value that PostgreSQL refuses', () => insert('orders', { placed: '2023-02-29' }), 400, 'body.placed'],
    ['an unknown table', () => insert('invoices', {}), 400, 'invoices'],
    ['a table that is read-only', () => insert('users', {}), 400, 'users'],
    ['a unique value twice', () => insert('lines', { sku: 'taken' }), 409, 'same sku'],
    ['a change of nothing', (id) => patch('orders', id, {}), 400, 'no column'],
  ])('%s', async (_what, failing, status, problem) => {
    const { id } = await data.insert('orders', { total: 1 })
    await data.insert('lines', { sku: 'taken' })
    const before = await counts()
    const answer = await run([
      insert('orders', { total: 2 }),
      remove('orders', id),
      failing(id),
      insert('lines', {}),
    ])
    expect(answer.status, answer.text).toBe(status)
    expect(answer.body.message).toContain('operations[2]')
    expect(answer.body.message).toContain(problem)
    expect(await counts()).toEqual(before)
    expect(await data.list('orders', '', 'total')).toEqual([1])
  })
})

describe('policies', () => {
  const place = async () => {
    const rows = await data.insert('rules', [{ text: 'free' }, { text: 'locked' }, { text: 'kept' }])
    return rows.map(({ id }: { id: string }) => id) as [string, string, string]
  }

  test('those for update and those for delete decide each its own operations', async () => {
    const [free, locked, kept] = await place()
    const answer = await run(
      [
        remove('rules', locked),
        patch('rules', kept, { text: 'kept still' }),
        remove('rules', free),
        insert('rules', { text: 'new' }),
      ],
      project.publishable,
    )
    expect(answer.status, answer.text).toBe(200)
    expect(await data.list('rules', 'order=text', 'text')).toEqual(['kept still', 'new'])
  })

  test.each<[string, (ids: [string, string, string]) => unknown[], number]>([
    [
      'an update behind a delete',
      ([free, locked]) => [remove('rules', free), patch('rules', locked, { text: 'x' })],
      1,
    ],
    [
      'a delete behind an update',
      ([free, , kept]) => [patch('rules', free, { text: 'x' }), remove('rules', kept)],
      1,
    ],
    [
      'an update ahead of a delete',
      ([free, locked]) => [patch('rules', locked, { text: 'x' }), remove('rules', free)],
      0,
    ],
    [
      'a delete ahead of an update',
      ([free, , kept]) => [remove('rules', kept), patch('rules', free, { text: 'x' })],
      0,
    ],
    ['an update to what is locked', ([free]) => [patch('rules', free, { text: 'locked' })], 0],
    ['a table without policies', () => [insert('rules', { text: 'x' }), insert('orders', {})], 1],
  ])('refuse %s', async (_what, operations, index) => {
    const ids = await place()
    const answer = await run(operations(ids), project.publishable)
    expect(answer.status, answer.text).toBe(403)
    expect(answer.body.message).toContain(`operations[${index}]`)
    expect(answer.body.details.operation).toBe(index)
    expect(await data.list('rules', 'order=text', 'text')).toEqual(['free', 'kept', 'locked'])
  })
})

test('takes 100 operations and no more', async () => {
  const operations = Array.from({ length: 101 }, (_, total) => insert('orders', { total }))
  const answer = await run(operations)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('at most 100 operations')
  expect(await counts()).toEqual([0, 0, 0])
  const { data: answers } = await run(operations.slice(1))
  expect(answers.map((one: { data: { total: number } }) => one.data.total)).toEqual(
    operations.slice(1).map(({ body }) => (body as { total: number }).total),
  )
})

test.each([
  [undefined, 'operations is required'],
  [[], 'at least one'],
  [{}, 'operations'],
  [[null], 'operations.0'],
  [[{ method: 'GET', table: 'orders' }], 'operations.0.method'],
  [[{ method: 'POST', table: 'orders', body: {}, id: 'x' }], 'operations.0.id'],
  [[{ method: 'PATCH', table: 'orders', body: {} }], 'operations.0.id'],
  [[{ method: 'DELETE', table: '', id: 'x' }], 'operations.0.table'],
  [[{ method: 'POST', table: 'orders' }], 'operations.0.body'],
  [[{ method: 'POST', table: '__proto__', body: {} }], '__proto__'],
])('%j is no batch', async (operations, problem) => {
  const answer = await run(operations)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.errors.join(' ')).toContain(problem)
})
