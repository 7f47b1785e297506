// Where statements of SQL begin and end, and which of them write.
import { expect, test } from 'vitest'
import { partsOf } from '../src/screens/sql/editor/read-sql.ts'

test.each([
  ['select 1; select 2', ['q1:1 select 1', 'q1:11 select 2']],
  [
    "select ';', E'\\';', \";\", $a$;$a$ -- ;\n/* ; */;",
    ["q1:1 select ';', E'\\';', \";\", $a$;$a$ -- ;\n/* ; */"],
  ],
  ['select $1;select $2', ['q1:1 select $1', 'q1:11 select $2']],
  [' ;; -- nothing\n', []],
  [
    '-- first\ninsert into a values (1);\ndelete from a;\n  table a',
    ['w2:1 insert into a values (1);\ndelete from a', 'q4:3 table a'],
  ],
  [
    'with n as (select 1) select 1 from n; with n as (select 1) update a set b = 1',
    ['q1:1 with n as (select 1) select 1 from n', 'w1:39 with n as (select 1) update a set b = 1'],
  ],
  [
    'create function f() begin atomic select case when true then 1 end; select 2; end; select 3',
    [
      'w1:1 create function f() begin atomic select case when true then 1 end; select 2; end',
      'q1:83 select 3',
    ],
  ],
  ["select 'open; select 2", ["q1:1 select 'open; select 2"]],
])('splits %j into what runs at once', (sql, expected) => {
  const parts = partsOf(sql).map(
    ({ sql, line, column, writes }) => `${writes ? 'w' : 'q'}${line}:${column} ${sql}`,
  )
  expect(parts).toEqual(expected)
})
