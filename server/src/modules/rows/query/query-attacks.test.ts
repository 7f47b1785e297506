// Configs that ask for what is not there, cannot be, or is meant to break out: each a 400 that names what is wrong.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type Library, openLibrary } from '#test/library.ts'

let app: TestApp
let library: Library

beforeAll(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
})
afterAll(async () => {
  expect((await library.ask('books', {})).data.total).toBe(4)
  await app.stop()
})

const authors = { table: 'authors', on: 'books.author_id = authors.id' }
const NASTY = [
  `x"; drop table books; --`,
  `title" from books; select 1 --`,
  `title'); delete from books --`,
  'title\0',
  '$1',
  't$.title',
  'l$.rows',
  '__proto__',
  'constructor',
  'books.books.title',
  'pg_catalog.pg_class',
  '(select 1)',
  'current_user',
  'xmin',
  'ctid',
  'tableoid',
  ''.padEnd(100, 'x'),
]

const filter = (more: object) => ({ filters: [{ column: 'n', operator: 'eq', value: 1, ...more }] })
const join = (more: object) => ({ joins: [{ table: 'authors', ...more }] })
const on = (text: string) => join({ on: text })

const REFUSED: readonly (readonly [config: unknown, names: string])[] = [
  ...NASTY.flatMap((name): [unknown, string][] => [
    [{ columns: [name] }, 'columns[0]'],
    [filter({ column: name }), 'filters[0]: column'],
    [filter({ operator: name }), 'filters[0]: operator'],
    [{ sort: [{ column: name }] }, 'sort[0]: column'],
    [{ group_by: [name] }, 'group_by[0]'],
    [{ aggregates: [{ fn: name, column: 'n' }] }, 'aggregates[0]: fn'],
    [{ aggregates: [{ fn: 'SUM', column: name }] }, 'aggregates[0]: column'],
    [join({ table: name }), 'joins[0]: table'],
    [join({ type: name }), 'joins[0]: type'],
    [join({ from_column: name, to_column: 'id' }), 'joins[0]: from_column'],
    [join({ from_column: 'author_id', to_column: name }), 'joins[0]: to_column'],
    [on(name), 'joins[0]: on'],
  ]),
  ...NASTY.filter(
    (name) => !/^(?:__proto__|constructor|current_user|xmin|ctid|tableoid)$/.test(name),
  ).flatMap((alias): [unknown, string][] => [
    [{ aggregates: [{ fn: 'COUNT', alias }] }, 'aggregates[0]'],
    [join({ ...authors, alias }), 'joins[0]: alias'],
    [{ columns: [`${alias}:title`] }, 'columns[0]'],
  ]),
  [{ columns: ['colour'] }, 'there is no column colour in books. There are id, title, n, price'],
  [{ columns: ['authors.name'] }, 'the query has no table authors. There is only books'],
  [{ columns: ['title->>x'] }, 'only those are looked into'],
  [{ columns: ['id'], joins: [authors] }, 'id is in several tables; write one of books.id, authors.id'],
  [{ columns: ['a:n', 'a:title'] }, 'two are called a'],
  [{ columns: [], aggregates: [{ fn: 'COUNT' }, { fn: 'COUNT' }] }, 'called count'],
  [{ columns: ['title'], aggregates: [{ fn: 'COUNT' }] }, 'books.title must be in group_by'],
  [{ columns: ['title'], group_by: ['n'] }, 'books.title must be in group_by'],
  [{ columns: Array(501).fill('n') }, 'at most 500'],
  [{ group_by: ['raw'] }, 'json column'],
  [{ columns: ['raw'], distinct: true }, 'distinct: raw'],
  [{ columns: ['title'], distinct: true, sort: [{ column: 'n' }] }, 'sorted by their own columns'],
  [{ sort: [{ column: 'raw' }] }, 'has no order'],
  [{ sort: [{ column: 'n', direction: 'up' }] }, 'sort[0]: direction'],
  [{ group_by: ['n'], sort: [{ column: 'title' }] }, 'must be in group_by'],
  [{ limit: 0 }, 'limit'],
  [{ limit: 1001 }, 'limit'],
  [{ limit: 1.5 }, 'limit'],
  [{ limit: '5' }, 'limit'],
  [{ offset: -1 }, 'offset'],
  [{ offset: 10_000_001 }, 'offset'],
  [{ distinct: 'yes' }, 'distinct'],
  [{ colums: [] }, 'Unknown field: config.colums'],
  [filter({ vale: 1 }), 'filters.0.vale'],
  [filter({ logic: 'XOR' }), 'filters[0]: logic'],
  [filter({ value: 'abc' }), 'filters[0]: n: must be a whole number'],
  [filter({ value: 2 ** 31 }), 'filters[0]: n'],
  [filter({ value: null }), 'is.null'],
  [filter({ value: undefined }), 'value'],
  [filter({ value: [1] }), 'must be a text'],
  [filter({ value: { a: 1 } }), 'must be a text'],
  [filter({ operator: 'in', value: 1 }), 'values'],
  [filter({ operator: 'in', values: [1, null] }), 'values[1]'],
  [filter({ operator: 'in', values: [[1]] }), 'must be a text'],
  [filter({ operator: 'in', values: Array(1001).fill(1) }), 'at most 1000'],
  [filter({ operator: 'fts', value: 'x' }), 'only texts'],
  [filter({ operator: 'not.not.eq' }), 'operator'],
  [filter({ column: 'title', operator: 'fts(pg_catalog)', value: 'x' }), 'text search configuration'],
  [filter({ column: 'title', operator: 'fts', value: 'a b c' }), 'joined by &'],
  [filter({ column: 'title', value: 'a\0b' }), 'NUL'],
  [filter({ column: 'title', operator: 'like', value: 'a\\' }), 'backslash'],
  [filter({ column: 'created_at', value: '2026-02-30' }), 'created_at'],
  [filter({ column: 'raw', value: {} }), 'is.null'],
  [{ filters: Array(51).fill({ column: 'n', operator: 'eq', value: 1 }) }, 'at most 50'],
  [
    {
      group_by: ['n'],
      aggregates: [{ fn: 'COUNT' }],
      filters: [
        { column: 'count', operator: 'gt', value: 1 },
        { column: 'n', operator: 'eq', value: 1, logic: 'OR' },
      ],
    },
    'OR cannot join',
  ],
  [{ aggregates: [{ fn: 'SUM' }] }, 'only COUNT'],
  [{ aggregates: [{ fn: 'SUM', column: 'title' }] }, 'no SUM'],
  [{ aggregates: [{ fn: 'AVG', column: 'meta' }] }, 'no AVG'],
  [{ aggregates: [{ fn: 'MAX', column: 'id' }] }, 'no MAX'],
  [{ aggregates: [{ fn: 'COUNT DISTINCT', column: 'raw' }] }, 'no COUNT DISTINCT'],
  [{ aggregates: [{ fn: 'STRING_AGG', column: 'title', separator: '\0' }] }, 'separator'],
  [join({}), 'several relationships lead to authors'],
  [{ joins: [{ table: 'countries' }] }, 'no relationship leads from books to countries'],
  [{ joins: [authors, authors] }, 'give this one an alias'],
  [{ joins: [{ table: 'books', on: 'books.id = books.author_id' }] }, 'alias'],
  [{ joins: Array.from({ length: 11 }, (_, i) => ({ ...authors, alias: `a${i}` })) }, 'at most 10'],
  [join({ type: 'CROSS JOIN', on: 'books.author_id = authors.id' }), 'CROSS JOIN takes neither'],
  [join({ on: 'books.author_id = authors.id', from_column: 'n', to_column: 'name' }), 'either on'],
  [join({ from_column: 'author_id' }), 'go together'],
  [join({ from_column: 'n', to_column: 'name' }), 'cannot be compared'],
  [join({ from_column: 'raw', to_column: 'meta' }), 'cannot be compared'],
  [on(''), 'several relationships'],
  [on('true'), 'joins[0]: on'],
  [on('books.author_id = authors.id or true'), 'joined by AND'],
  [on('books.author_id = authors.id and 1 = 1'), 'a.x = b.y'],
  [on('not (books.author_id = authors.id)'), 'a.x = b.y'],
  [on('books.n > authors.id'), 'a.x = b.y'],
  [on('books.n operator(pg_catalog.=) authors.id'), 'a.x = b.y'],
  [on('books.author_id::text = authors.name'), 'a.x = b.y'],
  [on('books.title = pg_sleep(1)::text'), 'a.x = b.y'],
  [on('books.author_id = any (select id from authors)'), 'a.x = b.y'],
  [on('books.author_id in (authors.id)'), 'a.x = b.y'],
  [on('(books.author_id, n) = (authors.id, n)'), 'a.x = b.y'],
  [on('books.author_id = authors.id) or (1 = 1'), 'on'],
  [on('books.author_id = authors.id; drop table books'), 'semicolon'],
  [on('books.author_id = authors.id -- x'), 'comments'],
  [on('books.author_id = books.id'), 'one of authors'],
  [on('authors.country_id = authors.id'), 'one of authors'],
  [on('books.author_id = people.id'), 'the query has no table people'],
  [on('p.books.author_id = authors.id'), 'a.x = b.y'],
  [on(`books.author_id = ${'('.repeat(70)}authors.id${')'.repeat(70)}`), 'nest'],
  [on(Array(11).fill('books.author_id = authors.id').join(' and ')), 'at most 10 equalities'],
  [null, 'config'],
  [[], 'config'],
]

test.each(REFUSED)('%j', async (config, names) => {
  const { status, body, text } = await library.ask('books', config)
  expect(status, text).toBe(400)
  expect(body.message).toContain(names)
})

test.each(['nothing', 'pg_class', 'msingi.tables', 'platform.api_keys', 'books"; --', 'bo\0oks'])(
  'there is no table %j',
  async (table) => {
    const { status, body } = await library.ask(table, {})
    expect(status).toBe(400)
    expect(body.message).toMatch(/There are authors, books|Did you mean books\?/)
  },
)

test('values are values, whatever they hold', async () => {
  const value = `'; drop table books; -- $1 \\' "`
  for (const operator of ['eq', 'neq', 'like', 'ilike', 'plfts', 'wfts', 'gt']) {
    const { status, text } = await library.ask('books', { filters: [{ column: 'title', operator, value }] })
    expect(status, text).toBe(200)
  }
  const config = {
    columns: [`meta->'; drop table books; --`],
    aggregates: [{ fn: 'STRING_AGG', column: 'title', separator: value, alias: 'all' }],
    group_by: [`meta->'; drop table books; --`],
  }
  const [row] = await library.rows('books', config)
  expect(String(row?.all).split(value)).toHaveLength(4)
})

test('ten joins at once', async () => {
  const joins = Array.from({ length: 10 }, (_, i) => ({ type: 'CROSS', table: 'books', alias: `b${i}` }))
  const { status } = await library.ask('books', {
    joins,
    columns: ['books.title'],
    limit: 5,
    filters: [
      { column: 'b0.title', operator: 'eq', value: 'Paradise' },
      { column: 'b1.title', operator: 'eq', value: 'Paradise' },
      { column: 'b2.title', operator: 'eq', value: 'Paradise' },
      { column: 'b3.title', operator: 'eq', value: 'Paradise' },
      { column: 'b4.title', operator: 'eq', value: 'Paradise' },
    ],
  })
  expect(status).toBe(200)
})
