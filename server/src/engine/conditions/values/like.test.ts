// LIKE's wildcards, and that no pattern makes matching explode.
import { expect, test } from 'vitest'
import { randomFrom } from '#engine/conditions/samples.fixture.ts'
import { likeMatcher } from './like.ts'
import { UNDECIDABLE } from './undecidable.ts'
import { Work } from './work.ts'

function matches(pattern: string, text: string): boolean {
  const work = new Work()
  work.begin(0)
  return likeMatcher(pattern)(text, work)
}

test.each([
  ['', '', true],
  ['', 'a', false],
  ['%', '', true],
  ['_', '', false],
  ['_', '😀', true],
  ['__', '😀', false],
  ['a%', 'abc', true],
  ['%c', 'abc', true],
  ['%b%', 'abc', true],
  ['a%c', 'abc', true],
  ['a%c', 'ab', false],
  ['%aab%', 'aaab', true],
  ['%a_a%b', 'xaaab', true],
  ['_%_', 'a', false],
  ['%_%_%', 'ab', true],
  ['\\%', '%', true],
  ['\\%', 'a', false],
  ['\\a', 'a', true],
  ['a\\\\%', 'a\\b', true],
  ['%\\_', 'a_', true],
  ['%\\_', 'ab', false],
  ['A', 'a', false],
])('%j against %j is %s', (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected)
})

test('a pattern that ends in half an escape is PostgreSQL’s error', () => {
  expect(() => likeMatcher('a\\')).toThrow(UNDECIDABLE)
  expect(() => likeMatcher('\\\\')).not.toThrow()
})

// Every way to divide the text among the items, the slow way.
function plainly(pattern: readonly string[], text: readonly string[]): boolean {
  const [item, ...items] = pattern
  if (item === undefined) return text.length === 0
  if (item === '%') return text.concat('').some((_, skipped) => plainly(items, text.slice(skipped)))
  if (item === '\\') return items[0] === text[0] && plainly(items.slice(1), text.slice(1))
  return text.length > 0 && (item === '_' || item === text[0]) && plainly(items, text.slice(1))
}

test('patterns of all kinds match what they match when all possibilities are tried', () => {
  const random = randomFrom(7)
  const pick = (from: readonly string[], most: number) =>
    Array.from({ length: random.below(most) }, () => random.pick(from))
  let matched = 0
  for (let round = 0; round < 20_000; round += 1) {
    const items = pick(['a', 'b', '😀', '_', '%', '%', '\\%', '\\a'], 8)
    const text = pick(['a', 'b', '😀', '%'], 9)
    const expected = plainly([...items.join('')], text)
    if (matches(items.join(''), text.join('')) !== expected)
      expect.fail(`${text.join('')} like ${items.join('')} is ${expected}`)
    if (expected) matched += 1
  }
  expect(matched).toBeGreaterThan(2_000)
})

test.each([
  ['pieces with _', `${'%a_'.repeat(200)}b`, 'a'.repeat(1_000)],
  ['many of them', `${'%a_'.repeat(2_000)}b`, 'a'.repeat(300_000)],
  ['pieces without', `%${'ab'.repeat(50)}${'%'.repeat(100)}`, 'ab'.repeat(1_000)],
])('%s are found within the work that a row may cost', (_, pattern, text) => {
  expect(matches(pattern, text)).toBe(!pattern.endsWith('b'))
})

test.each([
  ['a text that nearly matches everywhere', `%${'a'.repeat(1_000)}_b%`, 'a'.repeat(300_000)],
  ['a piece as long as half the text', `%b${'a'.repeat(150_000)}%`, 'a'.repeat(300_000)],
  ['_ alone', `%${'_'.repeat(100_000)}b%`, 'a'.repeat(300_000)],
])('%s is left to PostgreSQL after a bounded number of steps', (_, pattern, text) => {
  const work = new Work()
  work.begin(0)
  expect(() => likeMatcher(pattern)(text, work)).toThrow(UNDECIDABLE)
  expect(work.spent).toBeLessThanOrEqual(2_000_000)
})
