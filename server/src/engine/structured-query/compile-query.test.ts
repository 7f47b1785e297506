// What plans of queries look like in SQL. The tests of the module run them.

import { beforeAll, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { FilterError } from '#engine/request/operands.ts'
import { relationsOf, type SchemaShape } from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { compileQuery, queryForReading } from './compile-query.ts'
import { parseQuery } from './parse-query.ts'
import type { QueryConfig } from './query-config.ts'

beforeAll(() => loadParser())

const TYPES: Record<string, ColumnShape['data_type']> = { n: 'integer', meta: 'jsonb', kind: 'enum' }
const table = (slug: string, names: readonly string[], soft_delete = true): TableShape => ({
  ...{
    id: slug,
    schema: 's',
    slug,
    version: `v-${slug}`,
    read_only: false,
    owner_column: undefined,
    soft_delete,
  },
  columns: new Map(
    ['id', ...names].map((name) => {
      const data_type = TYPES[name] ?? (name.endsWith('id') ? 'uuid' : 'text')
      return [name, { name, data_type, required: false, has_default: false, enum_values: ['a'] }]
    }),
  ),
})
const books = table('books', ['title', 'n', 'meta', 'kind', 'author_id'])
const authors = table('authors', ['name', 'kind'])
const users = table('users', ['email'], false)
const link = { name: 'author', from_table: 'books', from_column: 'author_id', to_table: 'authors' }
const schema: SchemaShape = {
  tables: new Map([books, authors, users].map((one) => [one.slug, one])),
  relations: relationsOf([{ ...link, to_column: 'id', single: false }]),
}
const plan = (config: QueryConfig) => parseQuery(schema, 'books', config)

const ROWS = `'[' || coalesce(string_agg(row_to_json(p$)::text, ','), '') || ']'`
const statement = (page: string, all: string, last: string, offset: number, versions: string) =>
  `select case when octet_length(l$.rows) <= 67108864 then l$.rows end, ` +
  `case when ${last} then ${offset} + l$.count else (select count(*) from (${all}) c$) end ` +
  `from (select ${ROWS} as rows, count(*) as count from (${page}) p$) l$ --${versions}`

test('one table: the page and the count share their conditions and parameters', () => {
  const config = {
    columns: ['title'],
    filters: [{ column: 'n', operator: '>', value: 5 }],
    limit: 7,
    offset: 3,
  }
  const rows = '\nfrom "s"."books" "books"\nwhere "books".deleted_at is null and "books"."n" > $1'
  const page = `select "books"."title" as "title"${rows}\norder by "books"."id" asc\nlimit 7 offset $2`
  expect(compileQuery(plan(config))).toEqual({
    text: statement(page, `select${rows}`, 'l$.count < 7 and l$.count > 0', 3, 'v-books'),
    values: ['5', '3'],
  })
})

test('deleted rows are left out before tables are joined', () => {
  const text = queryForReading(
    plan({
      columns: ['books.title', 'authors.name'],
      joins: [
        { type: 'LEFT JOIN', table: 'authors' },
        { type: 'FULL', table: 'users', alias: 'u', on: 'u.email = authors.name AND u.id = books.author_id' },
        { type: 'cross join', table: 'authors', alias: 'o' },
        { table: 'books', alias: 'b', from_column: 'authors.kind', to_column: 'kind' },
      ],
    }),
  )
  const live = (slug: string, alias: string) =>
    `(select * from "${slug}" d$ where d$.deleted_at is null) "${alias}"`
  expect(text).toBe(
    [
      'select "books"."title" as "title", "authors"."name" as "name"',
      `from ${live('books', 'books')}`,
      `left join ${live('authors', 'authors')} on "books"."author_id" = "authors"."id"`,
      'full join "users" "u" on "authors"."name" = "u"."email" and "books"."author_id" = "u"."id"',
      `cross join ${live('authors', 'o')}`,
      `inner join ${live('books', 'b')} on "authors"."kind"::text = "b"."kind"::text`,
      'order by "books"."id" asc, "authors"."id" asc, "u"."id" asc, "o"."id" asc, "b"."id" asc',
      'limit 50',
    ].join('\n'),
  )
})

test('what stands twice has one parameter, so that PostgreSQL knows it again', () => {
  const { text, values } = compileQuery(
    plan({
      columns: ['meta->>k'],
      group_by: ['meta->>k'],
      aggregates: [{ fn: 'STRING_AGG', column: 'title', separator: ';', alias: 'all' }],
      filters: [
        { column: 'all', operator: 'eq', value: 'x' },
        { column: 'meta->>k', operator: 'neq', value: 'y' },
      ],
    }),
  )
  const path = '("books"."meta" ->> $1::text)'
  const all = 'string_agg("books"."title"::text, $2::text order by "books"."title"::text)'
  expect(text).toContain(`select ${path} as "k", ${all} as "all"\n`)
  expect(text).toContain(
    `where "books".deleted_at is null and ${path} <> $3\ngroup by ${path}\nhaving ${all} = $4\norder by ${path} asc\n`,
  )
  expect(values).toEqual(['k', ';', 'y', 'x'])
})

test('all rows of one group are one row', () => {
  const { text } = compileQuery(plan({ aggregates: [{ fn: 'count' }], limit: 1 }))
  expect(text).toContain('else (select count(*) from (select count(*)\nfrom "s"."books"')
})

test('OR joins groups of AND; conditions on aggregates stand behind HAVING', () => {
  const filter = (column: string, logic = 'AND') => ({ column, operator: 'eq', value: 1, logic })
  const group = { group_by: ['n'], aggregates: [{ fn: 'count', alias: 'c' }] }
  const either = queryForReading(plan({ filters: [filter('n', 'OR'), filter('n'), filter('n', 'or')] }))
  const one = `"books"."n" = '1'`
  expect(either).toContain(`where "books".deleted_at is null and ((${one} and ${one}) or (${one}))\n`)
  const both = queryForReading(plan({ ...group, filters: [filter('c'), filter('n')] }))
  expect(both).toContain(`where "books".deleted_at is null and "books"."n" = '1'\n`)
  expect(both).toContain(`having count(*) = '1'\n`)
  expect(() => plan({ ...group, filters: [filter('c'), filter('n', 'OR')] })).toThrow(FilterError)
})

test('a deep offset chooses ids first, where rows are those of one table', () => {
  const rows = '\nfrom "s"."books" "books"\nwhere "books".deleted_at is null'
  const order = '\norder by "books"."id" asc'
  expect(compileQuery(plan({ columns: ['title'], offset: 1000 })).text).toContain(
    `(select "books"."title" as "title"\nfrom (select "books".id${rows}${order}\nlimit 50 offset $1) k$ ` +
      `join "s"."books" "books" on "books".id = k$.id${order}) p$`,
  )
  expect(compileQuery(plan({ group_by: ['n'], offset: 1000 })).text).not.toContain('k$')
})
