// POST /query/run: what each part of the config does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type Library, openLibrary } from '#test/library.ts'

let app: TestApp
let library: Library
const titles = async (config: object) =>
  (await library.rows('books', { columns: ['title'], sort: [{ column: 'title' }], ...config })).map(
    ({ title }) => title,
  )

beforeAll(async () => {
  app = await startTestApp()
  library = await openLibrary(app)
})
afterAll(() => app.stop())

describe('columns and pages', () => {
  test('an empty config gives all columns of the newest fifty, without the deleted', async () => {
    const { status, data } = await library.ask('books', {})
    expect(status).toBe(200)
    expect(data.total).toBe(4)
    expect(data.columns).toEqual(expect.arrayContaining(['id', 'title', 'author_id', 'created_at']))
    expect(Object.keys(data.rows[0])).toEqual(data.columns)
    expect(data.rows.map((row: { title: string }) => row.title)).not.toContain('Deleted')
    expect((await library.ask('books')).data).toEqual(data)
  })

  test('limit and offset cut; total tells of all', async () => {
    const page = (limit: number, offset: number) =>
      library.ask('books', { columns: ['title'], sort: [{ column: 'title' }], limit, offset })
    const first = (await page(3, 0)).data
    expect([first.rows.length, first.total]).toEqual([3, 4])
    const second = (await page(3, 3)).data
    expect([second.rows, second.total]).toEqual([[{ title: 'Petals of Blood' }], 4])
    expect((await page(3, 50)).data).toMatchObject({ rows: [], total: 4 })
    expect((await page(4, 0)).data.total).toBe(4)
  })

  test('aliases, stars, json paths, and what shares a name', async () => {
    const { data } = await library.ask('books', {
      columns: [
        't:title',
        'books.id',
        'authors.id',
        'authors.name',
        'meta_colour:books.meta->>colour',
        'authors.meta->born->year',
      ],
      joins: [{ type: 'LEFT JOIN', table: 'authors', from_column: 'author_id', to_column: 'id' }],
      filters: [{ column: 'title', operator: 'eq', value: 'Paradise' }],
    })
    expect(data.columns).toEqual(['t', 'id', 'authors.id', 'name', 'meta_colour', 'year'])
    expect(data.rows).toEqual([
      expect.objectContaining({ t: 'Paradise', name: 'Gurnah', meta_colour: 'P', year: 1948 }),
    ])
    const all = await library.ask('books', {
      columns: ['authors.*', 'title'],
      joins: [{ table: 'authors', on: 'authors.id = books.author_id' }],
    })
    expect(all.data.columns.slice(0, 2)).toEqual(['id', 'name'])
    expect(all.data.columns.at(-1)).toBe('title')
  })

  test('distinct', async () => {
    const { data } = await library.ask('books', { columns: ['n'], distinct: true, limit: 2 })
    expect(data).toMatchObject({ rows: [{ n: 1 }, { n: 2 }], total: 3 })
    const sorted = { columns: ['n'], distinct: true, sort: [{ column: 'n', direction: 'DESC' }] }
    expect(await library.rows('books', sorted)).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }])
  })
})

describe('filters', () => {
  const P = 'Paradise'
  test.each<[string, object[], string[]]>([
    ['=', [{ column: 'title', operator: '=', value: P }], [P]],
    ['eq on a qualified name', [{ column: 'books.title', operator: 'eq', value: P }], [P]],
    ['!=', [{ column: 'n', operator: '!=', value: 2 }], ['Afterlives', P]],
    ['gte with a text', [{ column: 'price', operator: 'gte', value: '12.50' }], ['Afterlives', P]],
    ['<', [{ column: 'price', operator: '<', value: 9.99 }], ['Anonymous']],
    ['like', [{ column: 'title', operator: 'LIKE', value: 'P%' }], [P, 'Petals of Blood']],
    ['not like', [{ column: 'title', operator: 'NOT LIKE', value: 'P%' }], ['Afterlives', 'Anonymous']],
    ['ilike on a number', [{ column: 'n', operator: 'ilike', value: 3 }], [P]],
    ['in', [{ column: 'n', operator: 'in', values: [1, '3'] }], ['Afterlives', P]],
    ['in with value', [{ column: 'title', operator: 'IN', value: [P, 'a,b"\\'] }], [P]],
    ['in nothing', [{ column: 'n', operator: 'in', values: [] }], []],
    ['not.in', [{ column: 'n', operator: 'not.in', values: [2] }], ['Afterlives', P]],
    ['is.null', [{ column: 'author_id', operator: 'is.null' }], ['Anonymous']],
    ['IS NOT NULL', [{ column: 'author_id', operator: 'IS NOT NULL' }], ['Afterlives', P, 'Petals of Blood']],
    ['not.is.null', [{ column: 'author_id', operator: 'not.is.null' }], ['Afterlives', P, 'Petals of Blood']],
    ['a json path', [{ column: 'meta->>colour', operator: 'eq', value: 'A' }], ['Afterlives', 'Anonymous']],
    ['a jsonb text', [{ column: 'meta->colour', operator: 'eq', value: 'P' }], [P, 'Petals of Blood']],
    ['fts', [{ column: 'title', operator: 'fts(english)', value: 'petal' }], ['Petals of Blood']],
  ])('%s', async (_name, filters, expected) => {
    expect(await titles({ filters })).toEqual(expected)
  })

  test('AND binds tighter than OR, from left to right', async () => {
    const [paradise, n2, cheap] = [
      { column: 'title', operator: 'eq', value: P },
      { column: 'n', operator: 'eq', value: 2, logic: 'OR' },
      { column: 'price', operator: 'lt', value: 6, logic: 'and' },
    ]
    expect(await titles({ filters: [paradise, n2, cheap] })).toEqual(['Anonymous', P])
    expect(await titles({ filters: [n2, cheap, { ...paradise, logic: 'OR' }] })).toEqual(['Anonymous', P])
    expect(await titles({ filters: [{ ...cheap, logic: 'OR' }, n2] })).toEqual([
      'Anonymous',
      'Petals of Blood',
    ])
  })
})

describe('joins', () => {
  const pairs = async (joins: object[], more = {}) =>
    (
      await library.rows('books', {
        columns: ['title', 'authors.name'],
        joins,
        sort: [{ column: 'title' }, { column: 'authors.name' }],
        ...more,
      })
    ).map(({ title, name }) => `${title}/${name}`)
  const inner = ['Afterlives/Gurnah', 'Paradise/Gurnah', 'Petals of Blood/Ngũgĩ']
  const on = 'books.author_id = authors.id'

  test.each([
    [{ table: 'authors', on }, inner],
    [{ type: 'join', table: 'authors', on: '"authors".id = author_id' }, inner],
    [{ type: 'INNER JOIN', table: 'authors', from_column: 'author_id', to_column: 'id' }, inner],
    [{ type: 'left', table: 'authors', on }, ['Afterlives/Gurnah', 'Anonymous/null', ...inner.slice(1)]],
    [{ type: 'RIGHT JOIN', table: 'authors', on }, [...inner, 'null/Nobody']],
    [
      { type: 'FULL OUTER JOIN', table: 'authors', on },
      ['Afterlives/Gurnah', 'Anonymous/null', ...inner.slice(1), 'null/Nobody'],
    ],
  ])('%j', async (join, expected) => {
    expect(await pairs([join])).toEqual(expected)
  })

  test('all pairs', async () => {
    const { data } = await library.ask('books', {
      joins: [{ type: 'CROSS JOIN', table: 'authors' }],
      limit: 5,
    })
    expect([data.total, data.rows.length]).toEqual([12, 5])
  })

  test('by the only relationship, through several tables', async () => {
    const config = {
      columns: ['reviews.body', 'books.title', 'authors.name'],
      joins: [{ table: 'books' }, { table: 'authors', from_column: 'books.author_id', to_column: 'id' }],
      sort: [{ column: 'body' }],
    }
    expect(await library.rows('reviews', config)).toEqual([
      { body: 'fine', title: 'Petals of Blood', name: 'Ngũgĩ' },
      { body: 'good', title: 'Paradise', name: 'Gurnah' },
      { body: 'so so', title: 'Paradise', name: 'Gurnah' },
    ])
  })

  test('one table twice, and a table with itself', async () => {
    const twice = {
      columns: ['title', 'author:authors.name', 'editor:editors.name'],
      joins: [
        { table: 'authors', on },
        { table: 'authors', alias: 'editors', on: 'editors.id = books.editor_id' },
      ],
      filters: [{ column: 'editors.name', operator: 'eq', value: 'Nobody' }],
    }
    expect(await library.rows('books', twice)).toEqual([
      { title: 'Afterlives', author: 'Gurnah', editor: 'Nobody' },
    ])
    const itself = {
      columns: ['name', 'manager:boss.name'].map((name) => name.replace(/^name/, 'people.name')),
      joins: [{ type: 'LEFT JOIN', table: 'people', alias: 'boss', on: 'boss.id = people.manager_id' }],
      sort: [{ column: 'people.name' }],
    }
    expect(await library.rows('people', itself)).toEqual([
      { name: 'Anna', manager: 'Boss' },
      { name: 'Ben', manager: 'Boss' },
      { name: 'Boss', manager: null },
    ])
  })

  test('a deleted partner is none', async () => {
    const config = {
      columns: ['authors.name', 'title'],
      joins: [
        {
          type: 'LEFT JOIN',
          table: 'books',
          on: 'books.author_id = authors.id AND books.title = authors.name',
        },
      ],
    }
    expect((await library.rows('authors', config)).map(({ title }) => title)).toEqual([null, null, null])
    const left = await library.rows('authors', {
      columns: ['title'],
      joins: [{ type: 'LEFT JOIN', table: 'books', on: 'books.author_id = authors.id' }],
    })
    expect(left).not.toContainEqual({ title: 'Deleted' })
  })
})

describe('aggregates', () => {
  test('each function', async () => {
    const [row] = await library.rows('books', {
      aggregates: [
        { fn: 'COUNT' },
        { fn: 'count', column: 'author_id', alias: 'with_author' },
        { fn: 'COUNT DISTINCT', column: 'n' },
        { fn: 'SUM', column: 'price' },
        { fn: 'AVG', column: 'n', alias: 'mean' },
        { fn: 'MIN', column: 'title' },
        { fn: 'MAX', column: 'price' },
        { fn: 'ARRAY_AGG', column: 'n' },
        { fn: 'STRING_AGG', column: 'title', separator: "'; " },
        { fn: 'string_agg', column: 'n', alias: 'ns' },
      ],
    })
    expect(row).toEqual({
      ...{ count: 4, with_author: 3, count_distinct_n: 3, sum_price: 47.49, mean: 2 },
      ...{ min_title: 'Afterlives', max_price: 20, array_agg_n: [1, 2, 2, 3], ns: '1,2,2,3' },
      string_agg_title: "Afterlives'; Anonymous'; Paradise'; Petals of Blood",
    })
  })

  test('groups, filters on them, their order, and their number', async () => {
    const config = {
      columns: ['authors.name'],
      joins: [{ type: 'LEFT JOIN', table: 'authors', from_column: 'author_id', to_column: 'id' }],
      aggregates: [
        { fn: 'COUNT', alias: 'books' },
        { fn: 'SUM', column: 'price', alias: 'worth' },
      ],
      group_by: ['authors.name'],
      sort: [{ column: 'worth', direction: 'desc' }],
    }
    const { data } = await library.ask('books', { ...config, limit: 1 })
    expect(data).toMatchObject({
      columns: ['name', 'books', 'worth'],
      rows: [{ name: 'Gurnah', books: 2, worth: 32.5 }],
      total: 3,
    })
    const having = [
      { column: 'books', operator: '>=', value: 1 },
      { column: 'worth', operator: 'lt', value: 10 },
      { column: 'n', operator: 'gt', value: 0 },
    ]
    expect(await library.rows('books', { ...config, filters: having })).toEqual([
      { name: 'Ngũgĩ', books: 1, worth: 9.99 },
      { name: null, books: 1, worth: 5 },
    ])
    const either = [
      { column: 'books', operator: 'eq', value: 2 },
      { column: 'worth', operator: 'eq', value: 5, logic: 'OR' },
    ]
    expect((await library.rows('books', { ...config, filters: either })).map(({ name }) => name)).toEqual([
      'Gurnah',
      null,
    ])
  })

  test('groups by a place in json, and distinct groups', async () => {
    const config = {
      columns: ['letter:meta->>colour'],
      group_by: ['meta->>colour'],
      aggregates: [{ fn: 'STRING_AGG', column: 'title', alias: 'all' }],
      filters: [{ column: 'all', operator: 'ilike', value: '%lives%' }],
      sort: [{ column: 'letter' }],
      distinct: true,
    }
    expect(await library.rows('books', { ...config, filters: [], limit: 1 })).toEqual([
      { letter: 'A', all: 'Afterlives,Anonymous' },
    ])
    expect(await library.rows('books', config)).toEqual([{ letter: 'A', all: 'Afterlives,Anonymous' }])
  })

  test('one row of all is one row, whatever the limit', async () => {
    const { data } = await library.ask('books', { aggregates: [{ fn: 'COUNT' }], limit: 1 })
    expect(data).toMatchObject({ rows: [{ count: 4 }], total: 1 })
    const none = { aggregates: [{ fn: 'COUNT' }], filters: [{ column: 'count', operator: 'gt', value: 9 }] }
    expect((await library.ask('books', { ...none, limit: 1 })).data).toMatchObject({ rows: [], total: 0 })
  })
})

test('big integers come back digit by digit', async () => {
  await library.data.table('ledger', { amount: 'bigint' })
  await library.data.call('POST', '/data/ledger', {
    raw: '{"amount":9007199254740993}',
    headers: { 'content-type': 'application/json' },
  })
  const raw =
    '{"table_slug":"ledger","config":{"columns":["amount"],"filters":[{"column":"amount","operator":"eq","value":9007199254740993}]}}'
  const { text } = await app.api('POST', `/projects/${library.project.id}/query/run`, {
    key: library.project.secret,
    raw,
    headers: { 'content-type': 'application/json' },
  })
  expect(text).toContain('"rows":[{"amount":9007199254740993}],"total":1')
})

test('what changes in the tables is seen by the next query', async () => {
  const { data, rows, ask, project } = library
  const table = await data.table('changing', { one: 'text' })
  await data.insert('changing', { one: 'x' })
  const path = `/projects/${project.id}/tables/${table.id}/columns`
  const owner = { token: project.token }
  expect(Object.keys((await rows('changing', {}))[0] ?? {})).not.toContain('two')
  const added = await app.api('POST', path, {
    ...owner,
    body: { name: 'two', data_type: 'integer', default_value: 2 },
  })
  expect(added.status).toBe(201)
  expect(await rows('changing', {})).toEqual([expect.objectContaining({ one: 'x', two: 2 })])
  const two = { columns: ['two'] }
  expect(await rows('changing', two)).toEqual([{ two: 2 }])
  expect((await app.api('DELETE', `${path}/${added.data.id}`, owner)).status).toBeLessThan(300)
  expect((await ask('changing', two)).status).toBe(400)
})
