// Reads JSON bodies: strict UTF-8, numbers digit by digit, nothing that cannot be written back; bounded in depth and in
// values. Every step is one pass over the text or over the values.

import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { rawJson } from '#engine/shapes/raw-json.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { type Exact, exactNumber, markOf, parseScanned, replaceMarks } from '#platform/json/exact-json.ts'
import { hasHugeExponent, scanJson } from '#platform/json/json-scan.ts'
import { type BodyLimit, LIMITS, tooManyValues } from './body-limits.ts'
import { parseInPieces } from './json-pieces.ts'

/** MAX_DEPTH is how deep objects and arrays may nest in a body. */
export const MAX_DEPTH = 100

/**
 * LARGE_BODY is the size up to which a body is parsed where it arrives, in a few milliseconds at most. What is larger is parsed
 * in pieces, so that other requests are answered in between, and in turns that projects share fairly.
 */
export const LARGE_BODY = 256 * 1024

/**
 * parseJsonBody returns the value of a body, with numbers as parseExactly has them: a bigint arrives at PostgreSQL as it was
 * sent.
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
  const mark = (value: Exact) => markOf(exact.push(value) - 1)
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

function refuse(key: string, value: unknown): void {
  if (!key.isWellFormed()) throw invalidInput('A field name in the request body holds half a surrogate pair.')
  if (typeof value === 'string' && !value.isWellFormed())
    throw invalidInput(`${key.slice(0, 100)}: holds half a surrogate pair.`)
  const digits = exactNumber(value)
  if (digits !== undefined && hasHugeExponent(digits))
    throw invalidInput(`${key.slice(0, 100)}: the number ${digits.slice(0, 40)} is out of range.`)
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
