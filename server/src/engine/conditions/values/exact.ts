// Exact numbers: PostgreSQL's integers and decimals without the rounding of JavaScript's numbers.
import { isRawJson } from '#engine/shapes/raw-json.ts'
import { undecidable } from './undecidable.ts'

/** Decimal is digits / 10^scale. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/**
 * Exact is a whole number (a number where that is safe, else a bigint), a fraction of at most 15 significant digits as
 * a number (two such fractions are equal, or ordered, exactly when the numbers are), or a Decimal for all else.
 */
export type Exact = number | bigint | Decimal

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i
const MAX_LENGTH = 200
const EXACT_FRACTION = 15
// Products of products would grow without end.
const MAX_DIGITS = 1000
const LIMIT = 10n ** BigInt(MAX_DIGITS)

/** readExact reads an integer or decimal as JSON has it: a number, or a raw number or text for what a double cannot hold. */
export function readExact(value: unknown): Exact {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value
    // A whole number this large, or a fraction with this many digits, may have been rounded on its way here.
    if (!Number.isFinite(value) || Number.isInteger(value)) return undecidable()
    const text = String(value)
    if (!text.includes('e') && text.length <= EXACT_FRACTION + 1) return value
    const decimal = parseDecimal(text)
    return String(decimal.digits).length <= EXACT_FRACTION + 1 ? decimal : undecidable()
  }
  if (isRawJson(value)) return parseExact(value.rawJSON)
  return typeof value === 'string' ? parseExact(value) : undecidable()
}

/** parseExact reads a number's text. */
export function parseExact(text: string): Exact {
  return fromDecimal(parseDecimal(text))
}

function parseDecimal(text: string): Decimal {
  if (text.length > MAX_LENGTH) return undecidable()
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (whole + fraction === '') return undecidable()
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

function fromDecimal(decimal: Decimal): Exact {
  const { digits, scale } = decimal
  if (scale > MAX_DIGITS || digits >= LIMIT || digits <= -LIMIT) return undecidable()
  if (scale > 0) return decimal
  const number = Number(digits)
  return Number.isSafeInteger(number) ? number : digits
}

function toDecimal(value: Exact): Decimal {
  if (typeof value === 'object') return value
  if (typeof value === 'bigint') return { digits: value, scale: 0 }
  return Number.isInteger(value) ? { digits: BigInt(value), scale: 0 } : parseDecimal(String(value))
}

/** compareExact returns a negative number, zero or a positive number. */
export function compareExact(a: Exact, b: Exact): number {
  if (typeof a !== 'object' && typeof b !== 'object') return a < b ? -1 : a > b ? 1 : 0
  const [left, right] = aligned(a, b)
  return left < right ? -1 : left > right ? 1 : 0
}

function aligned(a: Exact, b: Exact): readonly [bigint, bigint, number] {
  const [left, right] = [toDecimal(a), toDecimal(b)]
  const scale = Math.max(left.scale, right.scale)
  return [
    left.digits * 10n ** BigInt(scale - left.scale),
    right.digits * 10n ** BigInt(scale - right.scale),
    scale,
  ]
}

/** ExactOperation computes a new number from two. */
export type ExactOperation = (a: Exact, b: Exact) => Exact

/** add is a + b. */
export const add: ExactOperation = (a, b) => safe(a, b, (x, y) => x + y) ?? linear(a, b, (x, y) => x + y)

/** subtract is a - b. */
export const subtract: ExactOperation = (a, b) => safe(a, b, (x, y) => x - y) ?? linear(a, b, (x, y) => x - y)

/** multiply is a * b. */
export const multiply: ExactOperation = (a, b) => {
  const quick = safe(a, b, (x, y) => x * y)
  if (quick !== undefined) return quick
  const [left, right] = [toDecimal(a), toDecimal(b)]
  return fromDecimal({ digits: left.digits * right.digits, scale: left.scale + right.scale })
}

/** remainder is a % b with the sign of a; by zero it is PostgreSQL's error. */
export const remainder: ExactOperation = (a, b) => {
  if (isZero(b)) return undecidable()
  return linear(a, b, (x, y) => x % y)
}

/** divideWhole is a / b for integers, cut off towards zero; by zero it is PostgreSQL's error. */
export const divideWhole: ExactOperation = (a, b) => {
  if (isZero(b)) return undecidable()
  return fromDecimal({ digits: toDecimal(a).digits / toDecimal(b).digits, scale: 0 })
}

/** toFloat rounds an exact number to the nearest float, as PostgreSQL's cast does; beyond a float lies its error. */
export function toFloat(value: Exact): number {
  if (typeof value === 'number') return value
  const float = typeof value === 'bigint' ? Number(value) : Number(`${value.digits}e-${value.scale}`)
  const isLost = !Number.isFinite(float) || (float === 0 && !isZero(value))
  return isLost ? undecidable() : float
}

/** toWhole returns a whole number as a bigint, or undefined for a fraction. */
export function toWhole(value: Exact): bigint | undefined {
  const { digits, scale } = toDecimal(value)
  return scale === 0 ? digits : undefined
}

function isZero(value: Exact): boolean {
  return toDecimal(value).digits === 0n
}

// Sums and products of safe whole numbers that come out safe have not been rounded.
function safe(a: Exact, b: Exact, operation: (a: number, b: number) => number): number | undefined {
  if (!Number.isInteger(a) || !Number.isInteger(b)) return undefined
  const result = operation(a as number, b as number)
  return Number.isSafeInteger(result) ? result : undefined
}

function linear(a: Exact, b: Exact, operation: (a: bigint, b: bigint) => bigint): Exact {
  const [left, right, scale] = aligned(a, b)
  return fromDecimal({ digits: operation(left, right), scale })
}
