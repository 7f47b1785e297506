// Reads JSON bodies: strict UTF-8, numbers digit by digit, nothing that cannot be written back; bounded in depth and in
// values. Every step is one pass over the text or over the values.
import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { type BodyLimit, LIMITS, tooManyValues } from './body-limits.ts'
import { parseInPieces } from './json-pieces.ts'
import { hasHugeExponent, isKept, type JsonScan, plainName, scanJson } from './json-scan.ts'

/** MAX_DEPTH is how deep objects and arrays may nest in a body. */
export const MAX_DEPTH = 100

/**
 * parseJsonBody returns the value of a body. A number that a double cannot hold exactly becomes a raw JSON value
 * (`JSON.isRawJSON`), which JSON.stringify writes back digit by digit: a bigint arrives at PostgreSQL as it was sent.
 * It throws 400 for what is no JSON or too deep, and 413 for more values than the limit has.
 */
export function parseJsonBody(body: Buffer, limit: BodyLimit = LIMITS.server): unknown {
  const text = decode(body)
  const scan = scanJson(text, { values: limit.values, depth: MAX_DEPTH })
  if (scan.depth > MAX_DEPTH) throw tooDeep()
  if (scan.values > limit.values) throw tooManyValues(limit)
  try {
    return parseScanned(text, scan, refuse)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidInput(`The request body is not valid JSON: ${withoutExcerpt((error as Error).message)}.`)
  }
}

/**
 * parseLargeJsonBody returns the same as parseJsonBody, or throws the same, in turns of a few milliseconds each. It takes
 * longer in all. `begin` is called at the beginning of each turn.
 */
export async function parseLargeJsonBody(
  body: Buffer,
  limit: BodyLimit,
  begin: () => void = () => {},
): Promise<unknown> {
  await nextTurn()
  begin()
  checkEncoding(body)
  const pieces = piecesOf(body, limit)
  let until = performance.now() + TURN_MS
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
    if (performance.now() < until) continue
    await nextTurn()
    begin()
    until = performance.now() + TURN_MS
  }
}

// A piece more may take as long again.
const TURN_MS = 3

/** piecesOf parses a body and yields every `run` bytes, 32 KB unless said otherwise; what it returns is the value. */
export function piecesOf(body: Buffer, limit: BodyLimit, run?: number): Generator<void, unknown> {
  const exact: Exact[] = []
  const mark = (value: Exact) => `["${MARK}${exact.push(value) - 1}"]`
  const bounds = {
    values: limit.values,
    depth: MAX_DEPTH,
    tooMany: () => tooManyValues(limit),
    tooDeep,
    run,
  }
  const marks = { number: (token: string) => mark(rawJson(token)), value: mark }
  return parseInPieces(body, bounds, marks, (text, isSuspect) => {
    const value = JSON.parse(text)
    return isSuspect ? replaceMarks(value, exact, refuse) : value
  })
}

// JSON.parse quotes the text around what it cannot read, and a body may hold a secret or a password.
function withoutExcerpt(message: string): string {
  const start = /, (?:\.\.\.)?"/.exec(message)?.index
  return start === undefined ? message : message.slice(0, start)
}

function decode(body: Buffer): string {
  checkEncoding(body)
  return body.toString('utf8')
}

function checkEncoding(body: Buffer): void {
  if (!isUtf8(body)) throw invalidInput('The request body is not valid UTF-8.')
}

const UNBOUNDED = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

/** parseExactly returns the value of any JSON text, with the same raw values for numbers that a double cannot hold. */
export function parseExactly(text: string): unknown {
  return parseScanned(text, scanJson(text, UNBOUNDED), undefined)
}

/** Check throws where a value or its name must be refused. */
type Check = (key: string, value: unknown) => void

function refuse(key: string, value: unknown): void {
  if (!key.isWellFormed()) throw invalidInput('A field name in the request body holds half a surrogate pair.')
  if (typeof value === 'string' && !value.isWellFormed())
    throw invalidInput(`${key.slice(0, 100)}: holds half a surrogate pair.`)
  if (isRawJSON(value) && hasHugeExponent(value.rawJSON))
    throw invalidInput(`${key.slice(0, 100)}: the number ${value.rawJSON.slice(0, 40)} is out of range.`)
}

// JSON.parse calls back for every value where it calls back at all, which takes a hundred times as long. The numbers are
// marked in the text instead, and put in afterwards. A mark is an array, which can stand wherever a number can and
// nowhere else: not as a field's name.
function parseScanned(text: string, scan: JsonScan, check: Check | undefined): unknown {
  const { tokens, hasHalfPair } = scan
  const exact: RawJson[] = []
  const value = tokens.length === 0 ? JSON.parse(text) : parseMarked(text, tokens, exact)
  const mustWalk = exact.length > 0 || (hasHalfPair && check !== undefined)
  return mustWalk ? replaceMarks(value, exact, check) : value
}

// Begins every mark. It never reaches a client, so that nobody can write one: an error message of JSON.parse quotes the
// text, and comes from the text without marks.
const MARK = randomBytes(9).toString('base64')

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
      else parts.push('["', MARK, String(exact.push(rawJson(token)) - 1), '"]')
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

// Walks with a list of what is still to be seen: JSON may nest deeper than the stack.
function replaceMarks(root: unknown, exact: readonly Exact[], check: Check | undefined): unknown {
  const holder: Parent = { '': root }
  const unseen: Parent[] = [holder]
  for (let parent = unseen.pop(); parent !== undefined; parent = unseen.pop()) {
    const keys = Array.isArray(parent) ? parent.keys() : Object.keys(parent)
    for (const key of keys) {
      const value = parent[key]
      const found = valueAt(value, exact)
      check?.(String(key), found ?? value)
      if (isRawJSON(found))
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

interface RawJson {
  readonly rawJSON: string
}

/** Exact is what a mark stands for: a number, or an array or object that has been seen already. */
type Exact = RawJson | object

// In Node since version 22, but not yet in TypeScript's library.
const { rawJSON: rawJson, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): RawJson
  isRawJSON(value: unknown): value is RawJson
}

/** exactNumber returns the digits of a number that a double could not hold, or undefined for anything else. */
export function exactNumber(value: unknown): string | undefined {
  return isRawJSON(value) ? value.rawJSON : undefined
}

/** isTooDeep says whether objects and arrays nest deeper than they may. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  const children = Array.isArray(value) ? value : Object.values(value)
  return depth >= MAX_DEPTH || children.some((child) => isTooDeep(child, depth + 1))
}

function tooDeep() {
  return invalidInput(`The request body is nested more than ${MAX_DEPTH} levels deep.`)
}
