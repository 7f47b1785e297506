// Lists: projection, order, limit, offset, cursors and counts, and the table users.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

const ROWS = 450

let app: TestApp
let project: TestProject
let data: DataDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('points', { n: 'integer', half: 'integer', word: 'string', meta: 'json' })
  // One statement, hence one created_at for all of them.
  await data.insert(
    'points',
    Array.from({ length: ROWS }, (_, n) => ({
      n,
      half: Math.floor(n / 2),
      word: n % 7 === 0 ? null : `w${n % 7}`,
    })),
  )
})
afterAll(() => app.stop())

function nextOf(link: unknown): string | undefined {
  const match = /^<\/api\/v1(\/data\/points\?[^>]*)>; rel="next"/.exec(String(link ?? ''))
  return match?.[1]
}

async function walk(first: string): Promise<{ pages: number[]; numbers: number[]; cursors: unknown[] }> {
  const seen = { pages: [] as number[], numbers: [] as number[], cursors: [] as unknown[] }
  for (let path: string | undefined = first; path !== undefined; ) {
    const { data: rows, headers } = await data.call('GET', path)
    seen.pages.push(rows.length)
    seen.numbers.push(...rows.map(({ n }: { n: number }) => n))
    seen.cursors.push(headers['x-next-cursor'])
    path = nextOf(headers.link)
  }
  return seen
}

describe('paging through rows of one created_at', () => {
  test.each([
    ['', [50, 50, 50, 50, 50, 50, 50, 50, 50, 0]],
    ['limit=200', [200, 200, 50]],
    ['limit=200&order=created_at.asc', [200, 200, 50]],
    ['limit=200&order=created_at.desc', [200, 200, 50]],
    ['limit=200&order=created_at.desc,id.desc', [200, 200, 50]],
    ['limit=200&order=created_at.asc,id.desc', [200, 200, 50]],
    ['limit=200&order=word.asc', [200, 200, 50]],
    ['limit=200&order=half.desc,word.asc', [200, 200, 50]],
    ['limit=150&offset=10', [150, 150, 140]],
    ['limit=200&select=n', [200, 200, 50]],
    ['limit=100&n=gte.150&n=lt.400', [100, 100, 50]],
  ])('%s: no gap, no repetition', async (query, pages) => {
    const seen = await walk(`/data/points?${query}`)
    expect(seen.pages).toEqual(pages)
    expect(new Set(seen.numbers).size).toBe(pages.reduce((sum, length) => sum + length, 0))
    const full = seen.cursors.slice(0, -1)
    expect(full.every((cursor) => cursor !== undefined)).toBe(true)
    expect(seen.cursors.at(-1)).toBeUndefined()
  })

  test('down is the reverse of up', async () => {
    const up = await walk('/data/points?limit=170&order=created_at.asc')
    const down = await walk('/data/points?limit=130&order=created_at.desc')
    expect(down.numbers).toEqual(up.numbers.toReversed())
  })

  test('goes on where it was although rows come and go meanwhile', async () => {
    const first = await data.call('GET', '/data/points?limit=100&order=created_at.asc')
    const cursor = first.data[99].id
    const [before, after] = [await data.insert('points', { n: -1 }), first.data[99].id]
    const removed = await data.call('DELETE', `/data/points/${after}`)
    expect(removed.status).toBe(204)
    const second = await data.call('GET', `/data/points?limit=200&order=created_at.asc&cursor=${cursor}`)
    const third = await data.call(
      'GET',
      `/data/points?limit=200&order=created_at.asc&cursor=${second.data[199].id}`,
    )
    const ids = [...first.data, ...second.data, ...third.data].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ROWS + 1)
    expect(ids.at(-1)).toBe(before.id)
    await data.admin(`update ${await tableName()} set deleted_at = null where id = $1`, [after])
    await data.call('DELETE', `/data/points/${before.id}`)
  })
})

async function tableName(): Promise<string> {
  const [row] = await data.admin('select schema_name from msingi.tables where project_id = $1', [project.id])
  return `${row?.schema_name}.points`
}

test('offset is ignored when cursor is set', async () => {
  const [first] = await data.list('points', 'limit=1')
  const without = await data.list('points', `limit=5&cursor=${first}`)
  expect(await data.list('points', `limit=5&cursor=${first}&offset=3`)).toEqual(without)
  expect(await data.list('points', `limit=5&cursor=${String(first).toUpperCase()}`)).toEqual(without)
})

describe('select', () => {
  test.each([
    ['n', ['n']],
    ['word,n', ['word', 'n']],
    [' n , id ', ['n', 'id']],
    ['n,n', ['n']],
    ['n,nothing,"; drop table points', ['n']],
    ['deleted_at,n', ['deleted_at', 'n']],
    ['nothing', ['id', 'n', 'half', 'word', 'meta', 'created_at', 'updated_at', 'deleted_at']],
    ['', ['id', 'n', 'half', 'word', 'meta', 'created_at', 'updated_at', 'deleted_at']],
  ])('%j', async (select, names) => {
    const query = `select=${encodeURIComponent(select)}`
    const { data: rows } = await data.call('GET', `/data/points?limit=1&${query}`)
    expect(Object.keys(rows[0])).toEqual(names)
    const [id] = await data.list('points', 'limit=1')
    const { data: row } = await data.call('GET', `/data/points/${id}?${query}`)
    expect(row).toEqual(rows[0])
  })
})

describe('order', () => {
  test.each<[string, (a: Row, b: Row) => number]>([
    ['n.desc', (a, b) => b.n - a.n],
    ['n', (a, b) => a.n - b.n],
    ['half.desc,n.asc', (a, b) => b.half - a.half || a.n - b.n],
    ['half.asc,n.desc', (a, b) => a.half - b.half || b.n - a.n],
    // Nulls come last going up and first going down, as PostgreSQL has it.
    ['word.asc,n.desc', (a, b) => compare(a.word ?? '~', b.word ?? '~') || b.n - a.n],
    ['word.desc,n.asc', (a, b) => compare(b.word ?? '~', a.word ?? '~') || a.n - b.n],
  ])('%s', async (order, by) => {
    const { data: rows } = await data.call('GET', `/data/points?n=lt.100&limit=200&order=${order}`)
    expect(rows).toHaveLength(100)
    expect(rows).toEqual(rows.toSorted(by))
  })

  test('the newest row comes first where nothing is said', async () => {
    const { id } = await data.insert('points', { n: 1_000_000 })
    expect((await data.list('points', 'limit=3'))[0]).toBe(id)
    await data.call('DELETE', `/data/points/${id}`)
  })
})

interface Row {
  readonly n: number
  readonly half: number
  readonly word: string | null
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

test.each([
  ['count=exact', ROWS],
  ['count=exact&n=lt.10', 10],
  ['count=exact&n=lt.10&limit=3&offset=5&order=n.asc&select=n', 10],
  ['count=exact&n=lt.0', 0],
])('%s gives the number of rows and nothing else', async (query, count) => {
  const answer = await data.call('GET', `/data/points?${query}`)
  expect(answer.data).toEqual({ count })
  expect(answer.headers.link).toBeUndefined()
})

test('limits: 50 rows where nothing is said, at most 200', async () => {
  expect(await data.list('points', '')).toHaveLength(50)
  expect(await data.list('points', 'limit=1')).toHaveLength(1)
  expect(await data.list('points', 'limit=200')).toHaveLength(200)
  expect((await data.call('GET', '/data/points?limit=201')).status).toBe(400)
  expect(await data.list('points', 'offset=10000000')).toEqual([])
})

describe('the table users', () => {
  const FIELDS = ['id', 'email', 'phone', 'full_name', 'is_active', 'created_at', 'updated_at']

  test('can be read, filtered, counted and paged', async () => {
    const [row] = await data.admin('select schema_name from msingi.tables where project_id = $1', [
      project.id,
    ])
    await data.admin(
      `insert into ${row?.schema_name}.users (email, full_name)
       select 'user' || n || '@example.com', 'User ' || n from generate_series(1, 60) n`,
    )
    const { data: rows, headers } = await data.call('GET', '/data/users')
    expect(rows).toHaveLength(50)
    expect(Object.keys(rows[0])).toEqual(FIELDS)
    const rest = await data.list('users', `cursor=${headers['x-next-cursor']}`)
    expect(new Set([...rows.map(({ id }: { id: string }) => id), ...rest]).size).toBe(60)
    expect(await data.list('users', 'email=eq.user7@example.com', 'full_name')).toEqual(['User 7'])
    expect((await data.call('GET', '/data/users?count=exact')).data).toEqual({ count: 60 })
    expect((await data.call('GET', `/data/users/${rows[0].id}`)).data).toEqual(rows[0])
  })

  test.each([
    ['POST', '/data/users', { email: 'x@example.com' }],
    ['POST', '/data/users', [{ email: 'x@example.com' }]],
    ['PATCH', '/data/users/ID', { full_name: 'X' }],
    ['DELETE', '/data/users/ID', undefined],
    [
      'POST',
      '/batch',
      { operations: [{ method: 'POST', table: 'users', body: { email: 'x@example.com' } }] },
    ],
    ['POST', '/batch', { operations: [{ method: 'DELETE', table: 'users', id: crypto.randomUUID() }] }],
  ])('%s %s is 400', async (method, path, body) => {
    const [id] = await data.list('users', 'limit=1')
    const options = body === undefined ? {} : { body }
    const answer = await data.call(method, path.replace('ID', String(id)), options)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('The table users cannot be written')
    expect((await data.call('GET', '/data/users?count=exact')).data).toEqual({ count: 60 })
  })
})
