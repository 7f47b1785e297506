// Reads JSON bodies: strict UTF-8, no duplicate of a number's meaning, no prototype tricks.
import { isUtf8 } from 'node:buffer'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'

/** MAX_DEPTH is how deep objects and arrays may nest in a body. */
export const MAX_DEPTH = 100

// More digits than a double holds, on both sides of the point, or an exponent: such a number may not survive
// JSON.parse. Half a surrogate pair survives it, but cannot be written as UTF-8.
const INEXACT = /(?:\d\.?){16}|\d[eE][+-]?\d/
const UNSAFE = new RegExp(`${INEXACT.source}|\\\\u[dD][89a-fA-F]`)

// PostgreSQL writes a number out in full: few bytes with a large exponent would make an answer of megabytes.
const HUGE_EXPONENT = /[eE][+-]?\d{4}/

// Below this, a double has fewer than 15 digits.
const LEAST_NORMAL = 2.3e-308

/**
 * parseJsonBody gives the value of a body. A number that a double cannot hold exactly becomes a raw JSON value
 * (`JSON.isRawJSON`), which JSON.stringify writes back digit by digit: a bigint arrives at PostgreSQL as it was sent.
 */
export function parseJsonBody(body: Buffer): unknown {
  const text = decode(body)
  const value = parse(text)
  if (isTooDeep(value)) throw tooDeep()
  return value
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw invalidInput('The request body is not valid UTF-8.')
  return body.toString('utf8')
}

function parse(text: string): unknown {
  try {
    return UNSAFE.test(text) ? JSON.parse(text, checked) : JSON.parse(text)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof RangeError) throw tooDeep()
    throw invalidInput(`The request body is not valid JSON: ${(error as Error).message}.`)
  }
}

function checked(key: string, value: unknown, context?: { source: string }): unknown {
  if (!key.isWellFormed()) throw invalidInput('A field name in the request body holds half a surrogate pair.')
  if (typeof value === 'string' && !value.isWellFormed())
    throw invalidInput(`${key.slice(0, 100)}: holds half a surrogate pair.`)
  if (typeof value === 'number' && context !== undefined && HUGE_EXPONENT.test(context.source))
    throw invalidInput(`${key.slice(0, 100)}: the number ${context.source.slice(0, 40)} is out of range.`)
  return exact(key, value, context)
}

/**
 * parseExactly gives the value of any JSON text, with the same raw values for numbers that a double cannot hold, unless
 * it is too deep.
 */
export function parseExactly(text: string): unknown {
  if (!INEXACT.test(text)) return JSON.parse(text)
  try {
    return JSON.parse(text, exact)
  } catch (error) {
    // Only with a function to call does JSON.parse run out of stack.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

function exact(_key: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== 'number' || context === undefined) return value
  return isExact(value, context.source) ? value : rawJson(context.source)
}

// A double keeps every number of up to 15 significant digits within its range.
function isExact(value: number, source: string): boolean {
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
  if (value === 0) return digits === ''
  if (!Number.isFinite(value) || Math.abs(value) < LEAST_NORMAL) return false
  return digits.length <= 15 || String(value) === source
}

// In Node since version 22, but not yet in TypeScript's library.
const { rawJSON: rawJson, isRawJSON } = JSON as unknown as {
  rawJSON(text: string): { rawJSON: string }
  isRawJSON(value: unknown): value is { rawJSON: string }
}

/** exactNumber gives the digits of a number that a double could not hold, or undefined for anything else. */
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
