// What a refusal tells: the place, the names it may have meant, and nothing that harms the next condition.

import { beforeAll, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { compileCondition } from './condition.ts'
import { LOCATED_REFUSALS } from './located-refusals.fixture.ts'
import { POSTS, refusalOf, scopeOf } from './tables.fixture.ts'

beforeAll(loadParser)

test.each(LOCATED_REFUSALS)('the refusal of %j points at its cause', (source, rest) => {
  const refusal = refusalOf(source)
  expect(refusal).toBeInstanceOf(SqlError)
  const position = refusal?.position
  expect(position === undefined ? '' : source.slice(position)).toBe(rest)
})

test.each([
  ['stats = 1', 'unknown column stats in posts. Did you mean status?'],
  ['posts.titel is null', 'unknown column titel in posts. Did you mean title?'],
  ['zzzzzz is null', 'unknown column zzzzzz in posts'],
  ['lowr(title) is null', 'function lowr is not allowed in a condition. Did you mean lower or floor or now?'],
  ['pg_sleep(1) is null', 'function pg_sleep is not allowed in a condition'],
  ["status = 'publishd'", "'publishd' is not a value of status: draft, published, it's"],
  ["owner_id = auth.claim('sub')", 'cannot compare uuid with text: cast one of them'],
  ['title', 'a condition must be true or false, not text'],
  [
    'exists (select 1 from memberships m where m.team_id = team_id)',
    "this compares m.team_id with itself: write posts.team_id for the policy's table",
  ],
])('%j is refused in plain words', (source, message) => {
  expect(refusalOf(source)?.message).toBe(message)
})

test('a refusal harms no condition after it', () => {
  for (const source of ['(', "'", '/*', '- '.repeat(1_990), 'pg_sleep(1)', '\0'])
    expect(refusalOf(source)).toBeDefined()
  expect(compileCondition('active', scopeOf(POSTS)).sql).toBe('("posts"."active")')
})
