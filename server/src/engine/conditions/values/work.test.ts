// What a condition may cost in JavaScript: beyond it PostgreSQL decides, before the work is done.

import { beforeAll, describe, expect, test } from 'vitest'
import { type ConditionActor, compileCondition } from '#engine/conditions/condition.ts'
import { POSTS, scopeOf } from '#engine/conditions/tables.fixture.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { MAX_MADE, Work } from './work.ts'

beforeAll(loadParser)

const MOST_FOR_ONE = 2_000_000
const MOST_FOR_ALL = 8_000_000
const MEGABYTE = 1_000_000
// The pattern stands nearly at each place of the text.
const NEARLY = { title: 'a'.repeat(20_000), body: `%${'a'.repeat(5_000)}_b%` }
const NOBODY: ConditionActor = { uid: null, email: null, claims: {} }

const evaluatorOf = (source: string) => {
  const { evaluate } = compileCondition(source, scopeOf(POSTS))
  if (evaluate === undefined) throw new Error(`${source} has no evaluator`)
  return evaluate
}
const called = (x: string): ConditionActor => ({ ...NOBODY, claims: { x } })

describe('is left to PostgreSQL', () => {
  const long = 'a'.repeat(MEGABYTE)
  test.each([
    ['a pattern from the row', 'title like body', NEARLY],
    ['text put together', `length(concat(${Array(20).fill('body').join()})) > 0`, { body: long }],
    ['text joined', `length(body || body || body) > 0`, { body: long }],
    ['text replaced', "length(replace(body, 'a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')) > 0", { body: long }],
    ['a long part looked for', 'strpos(body, title) > 0', { body: long, title: `b${'a'.repeat(50_000)}` }],
    [
      'a long part replaced',
      "replace(body, title, '') = ''",
      { body: long, title: `b${'a'.repeat(50_000)}` },
    ],
    ['long ends trimmed', 'btrim(body, title) = title', { body: long, title: 'a' }],
    ['a long set trimmed', 'btrim(title, body) = title', { body: long, title: 'a' }],
    [
      'counting a longer text again and again',
      `length(body) + ${Array(9).fill('length(left(body, -1))').join(' + ')} > 0`,
      { body: long },
    ],
    ['products of products', `${Array(60).fill('price').join(' * ')} > 0`, { price: '1'.repeat(150) }],
    ['a number of many digits in a text', 'title::numeric > 0', { title: '1'.repeat(5_000) }],
  ])('%s', (_, source, row) => {
    const work = new Work()
    expect(evaluatorOf(source)(row, NOBODY, work)).toBeUndefined()
    expect(work.spent).toBeLessThanOrEqual(MOST_FOR_ONE + 1_000)
  })
})

test('no text of more than a million characters is made', () => {
  const evaluate = evaluatorOf("concat(body, title) <> ''")
  const row = (title: string) => ({ body: 'a'.repeat(MAX_MADE - 1), title })
  expect(evaluate(row('b'), NOBODY)).toBe(true)
  expect(evaluate(row('bc'), NOBODY)).toBeUndefined()
})

test('what does not depend on the caller is computed once for a row', () => {
  let reads = 0
  const row = {
    title: 'x7',
    get body() {
      reads += 1
      return 'b'.repeat(100_000)
    },
  }
  const evaluate = evaluatorOf("lower(body) like '%b' and auth.claim('x') = title and length(body) > 5")
  const work = new Work()
  const answers = Array.from({ length: 1_000 }, (_, n) => evaluate(row, called(`x${n}`), work))
  expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  expect(answers).not.toContain(undefined)
  expect(reads).toBe(2)
})

test('what cannot be computed for a row is tried once for all callers', () => {
  const work = new Work()
  const evaluate = evaluatorOf("title like body and auth.claim('x') = 'x'")
  expect(evaluate(NEARLY, called('x'), work)).toBeUndefined()
  const first = work.spent
  for (let n = 0; n < 100; n += 1) expect(evaluate(NEARLY, called('x'), work)).toBeUndefined()
  expect(work.spent - first).toBeLessThan(first)
})

test('all callers of a row share a budget', () => {
  const evaluate = evaluatorOf("body like auth.claim('x')")
  const row = { body: 'a'.repeat(10_000) }
  const work = new Work()
  const answers = Array.from({ length: 5_000 }, () => evaluate(row, called('%aaab%'), work))
  expect(answers[0]).toBe(false)
  expect(answers.at(-1)).toBeUndefined()
  expect(work.spent).toBeLessThanOrEqual(MOST_FOR_ALL + 500)
  expect(evaluate(row, called('%aaab%'), new Work())).toBe(false)
})

test('twenty thousand callers of an ordinary condition stay far below it', () => {
  const evaluate = evaluatorOf(
    "status = 'published' and (owner_id = auth.uid() or title = auth.claim('x') or auth.claim('y') in ('a', 'b'))",
  )
  const work = new Work()
  const row = { status: 'published', owner_id: null, title: 'x' }
  for (let n = 0; n < 20_000; n += 1) expect(evaluate(row, called(`${n}`), work)).not.toBe(undefined)
  expect(work.spent).toBeLessThan(MOST_FOR_ALL / 4)
})
