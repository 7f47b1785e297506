// When JavaScript decides, when it leaves one row to PostgreSQL, and when it leaves all of them.
import { beforeAll, describe, expect, test } from 'vitest'
import { type ConditionActor, compileCondition } from '#engine/conditions/condition.ts'
import { POSTS, scopeOf } from '#engine/conditions/tables.fixture.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'

beforeAll(loadParser)

const ACTOR: ConditionActor = {
  uid: '00000000-0000-4000-8000-00000000000a',
  email: 'a@example.com',
  claims: { role: 'admin', big: 1e21, list: [1], half: '\ud800', small: 1e-7, price: 1.5, nothing: null },
}

const evaluatorOf = (source: string) => compileCondition(source, scopeOf(POSTS)).evaluate
const decide = (source: string, row: Record<string, unknown> = {}, actor = ACTOR) =>
  evaluatorOf(source)?.(row, actor)

test.each([
  ['owner_id = auth.uid()', { owner_id: '00000000-0000-4000-8000-00000000000a' }, true],
  ['owner_id = auth.uid()', { owner_id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }, false],
  ['owner_id = auth.uid()', { owner_id: null }, null],
  ["status = 'published' or active", { status: 'published', active: null }, true],
  ["status = 'published' or active", { status: 'draft', active: null }, null],
  ['price * quantity < 100', { price: '33.33', quantity: 3 }, true],
  ['price * quantity < 100', { price: '33.3333333333333333334', quantity: 3 }, false],
  ['big > 9007199254740992', { big: '9007199254740993' }, true],
  ["created_at > '2026-01-31T12:00:00Z'", { created_at: '2026-01-31T12:00:00.000001+00:00' }, true],
  ["created_at > '2026-01-31T12:00:00Z'", { created_at: '2026-01-31T12:00:00Z' }, false],
  ["auth.claim('role') in ('admin', 'owner')", {}, true],
  ["auth.claim('price') = '1.5'", {}, true],
  ["auth.claim('toString') is null", {}, true],
  ["auth.claim('nothing') is null", {}, true],
  ["data ->> '__proto__' is null", { data: {} }, true],
  ['true', {}, true],
  ['null', {}, null],
])('%s on %j is %s', (source, row, expected) => {
  expect(decide(source, row)).toBe(expected)
})

test('an uppercase uid is the same user', () => {
  const actor = { ...ACTOR, uid: '00000000-0000-4000-8000-00000000000A' }
  expect(decide('owner_id = auth.uid()', { owner_id: ACTOR.uid }, actor)).toBe(true)
})

describe('only PostgreSQL can decide this row', () => {
  test.each([
    ['a column that is missing', 'active', {}],
    ['a value of another type', 'active', { active: 'true' }],
    ['a text where a number belongs', 'quantity = 1', { quantity: 'one' }],
    ['an integer that was rounded', 'big = 9007199254740992', { big: 9007199254740992 }],
    ['a fraction that was rounded', 'price = 0.3', { price: 0.1 + 0.2 }],
    ['not a number', "price > 1 or title = 'x'", { price: 'NaN', title: 'y' }],
    ['an infinite float', 'score > 1', { score: 'Infinity' }],
    ['an infinite moment', "created_at > '2026-01-01'", { created_at: 'infinity' }],
    ['a moment of another zone', "created_at > '2026-01-01'", { created_at: '2026-01-01T00:00:00+03:00' }],
    ['a day before Christ', "born < '2026-01-01'", { born: '0044-03-15 BC' }],
    ['letters beyond ASCII in lower()', "lower(title) = 'é'", { title: 'É' }],
    ['letters beyond ASCII in ILIKE', "title ilike 'e'", { title: 'É' }],
    ['a number inside json', "data ->> 'n' = '1'", { data: { n: 1 } }],
    ['an object inside json', "data ->> 'o' is null", { data: { o: {} } }],
    ['a json null that may be SQL’s', 'data is null', { data: null }],
    ['a NUL inside json', "data ->> 'k' = 'x'", { data: { k: '\0' } }],
    ['a division by zero', '10 / quantity = 1', { quantity: 0 }],
    ['a sum beyond the type', 'quantity + 1 > 0', { quantity: 2147483647 }],
    ['a text that is no number', 'title::int = 1', { title: 'x' }],
    ['a text that is no uuid', 'title::uuid = id', { title: 'x', id: null }],
    ['a pattern that ends in half an escape', 'title like body', { title: 'a', body: '\\' }],
    ['a claim written with an exponent', "auth.claim('small') = '1e-7'", {}],
    ['a large claim', "auth.claim('big') is null", {}],
    ['a list for a claim', "auth.claim('list') is null", {}],
    ['half a character in a claim', "auth.claim('half') is null", {}],
  ])('%s', (_, source, row) => {
    expect(evaluatorOf(source)).toBeTypeOf('function')
    expect(decide(source, row)).toBeUndefined()
  })

  test('a uid that is none', () => {
    expect(decide('auth.uid() is null', {}, { ...ACTOR, uid: 'me' })).toBeUndefined()
  })
})

test.each([
  'exists (select 1 from teams)',
  "created_at > now() - interval '1 day'",
  'born = current_date',
  'created_at > born',
  "status > 'draft'",
  'score * 2 > 1',
  'price / 2 > 1',
  'round(price) = 1',
  "data @> '{}'",
  "data #>> '{a}' = 'x'",
  'data = data',
  "pause = interval '1 day'",
  "address = '10.0.0.1'",
  "substr(title, 2) = 'x'",
  "title = any (string_to_array(body, ','))",
  "title::varchar(3) = 'x'",
  "concat(code) = 'x'",
  '1 / 0 = 1',
  'active or 1 / 0 = 1',
  'score = 1e400',
  'score in (1, 1e-400)',
])('only PostgreSQL can decide %s', (source) => {
  expect(evaluatorOf(source)).toBeUndefined()
})

test('null tests need no understanding of the type', () => {
  const row = { pause: '1 day', address: null, bytes: '\\x00' }
  expect(decide('pause is not null and address is null and bytes is not null', row)).toBe(true)
})
