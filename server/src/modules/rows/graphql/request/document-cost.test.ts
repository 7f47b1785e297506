// Documents are measured without spreading their fragments: in time that is linear in what was sent.
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { COSTS, checkCost, costOf } from './document-cost.ts'

const times = (count: number, item: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join(' ')

test('fields and depth count where fragments are spread', () => {
  const document = parse('{ a { ...F } b: a { ...F id } } fragment F on A { x y { ... on B { z } } }')
  expect(costOf(document)).toEqual({ fields: 2 + 3 + 4 + 3, depth: 4 - 1 })
})

test('fragments that double themselves are counted, not followed', () => {
  const levels = times(40, (i) => `fragment F${i} on A { a { ...F${i + 1} } b: a { ...F${i + 1} } }`)
  const document = parse(`{ a { ...F0 } } ${levels} fragment F40 on A { id }`)
  expect(costOf(document).fields).toBeGreaterThan(2 ** 40)
  expect(() => checkCost(document, COSTS.trusted)).toThrow('at most 5000 fields')
})

test('fragments in a circle end', () => {
  expect(costOf(parse('{ ...F } fragment F on Query { a { ...F } }')).fields).toBeLessThan(10)
})

test.each([
  [
    'fields',
    `{ ${times(7, (i) => `a${i}: a { ...F }`)} } fragment F on A { ${times(190, (i) => `b${i}`)} }`,
    'at most 1000 fields',
  ],
  ['depth', `${'{ a '.repeat(13)}${'}'.repeat(13)}`, 'at most 12 levels'],
  ['definitions', times(51, (i) => `query Q${i} { a }`), 'at most 50 operations'],
  ['entries', `{ ${times(201, () => 'a')} }`, 'at most 200 entries'],
  ['fields of one name', `{ ${times(21, () => 'a { b }')} }`, 'more than 20 times'],
])('too many %s are refused', (_, query, reason) => {
  expect(() => checkCost(parse(query), COSTS.guarded)).toThrow(reason)
})
