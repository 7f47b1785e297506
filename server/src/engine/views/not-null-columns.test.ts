// Which columns of a view never hold null, by its definition.
import { beforeAll, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { notNullColumns } from './not-null-columns.ts'

beforeAll(loadParser)

const TABLES: Readonly<Record<string, ReadonlySet<string>>> = {
  books: new Set(['id', 'title']),
  authors: new Set(['id', 'name']),
}
const read = (sql: string) => [...notNullColumns(sql, (name) => TABLES[name])].sort()

test.each([
  ['a plain column', 'select id, title, price from books', ['id', 'title']],
  ['its other name', 'select b.title as called, b.price as cost from books b', ['called']],
  [
    'an inner join',
    'select b.title, a.name from books b join authors a on a.id = b.author_id',
    ['name', 'title'],
  ],
  ['several tables', 'select b.title, a.name from books b, authors a', ['name', 'title']],
  ['a left join', 'select b.title, a.name from books b left join authors a on true', ['title']],
  ['a right join', 'select b.title, a.name from books b right join authors a on true', ['name']],
  ['a full join', 'select b.title, a.name from books b full join authors a on true', []],
  [
    'a join on an optional side',
    'select c.title as c, b.title, a.name from books c left join (books b join authors a on true) on true',
    ['c'],
  ],
  ['grouping', 'select title, count(*) as n from books group by title', ['title']],
  ['grouping sets', 'select title, count(*) as n from books group by rollup (title)', []],
  ['expressions', "select title || '' as t, coalesce(title, '') as c, 1 as one from books", []],
  ['a union', 'select title from books union select null', []],
  ['a subquery', 'select t.title from (select null::text as title from books) t', []],
  ['a subquery beside a table', 'select title from books, lateral (select 1 as one) x', []],
  ['WITH of the same name', 'with books as (select null::text as title) select title from books', []],
  ['another schema', 'select title from auth.books', []],
  ['columns with other names', 'select b.title from books b(title, id)', []],
  ['a column that two tables have', 'select id from books join authors using (id)', []],
  ['the name of a join', 'select j.title from (books b left join authors a on true) as j', []],
  ['the name of a table', 'select b from books b', []],
  ['what cannot be parsed', 'select from where', []],
  ['several statements', 'select id from books; select id from books', []],
])('%s', (_, sql, expected) => expect(read(sql)).toEqual(expected))
