// Which texts nest too deeply for the parser, and that it takes all others.
import { beforeEach, expect, test } from 'vitest'
import { findTooDeep } from './nesting.ts'
import { load, parseText, scanText } from './postgres-parser.ts'

beforeEach(load)

const deep = (levels: number) => `${'(select '.repeat(levels)}1${')'.repeat(levels)}`

test('texts that nest too deeply are found by their tokens', () => {
  const tooDeep = (text: string) => findTooDeep(scanText(text)) !== undefined
  expect(tooDeep(deep(65))).toBe(true)
  expect(tooDeep(deep(64))).toBe(false)
  expect(tooDeep(`select ${'- '.repeat(3_000)}1`)).toBe(true)
  expect(tooDeep(`select 1${' + 1'.repeat(1_500)}`)).toBe(true)
  expect(tooDeep(`select 1, (${'not '.repeat(1_500)}f(1, ${'not '.repeat(1_500)}true))`)).toBe(true)
  expect(tooDeep(`insert into a values ${'(1, 2), '.repeat(1_000)}(1, 2)`)).toBe(false)
  expect(tooDeep(`${'select not true; '.repeat(1_500)}`)).toBe(false)
  expect(tooDeep(') ) )')).toBe(false)
})

test('texts below the limits are parsed', () => {
  for (const text of [
    deep(64),
    `select ${'not '.repeat(2_990)}true`,
    `select 1${' + 1'.repeat(1_490)}`,
    `select 1 from a${' join b on true'.repeat(590)}`,
  ]) {
    expect(findTooDeep(scanText(text))).toBeUndefined()
    for (let round = 0; round < 20; round += 1) expect(parseText(text).stmts).toHaveLength(1)
  }
})
