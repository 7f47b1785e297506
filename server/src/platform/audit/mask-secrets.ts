// What the audit log shows of a state: values of harmless kinds, with everything that may be a secret masked.
import { exactNumber } from '#platform/json/exact-json.ts'

/** MASK stands in the place of a value that is not shown. */
export const MASK = '***'

const SECRET =
  /secret|passw|passkey|token|credential|private|digest|hash|sealed|authoriz|cookie|recovery|otp|api_key|_key$|code/i
const SECRET_NAMES = new Set([
  'key',
  'value',
  'values',
  'vars',
  'text',
  'payload',
  'env',
  'headers',
  'body',
  'csv',
])
const MAX_TEXT = 500
const MAX_ENTRIES = 100
const MAX_DEPTH = 6

/** maskSecrets returns a copy of a JSON value with secrets masked, and with bounded length and depth. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (value === null || typeof value !== 'object' || exactNumber(value) !== undefined) return value
  if (depth >= MAX_DEPTH) return MASK
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => maskSecrets(one, depth + 1))
  const entries = Object.entries(value).slice(0, MAX_ENTRIES)
  return Object.fromEntries(
    entries.map(([name, one]) => [name, isSecret(name, one) ? MASK : maskSecrets(one, depth + 1)]),
  )
}

// What is not set reveals nothing, and neither does a switch.
function isSecret(name: string, value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return false
  return SECRET.test(name) || SECRET_NAMES.has(name.toLowerCase())
}
