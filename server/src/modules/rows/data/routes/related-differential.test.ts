// Random selections of related rows against SQL that is written another way: joins and json_build_object, all by hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'
import { makeLibrary } from './related.fixture.ts'

const ROUNDS = 150
const SEED = 20_260_801

let app: TestApp
let data: DataDriver
let schema: string

// Deterministic, so that what fails once fails again.
const { below: random, pick } = randomFrom(SEED)

const COLUMNS: Record<string, string[]> = {
  countries: ['name'],
  authors: ['name', 'country_id'],
  books: ['title', 'n', 'price', 'author_id'],
  reviews: ['stars', 'body'],
  covers: ['colour'],
  shelves: ['name'],
}
const NUMBERS: Record<string, string> = { books: 'n', reviews: 'stars' }

// Through a link table: the rows that its live rows name, gathered first.
const EDITED = `B.id = any (array(select p.editor_id from SQL.books p
  where p.author_id = A.id and p.deleted_at is null))`
const shelved = (from: string, to: string) => `B.id = any (array(select p.${to} from SQL.placings p
  where p.${from} = A.id and p.deleted_at is null))`

// What can be named from each table: how a request writes it, the other table, the join, and whether it is to many.
const WAYS: Record<string, [string, string, string, boolean][]> = {
  countries: [['authors', 'authors', 'B.country_id = A.id', true]],
  authors: [
    ['country', 'countries', 'B.id = A.country_id', false],
    ['books!author', 'books', 'B.author_id = A.id', true],
    ['books!editor', 'books', 'B.editor_id = A.id', true],
    ['authors!books.editor_id', 'authors', EDITED, true],
  ],
  books: [
    ['author', 'authors', 'B.id = A.author_id', false],
    ['editor', 'authors', 'B.id = A.editor_id', false],
    ['reviews', 'reviews', 'B.book_id = A.id', true],
    ['covers', 'covers', 'B.book_id = A.id', false],
    ['shelves', 'shelves', shelved('book_id', 'shelf_id'), true],
  ],
  reviews: [['book', 'books', 'B.id = A.book_id', false]],
  covers: [['book', 'books', 'B.id = A.book_id', false]],
  shelves: [['books!placings', 'books', shelved('shelf_id', 'book_id'), true]],
}

beforeAll(async () => {
  app = await startTestApp()
  const project = await app.createProject()
  data = driveData(app, project)
  await makeLibrary(app, project, data)
  const many = async (table: string, count: number, row: (i: number) => Record<string, unknown>) =>
    (
      await data.insert(
        table,
        Array.from({ length: count }, (_, i) => row(i)),
      )
    ).map(({ id }: { id: string }) => id)
  const countries = await many('countries', 4, (i) => ({ name: `c${i}` }))
  const maybe = (from: string[]) => (random(5) === 0 ? null : pick(from))
  const authors = await many('authors', 12, (i) => ({ name: `a${i}`, country_id: maybe(countries) }))
  const books = await many('books', 60, (i) => ({
    ...{ title: `b${i}`, n: random(9), price: `${random(99)}.50` },
    ...{ author_id: maybe(authors), editor_id: maybe(authors) },
  }))
  await many('reviews', 120, (i) => ({ stars: random(6), body: `r${i}`, book_id: maybe(books) }))
  await many('covers', 30, (i) => ({ colour: `k${i}`, book_id: books[i] }))
  const shelves = await many('shelves', 8, (i) => ({ name: `s${i}` }))
  await many('placings', 150, () => ({ book_id: maybe(books), shelf_id: maybe(shelves) }))
  const [row] = await data.admin('select schema_name from msingi.tables where project_id = $1 limit 1', [
    project.id,
  ])
  schema = String(row?.schema_name)
  // Deleted here and there, past the triggers that keep rows which others refer to.
  for (const table of ['authors', 'books', 'reviews', 'shelves', 'placings']) {
    await data.admin(`alter table ${schema}.${table} disable trigger user`)
    await data.admin(
      `update ${schema}.${table} set deleted_at = now() where id in (select id from ${schema}.${table} order by id limit 3)`,
    )
  }
})
afterAll(() => app.stop())

interface Request {
  readonly select: string
  readonly params: string[]
  /** json is an expression that builds a row's JSON; joins come before it, conditions filter the row. */
  readonly json: string
  readonly joins: string
  readonly conditions: string[]
  readonly tail: string
}

let names = 0
let ordered = 0
let linked = 0

function build(
  table: string,
  at: string,
  prefix: string,
  depth: number,
  root: boolean,
  many: boolean,
): Request {
  const columns = (COLUMNS[table] ?? []).filter(() => random(2) === 0)
  if (columns.length === 0) columns.push('id')
  const select: string[] = columns.map((column) => column)
  const json = columns.map((column) => `'${column}', to_json(${at}."${column}")`)
  const params: string[] = []
  const conditions = [`${at}.deleted_at is null`]
  const number = NUMBERS[table]
  if (number !== undefined && random(2) === 0) {
    const [one, two] = [random(9), random(9)]
    params.push(`${prefix}or=(${number}.gt.${one},and(${number}.lte.${two},${number}.not.eq.1))`)
    conditions.push(`(${at}.${number} > ${one} or (${at}.${number} <= ${two} and ${at}.${number} != 1))`)
  }
  let joins = ''
  const sorts: [string, string][] = []
  // Fewer on the lower levels: a request names at most 30.
  const all = WAYS[table] ?? []
  const ways = all.filter(() => random(all.length) < 3).slice(0, depth)
  for (const [name, other, on, toMany] of ways) {
    names += 1
    const [key, below, side] = [`x${names}`, `q${names}`, `l${names}`]
    const child = build(other, below, `${prefix}${key}.`, depth - 1, false, toMany)
    const inner = random(4) === 0
    if (on.includes('array(')) linked += 1
    select.push(`${key}:${name}${inner ? '!inner' : ''}(${child.select})`)
    params.push(...child.params)
    const join = on.replace('A.', `${at}.`).replace('B.', `${below}.`).replace('SQL.', `${schema}.`)
    const from = `from ${schema}.${other} ${below} ${child.joins}`
    const rows = `select ${child.json} as j ${from} where ${[join, ...child.conditions].join(' and ')} ${child.tail}`
    if (!toMany && random(2) === 0) {
      const column = pick(COLUMNS[other] as string[])
      const one = [join, ...child.conditions].join(' and ')
      sorts.push([`${key}(${column})`, `(select ${below}."${column}" ${from} where ${one})`])
    }
    const value = toMany ? `coalesce(json_agg(z.j), '[]'::json)` : '(array_agg(z.j))[1]'
    joins += ` left join lateral (select ${value} as j from (${rows}) z) ${side} on true`
    json.push(`'${key}', ${side}.j`)
    if (inner) {
      const ids = `select 1 ${from} where ${[join, ...child.conditions].join(' and ')}`
      conditions.push(`(select count(*) from (${ids}) y) > 0`)
    }
  }
  const [limit, offset] = [1 + random(6), random(3)]
  const direction = pick(['asc', 'desc'])
  const order = [...sorts, ['id', `${at}.id`]]
  const asked = order.map(([name]) => `${name}.${direction}`).join()
  const sorted = order.map(([, sql]) => `${sql} ${direction}`).join()
  ordered += many ? sorts.length : 0
  if (many) params.push(`${prefix}order=${asked}`, `${prefix}limit=${limit}`, `${prefix}offset=${offset}`)
  const tail = many ? `order by ${sorted} limit ${limit} offset ${offset}` : ''
  if (root) params.push(`select=${select.join()}`)
  return { select: select.join(), params, json: `json_build_object(${json.join()})`, joins, conditions, tail }
}

test(`${ROUNDS} random selections give what joins by hand give`, { timeout: 180_000 }, async () => {
  let related = 0
  for (let round = 0; round < ROUNDS; round++) {
    const table = pick(Object.keys(WAYS))
    const request = build(table, 'q', '', 3, true, true)
    const path = `/data/${table}?${request.params.join('&')}`
    const answer = await data.call('GET', path)
    expect(answer.status, `${path}\n${answer.text}`).toBe(200)
    const [expected] = await data.admin(
      `select coalesce(json_agg(z.j), '[]'::json) as rows from (select ${request.json} as j
       from ${schema}.${table} q ${request.joins} where ${request.conditions.join(' and ')} ${request.tail}) z`,
    )
    expect(answer.data, path).toEqual(expected?.rows)
    related += answer.text.split('"x').length - 1
    const counted = await data.call('GET', `${path}&count=exact`)
    const [count] = await data.admin(
      `select count(*)::int as count from ${schema}.${table} q ${request.joins}
       where ${request.conditions.join(' and ')}`,
    )
    expect(counted.data, path).toEqual({ count: count?.count })
  }
  expect(related).toBeGreaterThan(ROUNDS)
  expect(ordered).toBeGreaterThan(ROUNDS / 5)
  expect(linked).toBeGreaterThan(ROUNDS / 2)
})
