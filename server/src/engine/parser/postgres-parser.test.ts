// A text that breaks the parser breaks it for nobody else.
import { beforeEach, expect, test } from 'vitest'
import {
  isParserLoaded,
  loadParser,
  nestsTooDeeply,
  ParseError,
  ParserFailure,
  parseSql,
  scanSql,
} from './postgres-parser.ts'

beforeEach(loadParser)

const FINE = "select a, count(*) from b where c = 'd' group by 1"
const deep = (levels: number) => `${'(select '.repeat(levels)}1${')'.repeat(levels)}`
const TOO_DEEP = deep(2_900)

test('a text is parsed, or refused with the place in characters', () => {
  expect(parseSql(FINE).stmts).toHaveLength(1)
  expect(scanSql('select 1').map(({ text }) => text)).toEqual(['select', '1'])
  const error = (() => {
    try {
      return parseSql("select 'é😀' from from")
    } catch (thrown) {
      return thrown
    }
  })()
  expect(error).toBeInstanceOf(ParseError)
  expect(error).toMatchObject({ message: 'syntax error at or near "from"', position: 17 })
})

test('what overflows its stack again and again leaves it usable for the next', async () => {
  for (let round = 0; round < 60; round += 1) {
    await loadParser()
    expect(() => parseSql(TOO_DEEP)).toThrow(ParserFailure)
    await loadParser()
    expect(parseSql(FINE).stmts).toHaveLength(1)
  }
})

test('until its replacement is there, it says that it is not', async () => {
  expect(() => parseSql(TOO_DEEP)).toThrow(ParserFailure)
  expect(isParserLoaded()).toBe(false)
  expect(() => parseSql(FINE)).toThrow('loadParser must be awaited')
  await loadParser()
  expect(isParserLoaded()).toBe(true)
})

test('texts that would are told by their tokens', () => {
  const tooDeep = (text: string) => nestsTooDeeply(scanSql(text))
  expect(tooDeep(deep(65))).toBe(true)
  expect(tooDeep(deep(64))).toBe(false)
  expect(tooDeep(`select ${'- '.repeat(3_000)}1`)).toBe(true)
  expect(tooDeep(`select 1${' + 1'.repeat(1_500)}`)).toBe(true)
  expect(tooDeep(`select 1, (${'not '.repeat(1_500)}f(1, ${'not '.repeat(1_500)}true))`)).toBe(true)
  expect(tooDeep(`insert into a values ${'(1, 2), '.repeat(1_000)}(1, 2)`)).toBe(false)
  expect(tooDeep(`${'select not true; '.repeat(1_500)}`)).toBe(false)
  expect(tooDeep(') ) )')).toBe(false)
})

test('what they let pass is parsed', () => {
  for (const text of [
    deep(64),
    `select ${'not '.repeat(2_990)}true`,
    `select 1${' + 1'.repeat(1_490)}`,
    `select 1 from a${' join b on true'.repeat(590)}`,
  ]) {
    expect(nestsTooDeeply(scanSql(text))).toBe(false)
    for (let round = 0; round < 20; round += 1) expect(parseSql(text).stmts).toHaveLength(1)
  }
})
