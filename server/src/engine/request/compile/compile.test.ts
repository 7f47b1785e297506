// What plans look like in SQL. Plain requests are held to the letter: every request for rows pays for what is added.
import { describe, expect, test } from 'vitest'
import { parseGet, parseList } from '#engine/request/parse/parse-list.ts'
import type { ListPlan } from '#engine/request/plan.ts'
import { relationsOf, type SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { compile } from './compile.ts'

const table = (slug: string, version: string, names: readonly string[]): TableShape => ({
  ...{ id: slug, schema: 's', slug, version, read_only: false, soft_delete: true, owner_column: undefined },
  columns: new Map(
    ['id', ...names, 'created_at', 'deleted_at'].map((name) => [
      name,
      {
        ...{ name, required: name === 'created_at' || name === 'id', has_default: false, enum_values: [] },
        data_type: name.endsWith('_at')
          ? 'timestamp'
          : /id$/.test(name)
            ? 'uuid'
            : name === 'meta'
              ? 'jsonb'
              : 'text',
      },
    ]),
  ),
})
const books = table('books', 'b1', ['title', 'author_id', 'meta'])
const authors = table('authors', 'a1', ['name'])
const link = {
  name: 'author',
  from_table: 'books',
  from_column: 'author_id',
  to_table: 'authors',
  to_column: 'id',
}
const schema: SchemaShape = {
  tables: new Map([books, authors].map((one) => [one.slug, one])),
  relations: relationsOf([{ ...link, single: false }]),
}
const ID = '01234567-0000-4000-8000-000000000000'
const list = (of: TableShape, params: Record<string, string>) => compile(parseList(schema, of, params))

const HEAD =
  "select case when octet_length(l.rows) <= 67108864 then l.rows end, l.count, l.first, l.last, true from (select '[' || " +
  "coalesce(string_agg(row_to_json(p.j)::text, ','), '') || ']' as rows, count(*) as count, "
const place = (row: string, keys: number) => {
  const values = Array.from({ length: keys }, (_, index) => `(array_agg(p.k${index}))[${row}]::text`)
  return `json_build_array(${values.join(', ')})::text end`
}
const ends = (limit: number, keys: number, first = false) =>
  `${first ? `case when count(*) > 0 then ${place('1', keys)}` : 'null'} as first, ` +
  `case when count(*) = ${limit} then ${place('count(*)', keys)} as last from (select `
const KEYS = ', t$."created_at" as k0, t$."id" as k1'
const TAIL = ') p) l --'
const NEWEST = ' order by t$."created_at" desc, t$."id" desc limit 50'

describe('plain requests', () => {
  test('all rows', () => {
    const text = `${HEAD}${ends(50, 2)}t$ as j${KEYS} from "s"."books" t$ where t$.deleted_at is null${NEWEST}${TAIL}b1`
    expect(list(books, {})).toEqual({ text, values: [] })
  })

  test('columns, filters, order and offset', () => {
    const params = { select: 'title,id', title: 'like.a%', id: `in.(${ID})`, order: 'title', offset: '5' }
    const row = '(select r$ from (select t$."title", t$."id") r$)'
    const where = 't$.deleted_at is null and t$."title" like $1 and t$."id" = any($2)'
    const order = 'order by t$."title" asc, t$."id" asc limit 50 offset $3'
    expect(list(books, params)).toEqual({
      text: `${HEAD}${ends(50, 2, true)}${row} as j, left(t$."title"::text, 3000) as k0, t$."id" as k1 from "s"."books" t$ where ${where} ${order}${TAIL}b1`,
      values: ['a%', `{"${ID}"}`, '5'],
    })
  })

  test('one row', () => {
    expect(compile(parseGet(schema, books, ID, { select: 'title', title: 'eq.x' }))).toEqual({
      text:
        'select row_to_json((select r$ from (select t$."title") r$))::text, t$.xmin from "s"."books" t$ ' +
        'where t$.id = $1 and t$.deleted_at is null --b1',
      values: [ID],
    })
  })
})

describe('related rows are subqueries of the one statement', () => {
  test('to one, inner, with a filter', () => {
    const { text, values } = list(books, {
      select: 'title,author!inner(name)',
      'author.name': 'eq.x',
      limit: '2',
    })
    const author =
      'from "s"."authors" e1$ where e1$."id" = t$."author_id" and e1$.deleted_at is null and e1$."name" = $1'
    const shown = author.replaceAll('e1$', 'e2$').replace('$1', '$2')
    const row = `(select row_to_json((select r$ from (select e2$."name") r$)) ${shown} limit 1)`
    expect(text).toBe(
      `${HEAD}${ends(2, 2)}(select r$ from (select t$."title", ${row} as "author") r$) as j${KEYS} from "s"."books" t$ ` +
        `where t$.deleted_at is null and exists (select ${author})${NEWEST.replace('50', '2')}${TAIL}b1,a1`,
    )
    expect(values).toEqual(['x', 'x'])
  })

  test('to many, with an order and a page', () => {
    const params = { select: 'books(title)', 'books.order': 'title', 'books.limit': '3', 'books.offset': '4' }
    const rows = 'from "s"."books" e1$ where e1$."author_id" = t$."id" and e1$.deleted_at is null'
    const page = 'order by e1$."title" asc, e1$."id" asc limit 3 offset $1'
    const row = '(select r$ from (select e1$."title") r$)'
    expect(list(authors, params).text).toContain(
      `(select coalesce(json_agg(row_to_json(p.j)), '[]') from (select ${row} as j ${rows} ${page}) p) as "books"`,
    )
  })
})

test('rows through a link table are looked for by its rows, and never prepared for another table', () => {
  const tags = table('tags', 't1', ['name'])
  const tagged = table('tagged', 'l1', ['book_id', 'tag_id'])
  const ends = (slug: string) => ({ from_table: 'tagged', from_column: `${slug}_id`, to_table: `${slug}s` })
  const links = ['book', 'tag'].map((slug) => ({ name: slug, ...ends(slug), to_column: 'id', single: false }))
  const linked = {
    tables: new Map([books, tags, tagged].map((one) => [one.slug, one])),
    relations: relationsOf(links),
  }
  const { text } = compile(parseList(linked, books, { select: 'tags(name)', 'tags.order': 'name' }))
  const by = 'e2$."book_id" = t$."id" and e2$."tag_id" = e1$."id" and e2$.deleted_at is null'
  expect(text).toContain(
    `(select r$ from (select e1$."name") r$) as j from "s"."tags" e1$ where exists (select from "s"."tagged" e2$ where ` +
      `${by}) and e1$.deleted_at is null order by e1$."name" asc, e1$."id" asc limit 50) p) as "tags"`,
  )
  expect(text).toMatch(/--b1,t1,l1$/)
})

test('an order by a related row joins it once, and is never prepared for other tables', () => {
  const { text, values } = list(books, {
    select: 'title,author()',
    'author.name': 'neq.x',
    order: 'author(name).desc,author(id)',
  })
  const on = 'e1$."id" = t$."author_id" and e1$.deleted_at is null and e1$."name" <> $1'
  expect(text).toBe(
    `${HEAD}${ends(50, 3)}(select r$ from (select t$."title") r$) as j, left(e1$."name"::text, 3000) as k0, ` +
      `e1$."id" as k1, t$."id" as k2 from "s"."books" t$ left join "s"."authors" e1$ on ${on} ` +
      `where t$.deleted_at is null order by e1$."name" desc, e1$."id" asc, t$."id" desc limit 50${TAIL}b1,a1`,
  )
  expect(values).toEqual(['x'])
})

test('logic, json paths and searches hold no value', () => {
  const { text, values } = list(books, {
    or: `(title.eq."'; drop",not.and(meta->a->>0.eq.b,title.fts(english).c))`,
    select: 'x:meta->k',
  })
  expect(text).toContain(
    `(t$."title" = $1 or not (((t$."meta" -> $2::text ->> $3::integer) = $4 and ` +
      `to_tsvector('english'::regconfig, t$."title"::text) @@ to_tsquery('english'::regconfig, $5))))`,
  )
  expect(text).toContain('(select (t$."meta" -> $6::text) as "x")')
  expect(values).toEqual(["'; drop", 'a', '0', 'b', 'c', 'k'])
})

describe('pages by cursor', () => {
  const CURSOR = { side: 'after', place: { values: ['x', ID] } } as const
  const page = (order: string, cursor: ListPlan['cursor'] = CURSOR) => {
    const plan = parseList(schema, books, { order, limit: '2' }) as ListPlan
    return compile({ ...plan, cursor }).text
  }
  const live = 'from "s"."books" t$ where t$.deleted_at is null'

  test('one comparison of rows does where no value can be null', () => {
    expect(page('created_at.asc')).toContain(`${live} and (t$."created_at", t$."id") > ($1, $2) order by`)
  })

  test('rows that have a value and rows that have none are read one behind the other', () => {
    const order = 'order by t$."title" asc, t$."id" asc limit 2'
    expect(page('title')).toContain(
      `from (with s0$ as materialized (select t$.id ${live} and (t$."title", t$."id") > ($1, $2) ${order}), ` +
        `s1$ as materialized (select x$.id from (select t$.id ${live} and t$."title" is null ${order}) x$ ` +
        'limit 2 - (select count(*) from s0$)) select id from s0$ union all select id from s1$) k$ ' +
        `join "s"."books" t$ on t$.id = k$.id order by t$."title" asc, t$."id" asc)`,
    )
  })

  test('backward, ids are read in the other direction and rows in their own', () => {
    expect(page('created_at.asc', { ...CURSOR, side: 'until' })).toContain(
      `from (select t$.id ${live} and (t$."created_at", t$."id") <= ($1, $2) order by t$."created_at" desc, ` +
        `t$."id" desc limit 2) k$ join "s"."books" t$ on t$.id = k$.id order by t$."created_at" asc, t$."id" asc)`,
    )
  })

  test('a deep offset chooses ids first', () => {
    expect(list(books, { offset: '1000' }).text).toContain(
      `from (select t$.id ${live}${NEWEST} offset $1) k$ join "s"."books" t$ on t$.id = k$.id order by`,
    )
  })
})
