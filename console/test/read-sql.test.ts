// Where statements of SQL begin and end, and which of them write.
import { expect, test } from 'vitest'
import { parametersOf, partsOf, sharedText } from '../src/screens/sql/editor/read-sql.ts'

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
  ['select 1 /* a /* b */ ; */; select 2', ['q1:1 select 1 /* a /* b */ ; */', 'q1:29 select 2']],
  ['/*/ ; */ delete from a', ['w1:10 delete from a']],
  ['-- a\rdelete from a', ['w1:6 delete from a']],
  ['select $a$ $A$ ; $a$; select 2', ['q1:1 select $a$ $A$ ; $a$', 'q1:23 select 2']],
  ['select $né$ ; $né$; select 2', ['q1:1 select $né$ ; $né$', 'q1:21 select 2']],
  ['select a$b$ from t; select c$b$ from t', ['q1:1 select a$b$ from t', 'q1:21 select c$b$ from t']],
  ["select é'\\'; select re'\\'; select 3", ["q1:1 select é'\\'", "q1:14 select re'\\'", 'q1:28 select 3']],
  ["select e'a''\\'; '; select 2", ["q1:1 select e'a''\\'; '", 'q1:20 select 2']],
  ["select e'a'\n'\\'; '; select 2", ["q1:1 select e'a'\n'\\'; '", 'q2:9 select 2']],
  [
    'with d as (delete from a returning *) select 1 from d',
    ['q1:1 with d as (delete from a returning *) select 1 from d'],
  ],
  ['with n as (select 1) select update, set from n', ['q1:1 with n as (select 1) select update, set from n']],
  [
    'with n(a) as (select (1)), update as (select 2) insert into b table n',
    ['w1:1 with n(a) as (select (1)), update as (select 2) insert into b table n'],
  ],
  [
    'with n as (select 1) merge into a using n on true when matched then delete',
    ['w1:1 with n as (select 1) merge into a using n on true when matched then delete'],
  ],
])('splits %j into what runs at once', (sql, expected) => {
  const parts = partsOf(sql).map(
    ({ sql, line, column, writes }) => `${writes ? 'w' : 'q'}${line}:${column} ${sql}`,
  )
  expect(parts).toEqual(expected)
})

test.each(["'", "e'a'\n", '/*', '$a$b', '--', 'select 1;', 'begin atomic;', 'begin   ', 'with a as ('])(
  'reads %j over and over in linear time',
  (piece) => {
    const secondsFor = (times: number) => {
      const begun = process.cpuUsage()
      partsOf(piece.repeat(times))
      return process.cpuUsage(begun).user / 1e6
    }
    const few = secondsFor(10_000)
    // Noise aside: what is quadratic takes a hundred times as long.
    expect(secondsFor(100_000)).toBeLessThan(30 * few + 0.3)
  },
)

test('parameters are not in comments, however they nest', () => {
  expect(parametersOf('select :a /* /* :b */ :c */, :a::text, $x$ :d $X$ $x$, :e')).toEqual(['a', 'e'])
})

test.each([
  ['a query', 'select 1', true],
  ['what writes', 'select 1; delete from a', false],
  ['a long text', `select '${'x'.repeat(4200)}'`, false],
  ['a text that is long in an address', `select '${'é'.repeat(1000)}'`, false],
  ['half of a character', "select '\ud800'", false],
])('says whether the address may have %s', (_what, sql, may) => {
  expect(sharedText(sql)).toBe(may ? sql : undefined)
})
