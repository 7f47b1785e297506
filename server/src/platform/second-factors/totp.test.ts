// Time-based codes against the test vectors of RFC 6238, appendix B, truncated to six digits.
import { expect, test } from 'vitest'
import { newSecret, stepOf, uriOf } from './totp.ts'

// "12345678901234567890" in base 32.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('at %d the code is %s, of step %d', (seconds, code, step) => {
  expect(stepOf(SECRET, code, new Date(seconds * 1000))).toBe(step)
})

test('a code is valid in its own time step, the one before and the one after, to the second', () => {
  const at = (seconds: number) => stepOf(SECRET, '081804', new Date(seconds * 1000))
  const begins = 37_037_036 * 30
  expect([at(begins - 31), at(begins - 30)]).toEqual([undefined, 37_037_036])
  expect([at(begins + 59), at(begins + 60)]).toEqual([37_037_036, undefined])
})

test.each(['', '28708', '2870820', 'abcdef', '28708２'])('%j is refused', (code) => {
  expect(stepOf(SECRET, code, new Date(59_000))).toBeUndefined()
})

test('a secret has 160 random bits', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret))
  expect(secrets.size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('the URI contains issuer and label, also with special characters', () => {
  const uri = new URL(uriOf(SECRET, 'Shop & Co: duka', 'a+b@example.com'))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Shop & Co: duka:a+b@example.com')
  expect(uri.searchParams.get('secret')).toBe(SECRET)
  expect(uri.searchParams.get('issuer')).toBe('Shop & Co: duka')
})
