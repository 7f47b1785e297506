// Numbers in JSON with all their digits. One that a double cannot hold becomes a raw JSON value (`JSON.isRawJSON`), which
// JSON.stringify writes back digit by digit; all others are ordinary numbers.

import { randomBytes } from 'node:crypto'
import { isRawJson, type RawJson, rawJson } from '#engine/shapes/raw-json.ts'
import { isKept, type JsonScan, plainName, scanJson } from './json-scan.ts'

// Where no number has an exponent or as many digits as a double may lose, and no name has escapes, JSON.parse is exact.
const MAY_DIFFER = /\\|[\d.]{16}|\d[eE]/
const UNBOUNDED = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

/** parseExactly returns the value of any JSON text, or throws a SyntaxError. */
export function parseExactly(text: string): unknown {
  if (!MAY_DIFFER.test(text)) return JSON.parse(text)
  return parseScanned(text, scanJson(text, UNBOUNDED), undefined)
}

/** Check throws where a value or its name must be refused. */
export type Check = (key: string, value: unknown) => void

/**
 * parseScanned does the same with a text that has been scanned. Where any value may have to be refused, it calls `check` with
 * all of them.
 */
export function parseScanned(text: string, scan: JsonScan, check: Check | undefined): unknown {
  const { tokens, hasHalfPair } = scan
  const exact: RawJson[] = []
  const value = tokens.length === 0 ? JSON.parse(text) : parseMarked(text, tokens, exact)
  const mustWalk = exact.length > 0 || (hasHalfPair && check !== undefined)
  return mustWalk ? replaceMarks(value, exact, check) : value
}

// Begins every mark. It never reaches a client, so that nobody can write one: an error message of JSON.parse quotes the
// text, and comes from the text without marks.
const MARK = randomBytes(9).toString('base64')

// JSON.parse calls back for every value where it calls back at all, which takes a hundred times as long. The numbers are
// marked in the text instead, and put in afterwards. A mark is an array, which can stand wherever a number can and
// nowhere else: not as a field's name.
function parseMarked(text: string, tokens: readonly number[], exact: RawJson[]): unknown {
  const parts: string[] = []
  let end = 0
  try {
    for (let i = 0; i < tokens.length; i += 2) {
      const start = tokens[i] as number
      parts.push(text.slice(end, start))
      end = tokens[i + 1] as number
      // Throws where the token is neither.
      const token = text.slice(start, end)
      if (token.startsWith('"')) parts.push(plainName(token))
      else parts.push(markOf(exact.push(rawJson(token)) - 1))
    }
    parts.push(text.slice(end))
    return JSON.parse(parts.join(''))
  } catch {
    // Nothing of it counts: this throws as well, and says what is wrong with the text as it came.
    exact.length = 0
    return JSON.parse(text)
  }
}

/** Parent is an object or an array whose values are still to be seen. */
type Parent = Record<string | number, unknown>

/** replaceMarks puts values where their marks stand. JSON may nest deeper than the stack: it walks with a list. */
export function replaceMarks(root: unknown, exact: readonly Exact[], check: Check | undefined): unknown {
  const holder: Parent = { '': root }
  const unseen: Parent[] = [holder]
  for (let parent = unseen.pop(); parent !== undefined; parent = unseen.pop()) {
    const keys = Array.isArray(parent) ? parent.keys() : Object.keys(parent)
    for (const key of keys) {
      const value = parent[key]
      const found = valueAt(value, exact)
      check?.(String(key), found ?? value)
      if (isRawJson(found))
        parent[key] = check === undefined && isKept(found.rawJSON) ? Number(found.rawJSON) : found
      else if (found !== undefined) parent[key] = found
      else if (typeof value === 'object' && value !== null) unseen.push(value as Parent)
    }
  }
  return holder['']
}

function valueAt(value: unknown, exact: readonly Exact[]): Exact | undefined {
  if (!Array.isArray(value) || value.length !== 1) return undefined
  const [mark] = value
  if (typeof mark !== 'string' || !mark.startsWith(MARK)) return undefined
  return exact[Number(mark.slice(MARK.length))]
}

/** Exact is what a mark stands for: a raw number, or an array or object that has been seen already. */
export type Exact = RawJson | object

/** markOf is the JSON that stands for the value at an index. */
export const markOf = (index: number) => `["${MARK}${index}"]`

/** exactNumber returns the digits of a number that a double could not hold, or undefined for anything else. */
export function exactNumber(value: unknown): string | undefined {
  return isRawJson(value) ? value.rawJSON : undefined
}
