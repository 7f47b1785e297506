// Reads JSON bodies: strict UTF-8, no duplicate of a number's meaning, no prototype tricks.
import { isUtf8 } from 'node:buffer'
import { invalidInput } from '#platform/errors/app-error.ts'

/** MAX_DEPTH is how deep objects and arrays may nest in a body. */
export const MAX_DEPTH = 100

// Digits in a row beyond what a double holds, or an exponent: such a number may not survive JSON.parse.
const UNSAFE_NUMBER = /\d{16}|\d[eE][+-]?\d|\d\.\d{15}/

/**
 * parseJsonBody gives the value of a body. A number that a double cannot hold exactly becomes a raw JSON value
 * (`JSON.isRawJSON`), which JSON.stringify writes back digit by digit: a bigint arrives at PostgreSQL as it was sent.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) throw invalidInput('The request body is empty; JSON was expected.')
  const text = decode(body)
  const value = parse(text)
  checkDepth(value, 0)
  return value
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throw invalidInput('The request body is not valid UTF-8.')
  return body.toString('utf8')
}

function parse(text: string): unknown {
  try {
    return UNSAFE_NUMBER.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    throw invalidInput(`The request body is not valid JSON: ${(error as Error).message}.`)
  }
}

function exact(_key: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== 'number' || context === undefined || isExact(value, context.source)) return value
  return rawJson(context.source)
}

// A double keeps every number of up to 15 significant digits within its range.
function isExact(value: number, source: string): boolean {
  const digits = source
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
  if (value === 0) return digits === ''
  return Number.isFinite(value) && (digits.length <= 15 || String(value) === source)
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

function checkDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw tooDeep()
  for (const child of Array.isArray(value) ? value : Object.values(value)) checkDepth(child, depth + 1)
}

function tooDeep() {
  return invalidInput(`The request body is nested more than ${MAX_DEPTH} levels deep.`)
}
