// The estimate is never far below what PostgreSQL's scanner finds, and a text or a comment is one token.
import { beforeAll, expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'
import { loadParser } from './parse-sql.ts'
import { scanText } from './postgres-parser.ts'

beforeAll(() => loadParser())

test.each([
  'select 1',
  `select 'it''s', E'a\\'b', "a""b" from "t" where a = $1 and b = $2`,
  'create function f() returns int language plpgsql as $body$ begin return $$x$$ || $1; end $body$',
  `select 'a' -- a comment with ' and $$\n, 2 /* one /* within */ another ' */ + 3`,
  'select a.b::numeric(10,2) ->> 1.5e-3 from x join y using (é, ü) where z[1:2] @> array[1]',
  `select $tag$ it's $ta$ $tag$, $$ '" $$, 'open'`,
])('%s', (sql) => {
  const exact = scanText(sql).length
  const counted = countTokens(sql, 1000)
  expect(counted).toBeGreaterThanOrEqual(exact)
  expect(counted).toBeLessThan(exact * 2 + 4)
})

test('a long text is one token, and what is more than enough is not counted', () => {
  for (const text of [
    `'${"''".repeat(50_000)}'`,
    `$$${'(x)'.repeat(30_000)}$$`,
    `--${'('.repeat(90_000)}`,
    `/*${'('.repeat(90_000)}`,
  ])
    expect(countTokens(text, 1000)).toBe(1)
  expect(countTokens('('.repeat(90_000), 1000)).toBe(1001)
})
