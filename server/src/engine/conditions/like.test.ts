// LIKE's wildcards, and that no pattern makes matching explode.
import { expect, test } from 'vitest'
import { likeMatcher } from './like.ts'
import { UNDECIDABLE } from './undecidable.ts'

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
  expect(likeMatcher(pattern)(text)).toBe(expected)
})

test('a pattern that ends in half an escape is PostgreSQL’s error', () => {
  expect(() => likeMatcher('a\\')).toThrow(UNDECIDABLE)
  expect(() => likeMatcher('\\\\')).not.toThrow()
})

test('many wildcards against a long text that does not match', () => {
  const matcher = likeMatcher(`${'%a_'.repeat(200)}b`)
  expect(matcher('a'.repeat(20_000))).toBe(false)
})
