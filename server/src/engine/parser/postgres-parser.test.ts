// A text that breaks the parser breaks it for nobody else.
import { beforeEach, expect, test } from 'vitest'
import { isLoaded, load, ParseError, ParserFailure, parseText, scanText } from './postgres-parser.ts'

beforeEach(load)

const FINE = "select a, count(*) from b where c = 'd' group by 1"
const deep = (levels: number) => `${'(select '.repeat(levels)}1${')'.repeat(levels)}`
const TOO_DEEP = deep(2_900)

test('a text is parsed, or refused with the place in characters', () => {
  expect(parseText(FINE).stmts).toHaveLength(1)
  expect(scanText('select 1').map(({ text }) => text)).toEqual(['select', '1'])
  const error = (() => {
    try {
      return parseText("select 'é😀' from from")
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(ParseError)
  expect(error).toMatchObject({ message: 'syntax error at or near "from"', position: 17 })
})

test('what overflows its stack again and again leaves it usable for the next', {
  timeout: 240_000,
}, async () => {
  for (let round = 0; round < 60; round += 1) {
    await load()
    expect(() => parseText(TOO_DEEP)).toThrow(ParserFailure)
    await load()
    expect(parseText(FINE).stmts).toHaveLength(1)
  }
})

test('until its replacement is there, it says that it is not', async () => {
  expect(() => parseText(TOO_DEEP)).toThrow(ParserFailure)
  expect(isLoaded()).toBe(false)
  expect(() => parseText(FINE)).toThrow('load must be awaited')
  await load()
  expect(isLoaded()).toBe(true)
})
