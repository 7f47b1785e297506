// The check of regular expressions finds what it is for: each kind of pattern that is not linear, wherever it stands.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { patternsIn, problemsIn } from './linear-patterns.ts'

describe('caught', () => {
  test.each([
    ['a number as it was read before', String.raw`const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/`],
    ['a parameter as it was looked for before', 'const PARAM = /([?&])([^=&#]*)=[^&#]*/g'],
    ['what stands at the end', String.raw`const end = (text: string) => text.replace(/\/+$/, '')`],
    ['two repetitions in one another', 'const all = /^(a+)+$/.test(text)'],
    ['one in a schema', String.raw`const schema = z.string().regex(/^\s*\w*\s*\w*$/u, 'wrong')`],
    ['one put together', 'const made = new RegExp(name)'],
    ['one put together without new', "const made = RegExp('^' + name)"],
    ['a text that is read as one', "const at = text.search('(a+)+$')"],
  ])('%s', (_what, line) => {
    expect(problemsIn('engine/a.ts', `export {}\n${line}\n`)).toEqual([
      expect.stringMatching(/^engine\/a\.ts:2: /),
    ])
  })
})

test('passed: what is linear, what is no pattern, and what is reviewed', () => {
  const code = String.raw`
    // /(a+)+$/ in a comment
    const text = '/(a+)+$/'
    const half = a / b / c
    const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
    const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
    const found = text.match(uuid)
  `
  expect(patternsIn('engine/a.ts', code)).toHaveLength(2)
  expect(problemsIn('engine/a.ts', code)).toEqual([])
  const reviewed = { 'engine/a.ts /a+$/': 'only for this test' }
  expect(problemsIn('engine/a.ts', 'export const a = /a+$/', reviewed)).toEqual([])
  expect(problemsIn('engine/b.ts', 'export const a = /a+$/', reviewed)).toHaveLength(1)
})

test('the server has none, and no test reads a page only once', () => {
  const check = fileURLToPath(new URL('check-patterns.ts', import.meta.url))
  expect(execFileSync(process.execPath, [check], { encoding: 'utf8' })).toBe('')
})
