// Sealed texts: what opens them, and what does not.
import { describe, expect, test } from 'vitest'
import { masterKeyFrom } from './keys.ts'
import { createSeal } from './sealed.ts'

const keys = masterKeyFrom('a master key for tests that protects nothing')
const seal = createSeal(keys, 'test')

describe('a sealed text', () => {
  test.each(['', 'siri', 'ñandú 🦤'.repeat(1000)])('is returned when it is opened', (text) => {
    expect(seal.open(seal.seal(text, 'here'), 'here')).toBe(text)
  })

  test('is different each time and does not contain the text', () => {
    const [one, two] = [seal.seal('secret', 'here'), seal.seal('secret', 'here')]
    expect(one).not.toBe(two)
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('secret')
  })

  test('does not open elsewhere, for another purpose, or under another key', () => {
    const sealed = seal.seal('secret', 'here')
    expect(() => seal.open(sealed, 'there')).toThrow()
    expect(() => createSeal(keys, 'other').open(sealed, 'here')).toThrow()
    const other = masterKeyFrom('another master key for tests, of 32 characters')
    expect(() => createSeal(other, 'test').open(sealed, 'here')).toThrow()
  })

  test('does not open if any byte was changed or is missing', () => {
    const bytes = Buffer.from(seal.seal('secret', 'here'), 'base64url')
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => seal.open(changed.toString('base64url'), 'here')).toThrow()
      expect(() => seal.open(bytes.subarray(0, i).toString('base64url'), 'here')).toThrow()
    }
  })
})
