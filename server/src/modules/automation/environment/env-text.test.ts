// .env text: read as dotenv and Node read it, except that what they pass over is an error with its line.
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { EnvTextError, parseEnvText, writeEnvText } from './env-text.ts'

const GOOD: readonly (readonly [what: string, text: string, found: Record<string, string>])[] = [
  ['plain values', 'A=1\nB_2=two words \n', { A: '1', B_2: 'two words' }],
  ['nothing', '', {}],
  ['empty values', 'A=\nB=\'\'\nC=""', { A: '', B: '', C: '' }],
  ['comments and blank lines', '# one\n\n  # two\nA=1 # three\nB="#4" # four', { A: '1', B: '#4' }],
  ['export', 'export A=1\nexport   B=2', { A: '1', B: '2' }],
  ['blanks around the sign', '  A = 1\n\tB\t=\t2', { A: '1', B: '2' }],
  ['equal signs in a value', 'A=b=c==', { A: 'b=c==' }],
  ['quotes of three kinds', 'A="x y"\nB=\'x "y"\'\nC=`x \'y"`', { A: 'x y', B: 'x "y"', C: 'x \'y"' }],
  ['several lines', 'A="one\ntwo"\nB=\'three\n\nfour\'\nC=5', { A: 'one\ntwo', B: 'three\n\nfour', C: '5' }],
  [
    'escapes in double quotes alone',
    'A="x\\ny"\nB=\'x\\ny\'\nC=x\\ny',
    { A: 'x\ny', B: 'x\\ny', C: 'x\\ny' },
  ],
  ['line ends of Windows', 'A=1\r\nB="2\r\n3"\r\n', { A: '1', B: '2\n3' }],
  ['other alphabets', 'A=ñandú 🦤', { A: 'ñandú 🦤' }],
]

describe.each(GOOD)('%s', (_what, text, found) => {
  test('is read', () => expect(parseEnvText(text)).toEqual(found))
  test('is read by Node alike', () => expect({ ...parseEnv(text.replaceAll('\r\n', '\n')) }).toEqual(found))
})

test('a byte order mark is no part of the first key', () => {
  expect(parseEnvText('\uFEFFA=1')).toEqual({ A: '1' })
})

const BAD: readonly (readonly [text: string, line: number, message: RegExp])[] = [
  ['A=1\nB', 2, /must be KEY=value/],
  ['\n\nlower=1', 3, /the key lower must be upper-case/],
  ['1A=1', 1, /the key 1A must be/],
  ['A B=1', 1, /the key A B must be/],
  ['=1', 1, /the key {2}?must be/],
  ['A=1\n# x\nA=2', 3, /the key A stands in the text twice/],
  ['A=1\nB="siri\nC=2', 2, /begins with ", which nothing closes/],
  ['A="one\ntwo" siri', 2, /something follows the closing quote/],
  ["A='it''s siri'", 1, /something follows the closing quote/],
]

test.each(BAD)('%j is refused with its line', (text, line, message) => {
  const error = thrownBy(() => parseEnvText(text))
  expect(error).toBeInstanceOf(EnvTextError)
  expect(error).toMatchObject({ line, message: expect.stringMatching(message) })
  expect(String(error)).not.toContain('siri')
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

const PARTS = [
  'a',
  'Z9',
  ' ',
  '\n',
  '"',
  "'",
  '`',
  '#',
  '=',
  '\\',
  '\\n',
  '$HOME',
  '$(A)',
  '🦤',
  'export ',
  '\t',
]

// Numbers of a linear congruential generator, the same in every run.
function* numbers(): Generator<number> {
  for (let state = 7; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    yield state >> 8
  }
}

test('what is written is read again by this reader and by Node, but for what is named as left out', () => {
  const random = numbers()
  const next = () => random.next().value as number
  let omitted = 0
  for (let i = 0; i < 3000; i += 1) {
    const value = Array.from({ length: next() % 8 }, () => PARTS[next() % PARTS.length]).join('')
    const written = writeEnvText([['A', value]])
    omitted += written.omitted.length
    const expected = written.omitted.length === 0 ? { A: value } : {}
    expect(parseEnvText(written.text), JSON.stringify(value)).toEqual(expected)
    expect({ ...parseEnv(written.text) }, JSON.stringify(value)).toEqual(expected)
    if (written.omitted.length > 0) expect(value).toMatch(/'/)
  }
  expect(omitted).toBeGreaterThan(0)
  expect(omitted).toBeLessThan(600)
})

test('a carriage return is kept', () => {
  const { text } = writeEnvText([['A', 'one\r\ntwo']])
  expect(parseEnvText(text)).toEqual({ A: 'one\r\ntwo' })
})
