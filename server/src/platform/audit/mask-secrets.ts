// What the audit log shows of a state: values of harmless kinds, with everything that may be a secret masked.
import { shortenText } from '#engine/shapes/shorten.ts'
import { exactNumber } from '#platform/json/exact-json.ts'

/** MASK stands in the place of a value that is not shown. */
export const MASK = '***'

const SECRET =
  /secret|passw|passkey|token|credential|private|hash|sealed|authoriz|cookie|recovery|otp|api_key|_key$|code/i
// What is known of a secret: how long it is, for how long it holds, which one it is.
const MEASURE =
  /_(?:length|size|seconds|minutes|hours|days|count|limit|version|at|ids?|required|enabled|digits)$/
const VARIABLE = /^[A-Z][A-Z0-9_]{0,99}$/
const SECRET_NAMES = new Set(['value', 'values', 'vars', 'payload', 'env', 'headers', 'files', 'uri', 'csv'])
const MAX_TEXT = 500
const MAX_ENTRIES = 100
const MAX_DEPTH = 6

/** ShownAs says what of a member is shown, where not all of it is. */
export type ShownAs = (name: string, value: unknown) => unknown

/** AS_IT_IS shows all of every member. */
export const AS_IT_IS: ShownAs = (_, value) => value

/** maskSecrets returns a copy of a JSON value with secrets masked, members as `shownAs` has them, and with bounded length and depth. */
export function maskSecrets(value: unknown, shownAs = AS_IT_IS, depth = 0): unknown {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return shortenText(maskAddress(value), MAX_TEXT)
  if (value === null || typeof value !== 'object' || exactNumber(value) !== undefined) return value
  if (depth >= MAX_DEPTH) return MASK
  if (Array.isArray(value))
    return value.slice(0, MAX_ENTRIES).map((one) => maskSecrets(one, shownAs, depth + 1))
  const entries = Object.entries(value).slice(0, MAX_ENTRIES)
  return Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      isSecret(name, one) ? MASK : maskSecrets(shownAs(name, one), shownAs, depth + 1),
    ]),
  )
}

// Of an address on the web, the one whole line: who signs in there, and what its query says.
const ADDRESS = /^(https?:\/\/)([^/?#]*@)?([^?#]*)(\?[^#]*)?/i

// A part of a path that nobody thinks up: such addresses let in whoever knows them. Ids of ours are no secrets.
const UNGUESSABLE =
  /(?<=\/)(?=[^/]*\d)(?=[^/]*[A-Za-z])(?!(?:[\da-f]+-){4}[\da-f]{12}(?:\/|$))[\w~.+=:-]{16,}(?=\/|$)/gi

/** maskAddress returns a text; of an address on the web its name and password, its query and what nobody could guess are masked. */
export function maskAddress(text: string): string {
  return text.replace(
    ADDRESS,
    (_, scheme: string, user: string | undefined, rest: string, query: string | undefined) =>
      `${scheme}${user === undefined ? '' : `${MASK}@`}${rest.replace(UNGUESSABLE, MASK)}${query === undefined ? '' : `?${MASK}`}`,
  )
}

// What is not set reveals nothing, and neither does a switch.
function isSecret(name: string, value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return false
  if (MEASURE.test(name)) return false
  // Variables and secrets have names that say nothing of their values.
  if (name === 'key') return typeof value !== 'string' || !VARIABLE.test(value)
  return SECRET.test(name) || SECRET_NAMES.has(name.toLowerCase())
}
