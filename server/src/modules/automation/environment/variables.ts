// What a variable may be called and hold, and how many a project may have.

/** KEY is what a key must match. */
export const KEY = /^[A-Z_][A-Z0-9_]*$/
/** KEY_RULE says so. */
export const KEY_RULE = 'must be upper-case letters, digits and underscores, and not begin with a digit'
/** MAX_KEY is how many characters a key has at most. */
export const MAX_KEY = 128
/** MAX_VALUE_BYTES is how many bytes of UTF-8 a value has at most. */
export const MAX_VALUE_BYTES = 64 * 1024
/** MAX_VARIABLES is how many a project has at most, in all environments together. */
export const MAX_VARIABLES = 1000
/** MAX_ENVIRONMENT_BYTES is how much the keys and values of one environment take together. */
export const MAX_ENVIRONMENT_BYTES = 256 * 1024

/** problemOf returns what is wrong with a variable of a map, without its value, or undefined. */
export function problemOf(key: string, value: unknown): string | undefined {
  if (key.length > MAX_KEY) return `the key must have at most ${MAX_KEY} characters`
  if (!KEY.test(key)) return `the key ${KEY_RULE}`
  if (typeof value !== 'string') return 'the value must be a string'
  if (value.includes('\0')) return 'the value must not contain NUL characters'
  if (Buffer.byteLength(value) > MAX_VALUE_BYTES)
    return `the value must have at most ${MAX_VALUE_BYTES / 1024} KB`
  return undefined
}
