// JSON bodies against the definition of what they mean: a reviver that looks at every value.

import { describe, expect, test } from 'vitest'
import { rawJson } from '#engine/shapes/raw-json.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { exactNumber, parseExactly } from '#platform/json/exact-json.ts'
import { leastTime, processorTime } from '#test/processor-time.ts'
import { LIMITS } from './body-limits.ts'
import { MAX_DEPTH, parseJsonBody, parseLargeJsonBody, piecesOf } from './json-body.ts'

/** WithoutSource is thrown in the rare cases where V8 does not hand out how a number is written. */
class WithoutSource extends Error {}

// What a number means, one value at a time: slow, and short enough to be believed.
function revive(_key: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== 'number') return value
  if (context?.source === undefined) throw new WithoutSource()
  const digits = (context.source.split(/e/i)[0] ?? '').replace(/\D/g, '').replace(/^0+/, '')
  const exact =
    value === 0
      ? digits === ''
      : Number.isFinite(value) &&
        Math.abs(value) >= 2.3e-308 &&
        (digits.length <= 15 || String(value) === context.source)
  return exact ? value : rawJson(context.source)
}

function reviveBody(key: string, value: unknown, context?: { source: string }): unknown {
  if (!key.isWellFormed()) throw new Error('refused')
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('refused')
  if (typeof value === 'number' && /[eE][+-]?\d{4}/.test(context?.source ?? '')) throw new Error('refused')
  return revive(key, value, context)
}

/** shown writes a value with the difference between a number and a raw number, and all own keys. */
function shown(value: unknown): unknown {
  const exact = exactNumber(value)
  if (exact !== undefined) return { raw: exact }
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 'minus zero' : value
  return Object.entries(value).map(([key, child]) => [key, shown(child)])
}

// The value of a body that is parsed in pieces, each as small as can be.
function inPieces(text: string, run = 1): unknown {
  const pieces = piecesOf(Buffer.from(text), LIMITS.server, run)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}

function outcome(work: () => unknown): unknown {
  try {
    return { value: shown(work()) }
  } catch (error) {
    return error instanceof WithoutSource ? 'unknown' : 'refused'
  }
}

// A generator with a seed: a failure can be repeated.
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const NUMBERS = [
  ...['0', '-0', '1', '-1', '10', '0.5', '1e1', '1E+1', '1e-1', '0e0', '0.0', '-0.000', '1e0001', '0e9999'],
  ...[
    '123456789012345',
    '1234567890123456',
    '9007199254740993',
    '0.1234567890123456789',
    '1.0000000000000000',
  ],
  ...['1e308', '1e309', '-1e400', '1e-307', '1e-308', '1e-320', '1e-400', '1e999', '1e1000', '2.5e-4000'],
  ...['00', '01', '1.', '.5', '+1', '1e', '1e+', '--1', '1-1', '1.2.3', '-', '1234567890123456-', '1e5e5'],
]
const TEXTS = [
  ...['""', '"a"', '"12345678901234567890"', '"1e1"', '"\\""', '"\\\\"', '"\\\\\\""', '"\\u0041"', '"é😀"'],
  ...['"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00"', '"\\uD83D\\uD83D\\uDE00"', '"\\\\ud83d"', '"\\u00e9[{,"'],
  ...['"__proto__"', '"constructor"', '"0"', '"1"', '"\\ud800x"', '"x\\udfff"', "'", '"\\x"', '"'],
]
// The definition itself reads names wrongly behind one with a backslash (nodejs/node#63785).
const NAMES = TEXTS.filter((text) => !text.includes('\\\\'))
const WORDS = ['true', 'false', 'null', 'nul', '', ' ', '\n', '{}', '[]', '["x"]', '[""]']

function randomJson(random: (below: number) => number, depth: number): string {
  const pick = (list: readonly string[]) => list[random(list.length)] as string
  const kind = random(depth > 4 ? 6 : 10)
  if (kind < 3) return pick(NUMBERS)
  if (kind < 5) return pick(TEXTS)
  if (kind < 6) return pick(WORDS)
  const children = Array.from({ length: random(4) }, () => randomJson(random, depth + 1))
  if (kind < 8) return `[${children.join(pick([',', ', ', ',\n']))}]`
  // Now and then a name is none, or is there twice.
  const name = () => (random(12) === 0 ? pick(NUMBERS) : pick(NAMES))
  return `{${children.map((child) => `${name()}:${child}`).join(',')}}`
}

describe('random texts mean what the definition says', () => {
  test.each([1, 2, 3, 4])('seed %i', (seed) => {
    const random = randomOf(seed)
    let accepted = 0
    for (let i = 0; i < 20_000; i += 1) {
      const text = randomJson(random, 0)
      const expected = outcome(() => JSON.parse(text, reviveBody))
      const exactly = outcome(() => JSON.parse(text, revive))
      if (expected === 'unknown' || exactly === 'unknown') continue
      expect(
        outcome(() => parseJsonBody(Buffer.from(text))),
        text,
      ).toEqual(expected)
      // Of a name that is there twice, pieces see both values.
      if (!text.includes('{') || !/\\|e[+-]?\d{4}/i.test(text))
        expect(
          outcome(() => inPieces(text, 1 + (i % 7))),
          text,
        ).toEqual(expected)
      expect(
        outcome(() => parseExactly(text)),
        text,
      ).toEqual(exactly)
      if (expected !== 'refused') accepted += 1
    }
    expect(accepted).toBeGreaterThan(4000)
  })
})

test('names are read as they are written, whatever names were read before', () => {
  const names = ['A', 'é', 'aA', '"', 'quantité', 'a\n']
  const poison = names.flatMap((name) =>
    ['\\', '\\u', '\\u0', 'a\\', 'quantit\\'].map((text) => [name, text]),
  )
  for (const [index, [name = '', before = '']] of poison.entries()) {
    const first = `"first${index}":1`
    JSON.parse(`{${first},${JSON.stringify(before)}:2}`)
    const escaped = [...name].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const text = `{${first},"${escaped}" :2}`
    if (!/["\n]/.test(name)) {
      expect(Object.keys(parseJsonBody(Buffer.from(text)) as object), text).toEqual([`first${index}`, name])
      expect(Object.keys(inPieces(text) as object), text).toEqual([`first${index}`, name])
    }
  }
})

function refusal(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('nothing was refused')
}

test('refusals name the field, and never show how numbers are marked', () => {
  const of = (text: string) => refusal(() => parseJsonBody(Buffer.from(text))).message
  expect(of('{"a":{"price":1e5000}}')).toBe('price: the number 1e5000 is out of range.')
  expect(of('{"name":"\\ud83d"}')).toBe('name: holds half a surrogate pair.')
  expect(of('{"\\ud83d":1}')).toBe('A field name in the request body holds half a surrogate pair.')
  expect(of('[12345678901234567890')).toMatch(/^The request body is not valid JSON: /)
  expect(of('[12345678901234567890')).not.toContain('["')
  expect(of('{12345678901234567890:1}')).toMatch(/^The request body is not valid JSON: /)
})

test('what is cut into pieces is refused like the whole, and never shows how it is marked', () => {
  const of = (text: string) => refusal(() => inPieces(text)).message
  for (const text of [
    '[1,2,,3]',
    '[1,2,]',
    '[1,2',
    '{"a":1,,"b":2}',
    '{"a":1,"b":2,}',
    '[1,2}',
    '[ ,1]',
    '1,2',
    '[1,[2,3],]',
  ])
    expect(of(text), text).toMatch(
      /^The request body is not valid JSON: look between its bytes \d+ and \d+\.$/,
    )
  expect(of('[1,2,{"a":1e5000},3]')).toBe('a: the number 1e5000 is out of range.')
  expect(of(`${'['.repeat(101)}1,2${']'.repeat(101)}`)).toBe(
    'The request body is nested more than 100 levels deep.',
  )
  expect(inPieces('{"__proto__":{"a":1,"b":[1,2]},"c":1,"__proto__":{"a":2,"b":[3,4]}}')).toEqual(
    JSON.parse('{"__proto__":{"a":1,"b":[1,2]},"c":1,"__proto__":{"a":2,"b":[3,4]}}'),
  )
})

test('a large body is parsed in turns that are short beside the whole', async () => {
  const row = (n: number) => `{"id":${n},"name":"é${n}","tags":["a","b"],"price":1234567890.12345678}`
  const rows = `[${Array.from({ length: 30_000 }, (_, n) => row(n)).join(',')}]`
  const named = `{"rows":${rows.slice(0, -1)}],"names":{${Array.from({ length: 30_000 }, (_, n) => `"k${n}":${n}`).join(',')}}}`
  for (const text of [rows, named]) {
    const body = Buffer.from(text)
    const limit = { ...LIMITS.server, values: 1_000_000 }
    const whole = leastTime(() => parseJsonBody(body, limit), 2)
    // The same piece each time: other work on the machine only ever adds to it.
    let steps: number[] = []
    for (let again = 0; again < 3; again += 1) {
      const pieces = piecesOf(body, limit)
      const times: number[] = []
      for (let done: boolean | undefined = false; !done; ) {
        const before = processorTime()
        done = pieces.next().done
        times.push(processorTime() - before)
      }
      steps = times.map((time, n) => Math.min(time, steps[n] ?? time))
    }
    expect(steps.length).toBeGreaterThan(body.length / (64 * 1024))
    expect(Math.max(...steps)).toBeLessThan(whole / 5)
  }
  let turns = 0
  const value = await parseLargeJsonBody(Buffer.from(rows), LIMITS.server, () => {
    turns += 1
  })
  expect(value).toHaveLength(30_000)
  expect(turns).toBeGreaterThan(1)
})

test('bodies nest as deep as they may, with any number at the bottom', () => {
  const nested = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels)
  for (const inner of ['1', '12345678901234567890', '"\\ud83d\\ude00"']) {
    expect(parseJsonBody(Buffer.from(nested(MAX_DEPTH, inner)))).toBeInstanceOf(Array)
    for (const levels of [MAX_DEPTH + 1, 100_000])
      expect(refusal(() => parseJsonBody(Buffer.from(nested(levels, inner)))).message).toBe(
        'The request body is nested more than 100 levels deep.',
      )
    expect(shown(parseExactly(nested(MAX_DEPTH + 1, inner)))).toEqual(
      shown(JSON.parse(nested(MAX_DEPTH + 1, inner), revive)),
    )
  }
  expect(parseExactly(nested(100_000, '12345678901234567890'))).toBeInstanceOf(Array)
})

test('a body holds at most as many values as it may', () => {
  const list = (values: number) => Buffer.from(`[${Array(values).fill('1e1').join()}]`)
  const limit = { bytes: 10_000, values: 100, whose: 'without a credential' }
  expect(parseJsonBody(list(98), limit)).toHaveLength(98)
  const error = refusal(() => parseJsonBody(list(200), limit))
  expect([error.status, error.message]).toEqual([
    413,
    'The request body is too large: it may hold 100 values without a credential. Send it in several requests.',
  ])
  expect(parseJsonBody(Buffer.from('{"a":",,,,,,,,,,,"}'), { ...limit, values: 5 })).toEqual({
    a: ',,,,,,,,,,,',
  })
})

test('one exponent does not make a body many times as slow', () => {
  const row = '{"a":1,"b":"x","c":[true,null]},'
  const plain = Buffer.from(`[${row.repeat(8000)}1]`)
  const exponent = Buffer.from(`[${row.repeat(8000)}1e1]`)
  const exact = Buffer.from(`[${row.repeat(8000)}12345678901234567890]`)
  const time = leastTime(() => parseJsonBody(plain))
  expect(leastTime(() => parseJsonBody(exponent))).toBeLessThan(4 * time)
  expect(leastTime(() => parseJsonBody(exact))).toBeLessThan(8 * time)
})
