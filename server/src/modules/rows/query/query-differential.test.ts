// Random configs against SQL that is written another way: common table expressions that hold the live rows, and values
// as literals. What both give must be the same, in the same order, and so must their number.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type Library, openLibrary } from '#test/library.ts'

const ROUNDS = 200
const SEED = 20_261_121

let app: TestApp
let library: Library

// Deterministic, so that what fails once fails again.
const { below: random, pick } = randomFrom(SEED)
const some = <T>(items: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: random(most + 1) }, () => pick(items))),
]

const NUMBERS: Record<string, string[]> = {
  books: ['n', 'price'],
  reviews: ['stars'],
  authors: [],
  countries: [],
  people: [],
}
const TEXTS: Record<string, string[]> = {
  ...{ books: ['title'], reviews: ['body'], authors: ['name'], countries: ['name'], people: ['name'] },
}
// From each table: another one, and the columns that are equal.
const LINKS: Record<string, [table: string, here: string, there: string][]> = {
  countries: [['authors', 'id', 'country_id']],
  authors: [
    ['countries', 'country_id', 'id'],
    ['books', 'id', 'author_id'],
    ['books', 'id', 'editor_id'],
  ],
  books: [
    ['authors', 'author_id', 'id'],
    ['authors', 'editor_id', 'id'],
    ['reviews', 'id', 'book_id'],
  ],
  reviews: [['books', 'book_id', 'id']],
  people: [
    ['people', 'manager_id', 'id'],
    ['people', 'id', 'manager_id'],
  ],
}

interface Source {
  readonly name: string
  readonly table: string
}

beforeAll(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
  const { data, schema } = library
  const ids = async (table: string) =>
    (await data.admin(`select id from ${schema}.${table} order by name`)).map(({ id }) => id)
  const authors = await ids('authors')
  await data.insert(
    'books',
    Array.from({ length: 40 }, (_, i) => ({
      ...{ title: `t${i % 7}`, n: random(5), price: `${random(30)}.25`, meta: null, raw: null },
      ...{
        author_id: random(4) === 0 ? null : pick(authors),
        editor_id: random(4) === 0 ? null : pick(authors),
      },
    })),
  )
  const books = (
    await data.admin(`select id from ${schema}.books where deleted_at isnull order by title, n`)
  ).map(({ id }) => id)
  await data.insert(
    'reviews',
    Array.from({ length: 60 }, (_, i) => ({ stars: random(6), body: `r${i % 9}`, book_id: pick(books) })),
  )
  for (const table of ['authors', 'books', 'reviews', 'people']) {
    await data.admin(`alter table ${schema}.${table} disable trigger user`)
    await data.admin(
      `update ${schema}.${table} set deleted_at = now() where id in (select id from ${schema}.${table} order by id limit 1)`,
    )
  }
})
afterAll(() => app.stop())

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`

function joined(main: string): { sources: Source[]; joins: object[]; from: string } {
  const sources: Source[] = [{ name: main, table: main }]
  const joins: object[] = []
  let from = `live_${main} ${main}`
  for (let left = random(4); left > 0; left--) {
    const before = pick(sources)
    const [table, here, there] = pick(LINKS[before.table] as [string, string, string][])
    const name = sources.some((one) => one.name === table) ? `j${sources.length}` : table
    const type = pick(['INNER', 'LEFT', 'RIGHT', 'FULL'])
    const alias = name === table ? {} : { alias: name }
    const way =
      random(2) === 0
        ? { on: `${name}.${there} = ${before.name}.${here}` }
        : { from_column: `${before.name}.${here}`, to_column: there }
    joins.push({ type: `${type} JOIN`, table, ...alias, ...way })
    const [one, other] = [`${before.name}.${here}`, `${name}.${there}`]
    from += ` ${type} JOIN live_${table} ${name} ON ${type === 'FULL' ? `${one} = ${other}` : `(${one} <> ${other}) IS FALSE`}`
    sources.push({ name, table })
  }
  return { sources, joins, from }
}

function condition(name: string, numeric: boolean): [object, string] {
  if (random(6) === 0) return [{ column: name, operator: 'is.null' }, `${name} isnull`]
  const value = numeric ? random(12) : `${pick(['t', 'r', 'P', 'G'])}${random(9)}`
  const sql = numeric ? String(value) : quote(String(value))
  if (!numeric && random(2) === 0) {
    const pattern = `${String(value)[0]}%`
    return [{ column: name, operator: 'not.ilike', value: pattern }, `${name} !~~* ${quote(pattern)}`]
  }
  const [operator, written] = pick([
    ['eq', '='],
    ['!=', '<>'],
    ['gt', '>'],
    ['<=', '<='],
  ] as const)
  if (random(5) === 0)
    return [{ column: name, operator: 'not.in', values: [value] }, `not ${name} in (${sql})`]
  return [{ column: name, operator, value }, `${name} ${written} ${sql}`]
}

// SQL has the precedence that the config promises, so the conditions simply stand behind one another.
function conditions(columns: readonly [string, boolean][], ors: boolean): { filters: object[]; sql: string } {
  const filters: object[] = []
  let sql = ''
  for (const [name, numeric] of Array.from({ length: random(4) }, () => pick(columns))) {
    const logic = ors ? pick(['AND', 'OR']) : 'AND'
    const [filter, text] = condition(name, numeric)
    filters.push({ ...filter, logic })
    sql += sql === '' ? text : ` ${logic} ${text}`
  }
  return { filters, sql }
}

function build() {
  const main = pick(Object.keys(LINKS))
  const { sources, joins, from } = joined(main)
  const columns = sources.flatMap(({ name, table }) => [
    ...(NUMBERS[table] ?? []).map((column): [string, boolean] => [`${name}.${column}`, true]),
    ...(TEXTS[table] ?? []).map((column): [string, boolean] => [`${name}.${column}`, false]),
  ])
  const names = columns.map(([name]) => name)
  const keyed = (chosen: string[]) => chosen.map((name, i): [string, string] => [`c${i}`, name])
  const { filters, sql } = conditions(columns, true)
  const where = sql === '' ? '' : ` where ${sql}`
  const [limit, offset, direction] = [1 + random(20), random(3) === 0 ? random(5) : 0, pick(['asc', 'desc'])]
  const page = `limit ${limit} offset ${offset}`
  if (random(2) === 0) {
    const chosen = keyed(some(names, 3))
    if (chosen.length === 0) chosen.push(['c0', pick(names)])
    const numbers = columns.filter(([, numeric]) => numeric).map(([name]) => name)
    const [fn, call] = pick<[string, (x: string) => string]>([
      ['SUM', (x) => `sum(${x})`],
      ['AVG', (x) => `avg(${x})`],
      ['MIN', (x) => `min(${x})`],
      ['COUNT', (x) => `count(${x})`],
      ['COUNT DISTINCT', (x) => `count(distinct ${x})`],
      ['ARRAY_AGG', (x) => `array_agg(${x} order by ${x})`],
    ])
    const target = numbers.length > 0 ? pick(numbers) : undefined
    const aggregates = [
      { fn: 'COUNT', alias: 'rows' },
      ...(target ? [{ fn, column: target, alias: 'v' }] : []),
    ]
    const having = random(2) === 0 && !/ OR /.test(sql) ? random(3) : undefined
    const more = having === undefined ? [] : [{ column: 'rows', operator: 'gt', value: having }]
    const list = chosen.map(([key, name]) => `${name} as ${key}`).join(', ')
    const shown = `${list}, count(*) as rows${target ? `, ${call(target)} as v` : ''}`
    const group = chosen.map(([, name]) => name)
    const tail = having === undefined ? '' : ` having count(*) > ${having}`
    return {
      main,
      config: {
        ...{ joins, aggregates, filters: [...filters, ...more], group_by: group, limit, offset },
        columns: chosen.map(([key, name]) => `${key}:${name}`),
        sort: [{ column: 'rows', direction }],
      },
      body: `select ${shown} from ${from}${where} group by ${group.join(', ')}${tail}`,
      order: `order by rows ${direction}, ${chosen.map(([key]) => `${key} ${direction}`).join(', ')} ${page}`,
    }
  }
  const chosen = keyed(some(names, 4))
  if (chosen.length === 0) chosen.push(['c0', pick(names)])
  const list = chosen.map(([key, name]) => `${name} as ${key}`).join(', ')
  const distinct = random(2) === 0
  const ids = sources.map(({ name }, i) => `${name}.id as id${i}`)
  const shown = distinct ? `distinct ${list}` : `${list}, ${ids.join(', ')}`
  const ties = distinct
    ? chosen.map(([key]) => key)
    : [chosen[0]?.[0] as string, ...ids.map((_, i) => `id${i}`)]
  return {
    main,
    config: {
      ...{ joins, filters, limit, offset, distinct },
      columns: chosen.map(([key, name]) => `${key}:${name}`),
      sort: [{ column: 'c0', direction }],
    },
    body: `select ${shown} from ${from}${where}`,
    order: `order by ${ties.map((key) => `${key} ${direction}`).join(', ')} ${page}`,
    hidden: distinct ? [] : ids.map((_, i) => `id${i}`),
  }
}

test(`${ROUNDS} random configs give what SQL by hand gives`, async () => {
  const { data, schema } = library
  const live = Object.keys(LINKS).map(
    (table) => `live_${table} as (select * from ${schema}.${table} where deleted_at isnull)`,
  )
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { main, config, body, order, hidden = [] } = build()
    const what = `${JSON.stringify({ table_slug: main, config })}\n${body} ${order}`
    const answer = await library.ask(main, config)
    expect(answer.status, `${what}\n${answer.text}`).toBe(200)
    const [expected] = await data.admin(
      `with ${live.join(', ')}, whole as (${body}) select
        (select coalesce(json_agg(to_jsonb(z) - $1::text[]), '[]') from (select * from whole ${order}) z) as rows,
        (select count(*)::int from whole) as total`,
      [hidden],
    )
    // As JSON.parse reads them, as it has read the answer: the administrator's connection keeps all digits.
    expect(answer.data.rows, what).toEqual(JSON.parse(JSON.stringify(expected?.rows)))
    expect(answer.data.total, what).toBe(expected?.total)
    found += answer.data.rows.length
  }
  expect(found).toBeGreaterThan(ROUNDS)
})
