// The route query/exec itself: who may call it, what it takes, and how it says what is wrong.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { openShop, type Shop } from './query-exec.fixture.ts'

let app: TestApp
let shop: Shop

beforeAll(async () => {
  app = await startTestApp()
  shop = await openShop(app)
})
afterAll(() => app.stop())

describe('credentials', () => {
  test('without any: 401', async () => {
    expect((await shop.ask('select 1', [], {})).status).toBe(401)
  })

  test('a key needs the scope query:read', async () => {
    const statusOf = async (scopes: string[]) => {
      const body = { name: 'scoped', scopes }
      const { token } = shop.callers.dashboard
      const key = await app.api('POST', `/projects/${shop.id}/api-keys`, { token: token as string, body })
      return (await shop.ask('select 1', [], { key: key.data.key })).status
    }
    expect(await statusOf(['query:read'])).toBe(200)
    expect(await statusOf(['query:write'])).toBe(200)
    expect(await statusOf(['data:read'])).toBe(403)
  })

  test('of another project: 403, and no rows', async () => {
    const other = await app.createProject('Other')
    for (const caller of [{ key: other.secret }, { token: other.token }]) {
      const { status, data } = await shop.ask('select * from notes', [], caller)
      expect([status, data]).toEqual([403, undefined])
    }
    const mine = await app.api('POST', `/projects/${other.id}/query/exec`, {
      key: other.secret,
      body: { sql: 'select * from notes' },
    })
    expect([mine.status, mine.body.message]).toEqual([
      400,
      'There is no table notes in this project. There are payment_transactions, storage_objects, users.',
    ])
  })
})

describe('bodies', () => {
  test.each([
    [undefined, 'sql'],
    [{}, 'sql'],
    [{ sql: 1 }, 'sql'],
    [{ sql: '' }, 'sql'],
    [{ sql: 'select 1', limit: 5 }, 'limit'],
    [{ sql: 'select 1', params: 1 }, 'params: must be a list of values, or an object'],
    [{ sql: 'select 1', params: { a: 1 } }, 'params.a'],
    [{ sql: 'select 1', params: Array(101).fill(1) }, 'params: must have at most 100 values'],
    [{ sql: 'select 1', params: [1] }, 'The query takes 0 parameters, but params has 1.'],
    [{ sql: 'select $1::int', params: [1, 2, 3] }, 'The query takes 1 parameters, but params has 3.'],
    [{ sql: 'select $1', params: ['a\0b'] }, 'params[0]'],
    [{ sql: 'select $1', params: ['x'.repeat(100_001)] }, 'params[0]'],
    [{ sql: 'select $1::jsonb', params: [[[1]]] }, 'params[0]'],
    [{ sql: `select '${'x'.repeat(8000)}'` }, '8000'],
  ])('%j names %s', async (body, name) => {
    const answer = await app.api('POST', `/projects/${shop.id}/query/exec`, {
      ...shop.callers.secret,
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status, answer.text).toBe(400)
    if (body !== undefined) expect(answer.body.errors?.join(' ')).toContain(name)
  })

  test('8,000 characters are not too many', async () => {
    const sql = `select '${'x'.repeat(8000 - 9)}'`
    expect([sql.length, (await shop.ask(sql)).status]).toEqual([8000, 200])
  })
})

describe('what is wrong is said at its place', () => {
  test.each([
    ['select nmae from products', 1, 8, /no column nmae. Did you mean name/],
    ['select name,\n  prise\nfrom products', 2, 3, /no column prise. Did you mean price/],
    ['select * from prodcts', 1, 15, /no table prodcts in this project. Did you mean products/],
    ["select 'é😀', pg_sleep(1)", 1, 14, /function pg_sleep is not allowed/],
    ['select lenght(name) from products', 1, 8, /function lenght is not allowed. Did you mean length/],
    ['select 1 from products where', 1, 29, /Syntax error at end of input/],
    ['select name + 1 from products', 1, 13, /Operator does not exist: text \+ integer/],
    [
      "select 'é', name from products group by name having price > 1",
      1,
      53,
      /"price" must appear in the GROUP BY/,
    ],
    [
      'select upper(\n  lower(name), 1) from products',
      1,
      8,
      /Function upper\(text, integer\) does not exist/,
    ],
    ["select 'x'::int", 1, 8, /Invalid input syntax for type integer: "x"/],
    ['select 1; select 2', 1, 11, /Only one statement/],
    ['select 1::regclass', 1, 11, /type regclass is not allowed/],
  ])('%j: line %i, column %i', async (sql, line, column, message) => {
    const { status, body } = await shop.ask(sql)
    expect(status).toBe(400)
    expect(body.message).toMatch(message)
    expect(body.details).toMatchObject({ line, column })
    const [shown = '', caret = ''] = body.details.excerpt.split('\n')
    const source = sql.split('\n')[line - 1] ?? ''
    expect(source).toContain(shown)
    expect([...shown].slice(caret.length - 1).join('')).toBe([...source].slice(column - 1).join(''))
  })

  test('of a long line an excerpt is shown', async () => {
    const { body } = await shop.ask(
      `select ${'name, '.repeat(50)}nmae, ${'name, '.repeat(50)} 1 from products`,
    )
    const [shown, caret] = body.details.excerpt.split('\n')
    expect(shown.length).toBeLessThanOrEqual(80)
    expect(shown.slice(caret.length - 1, caret.length + 3)).toBe('nmae')
  })

  test('a division by zero has no place, but its code', async () => {
    const { body } = await shop.ask('select 1 / stock from products')
    expect([body.message, body.details]).toEqual(['Division by zero.', { sqlstate: '22012' }])
  })
})

test('a table that is made, renamed or dropped is known at once', async () => {
  const { token } = shop.callers.dashboard
  const sql = 'select * from fresh'
  expect((await shop.ask(sql)).status).toBe(400)
  const made = await app.api('POST', `/projects/${shop.id}/tables`, {
    token: token as string,
    body: { name: 'fresh' },
  })
  expect((await shop.ask(sql)).data).toMatchObject({
    rows: [],
    columns: ['id', 'created_at', 'updated_at', 'deleted_at'],
  })
  await app.api('DELETE', `/projects/${shop.id}/tables/${made.data.id}`, { token: token as string })
  expect((await shop.ask(sql)).status).toBe(400)
})
