// Every bound holds for every text that is parsed, whoever asks, and refusals point at their place.
import { beforeAll, expect, test } from 'vitest'
import { loadParser, parseSql, type SqlBounds, scanSql } from './parse-sql.ts'
import { SqlError } from './sql-error.ts'

beforeAll(loadParser)

const BOUNDS: SqlBounds = { name: 'a text', characters: 20_000, tokens: 5_000 }
const FRAME = { start: 'SELECT (\n', end: '\n)' }

function refusalOf(source: string, bounds = BOUNDS, frame?: typeof FRAME): SqlError {
  try {
    parseSql(source, bounds, frame)
  } catch (error) {
    if (error instanceof SqlError) return error
    throw error
  }
  throw new Error('not refused')
}

const nested = (levels: number) => `select ${'('.repeat(levels)}1${')'.repeat(levels)}`

test.each<[string, RegExp, SqlBounds?]>([
  [`select '${'x'.repeat(20_000)}'`, /at most 20000 characters/],
  [`select 1${', 1'.repeat(3_000)}`, /at most 5000 words and signs/],
  [nested(65), /nest at most 64 levels deep/],
  [`select ${'- '.repeat(3_001)}1`, /chain at most 3000/],
  [`select 1 ${'/*'.repeat(100)}`, /too many comments begin within comments/],
  ['('.repeat(90_000), /at most 40000 words and signs in all/, { ...BOUNDS, characters: 100_000 }],
  ["select '\0'", /NUL/],
  ["select '\b'", /control characters/, { ...BOUNDS, controls: '\t\n' }],
  ["select '\ud800'", /well-formed/],
])('%# is refused', (source, message, bounds) => {
  expect(refusalOf(source, bounds).message).toMatch(message)
  expect(() => scanSql(source, bounds ?? BOUNDS)).toThrow(SqlError)
})

test('what is within the bounds is parsed, and an empty text has no statements', () => {
  expect(parseSql(`${nested(64)}; select 2`, BOUNDS).statements).toHaveLength(2)
  expect(parseSql(' \n', BOUNDS).statements).toEqual([])
})

test('tokens are counted for each statement', () => {
  const few = { ...BOUNDS, tokens: 10 }
  expect(parseSql('select 1; '.repeat(100), few).statements).toHaveLength(100)
  expect(refusalOf('select 1; select 1, 2, 3, 4, 5, 6', few).message).toMatch(/at most 10 words/)
})

test('refusals point at the place in the text, whatever is around it', () => {
  const source = "'é😀' = = 1"
  expect(refusalOf(source, BOUNDS, FRAME).position).toBe(source.indexOf('= 1'))
  expect(refusalOf(`select ${source}`).position).toBe(`select ${source}`.indexOf('= 1'))
  const { fail } = parseSql('1', BOUNDS, FRAME)
  expect([fail('x', FRAME.start.length).position, fail('x').position]).toEqual([0, undefined])
  expect(refusalOf('(1', BOUNDS, FRAME)).toMatchObject({ message: 'a text ends too early', position: 2 })
})
