// What must never pass, by its text alone: frames broken out of, other statements, too much of anything.

import { beforeAll, describe, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { refusalOf } from './tables.fixture.ts'

beforeAll(loadParser)

const deep = (open: string, close: string, times: number) =>
  `${open.repeat(times)}active${close.repeat(times)}`

type Group = readonly [name: string, message: RegExp, ...sources: string[]]

const ATTACKS: readonly Group[] = [
  ['nothing at all', /empty|ends too early/, '', ' ', '\n\t'],
  [
    'stacked statements',
    /semicolon|closing parenthesis|expected|one expression/,
    'true; drop table posts',
    'true) ; drop table posts; select (true',
    'true);',
    ';',
    'active;active',
  ],
  [
    'breaking out of the frame',
    /closing parenthesis/,
    'true) union select (true',
    'true) or (true',
    'true)',
    '(true',
    'true) from pg_class where (true',
    'true), (select passwd from pg_shadow',
    'true) as x into evil from (values (1)) v(y) where (true',
    "active and title = ')' )",
  ],
  [
    'comments',
    /comments|unterminated|closing/,
    'active -- and owner_id = auth.uid()',
    '-- nothing',
    'active /* and */',
    '/* /* nested */ */ active',
    'active) -- ',
    'active /*',
    'active --\n and hidden',
  ],
  [
    'quotes of other kinds',
    /quotes other|Unicode escapes|bit strings|unterminated|syntax|invalid byte|zero-length/i,
    'title = $$x$$',
    'title = $tag$x$tag$',
    "title = E'\\x41'",
    "title = e'\\000'",
    "title = U&'\\0061'",
    'U&"\\0061ctive"',
    'u&"activ!0065" UESCAPE \'!\'',
    "title = B'1'",
    "title = x'1f'",
    "title = 'open",
    '"active',
    '""',
  ],
  [
    'NUL, halves of characters and parameters',
    /NUL|well-formed|parameter/,
    'active\0',
    "title = '\x01'",
    "title = '\b'",
    "title = 'a\0b'",
    "title = '\ud800'",
    'title = $1',
  ],
  [
    'size',
    /at most/,
    `title = '${'x'.repeat(10_000)}'`,
    `quantity in (${'1,'.repeat(1_500)}1)`,
    deep('(', ')', 65),
    deep('(', ')', 4_000),
    deep('not ', '', 65),
    deep('not ', '', 1_999),
    `- ${'- '.repeat(1_990)} quantity = 1`,
    `quantity${'+1'.repeat(990)} = 1`,
    `quantity${'::int'.repeat(900)} = 1`,
    `${'array['.repeat(300)}1${']'.repeat(300)} is null`,
    `${'lower('.repeat(100)}title${')'.repeat(100)} = 'a'`,
    deep('case when active then ', ' end', 70),
    `quantity in (${'(select '.repeat(70)}1${')'.repeat(70)})`,
    `exists (select 1 from ${Array.from({ length: 9 }, (_, index) => `teams a${index}`).join(', ')})`,
  ],
  [
    'text that doubles with each level',
    /too complex/,
    Array.from({ length: 20 }).reduce<string>((inner) => `(${inner}) between false and true`, 'active'),
    Array.from({ length: 20 }).reduce<string>((inner) => `nullif(${inner}, false)`, 'active'),
    Array.from({ length: 20 }).reduce<string>((inner) => `(${inner}) is distinct from hidden`, 'active'),
    Array.from({ length: 8 }).reduce<string>(
      (inner) =>
        `(case ${inner} when true then false when false then true when hidden then active when active then hidden end)`,
      'active',
    ),
  ],
  [
    'statements instead of an expression',
    /expression, not a statement/,
    'select true',
    'select * from posts',
    'with x as (select 1) select true',
    'values (true)',
    'table teams',
  ],
]

describe.each(ATTACKS.map(([name, message, ...sources]) => ({ name, message, sources })))(
  '$name',
  ({ message, sources }) => {
    test.each(sources)('%j is refused', (source) => {
      const refusal = refusalOf(source)
      expect(refusal).toBeInstanceOf(SqlError)
      expect(refusal?.message).toMatch(message)
    })
  },
)
