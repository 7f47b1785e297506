// One pass over a JSON text before it is parsed: how deep and how large it is, and what JSON.parse would not keep.
// It decides nothing about the grammar: a text that is no JSON is refused by JSON.parse.

/** JsonScan is what a text holds, up to the place where it passed a bound. */
export interface JsonScan {
  /** values counts objects, arrays, texts, numbers and literals; of a text that is no JSON it is an estimate. */
  readonly values: number
  /** depth is how deep objects and arrays nest. */
  readonly depth: number
  /**
   * tokens are those that JSON.parse might not keep, as starts and ends in turn: numbers that no double holds or whose
   * exponent is huge, and names with escapes.
   */
  readonly tokens: readonly number[]
  /** hasHalfPair is true where an escape stands for half a surrogate pair, which cannot be written as UTF-8. */
  readonly hasHalfPair: boolean
}

/** ScanBounds end a scan: what is beyond them is refused anyway. */
export interface ScanBounds {
  readonly values: number
  readonly depth: number
}

const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
/** SCAN_CODES are the characters between which a JSON text is cut. */
export const SCAN_CODES = {
  quote: QUOTE,
  comma: COMMA,
  minus: MINUS,
  openArray: OPEN_ARRAY,
  closeArray: CLOSE_ARRAY,
  openObject: OPEN_OBJECT,
  closeObject: CLOSE_OBJECT,
} as const
const COLON = 0x3a
const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20
const CASE = 0x20
const LOWER_A = 0x61
const LOWER_D = 0x64
const LOWER_E = 0x65
const LOWER_U = 0x75
const EIGHT = 0x38
const ESCAPE_LENGTH = 6

// A double keeps every number of up to 15 significant digits within its range.
const KEPT_DIGITS = 15
// Below this, a double has fewer than 15 digits.
const LEAST_NORMAL = 2.3e-308
// PostgreSQL writes a number out in full: few bytes with a large exponent would make an answer of megabytes.
const HUGE_EXPONENT_DIGITS = 4

/** scanJson reads a text once, in time linear in its length, and stops as soon as it is beyond the bounds. */
export function scanJson(text: string, bounds: ScanBounds): JsonScan {
  const strings = stringSkipper(text)
  const tokens: number[] = []
  let values = 1
  let depth = 0
  let deepest = 0
  let at = 0
  while (at < text.length && values <= bounds.values && deepest <= bounds.depth) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = strings.endOf(at)
      if (strings.hasEscape() && isName(text, end)) tokens.push(at, end)
      at = end
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at)
      if (!isPlain(text, at, end)) tokens.push(at, end)
      at = end
    } else {
      if (code === COMMA) values += 1
      else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
        values += 1
        depth += 1
        if (depth > deepest) deepest = depth
      } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1
      at += 1
    }
  }
  return { values, depth: deepest, tokens, hasHalfPair: strings.hasHalfPair() }
}

/** isName reports whether a colon follows the string that ends at a place. */
export function isName(text: string, end: number): boolean {
  let at = end
  while (isSpace(text.charCodeAt(at))) at += 1
  return text.charCodeAt(at) === COLON
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB || code === LINE_FEED || code === CARRIAGE_RETURN
}

/**
 * plainName returns a name with escapes for only what must have them. JSON.parse of V8 reads a name with an escape as
 * another one of an earlier text, if that begins with the same characters and is as long as what this one stands for
 * (nodejs/node#63785). A single string is read correctly. It throws where the token is no string.
 */
export function plainName(token: string): string {
  return JSON.stringify(JSON.parse(token))
}

/** isDigit says whether a character is one. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

/** endOfNumber returns where the number that begins at `start` ends, or whatever looks like one. */
export function endOfNumber(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && isNumberPart(text.charCodeAt(at))) at += 1
  return at
}

function isNumberPart(code: number): boolean {
  return isDigit(code) || code === POINT || code === MINUS || code === PLUS || (code | CASE) === LOWER_E
}

/** isPlain says whether a double keeps the number from `start` to `end`, and its exponent is not huge. */
export function isPlain(text: string, start: number, end: number): boolean {
  // Nearly all numbers are short and have no exponent, and are not even cut out of the text.
  if (end - start <= KEPT_DIGITS && !hasExponent(text, start, end)) return true
  const source = text.slice(start, end)
  return !hasHugeExponent(source) && isKept(source)
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((text.charCodeAt(at) | CASE) === LOWER_E) return true
  return false
}

/** hasHugeExponent says whether a number's exponent is written with so many digits that it may be huge. */
export function hasHugeExponent(source: string): boolean {
  const at = exponentOf(source)
  const sign = source.charCodeAt(at + 1)
  return source.length - at - (sign === PLUS || sign === MINUS ? 2 : 1) >= HUGE_EXPONENT_DIGITS
}

// Where the `e` stands; the end where there is none.
function exponentOf(source: string): number {
  let at = 0
  while (at < source.length && (source.charCodeAt(at) | CASE) !== LOWER_E) at += 1
  return at
}

/** isKept says whether a double keeps a number as it is written. */
export function isKept(source: string): boolean {
  const value = Number(source)
  const digits = significantDigits(source)
  if (value === 0) return digits === 0
  if (!Number.isFinite(value) || Math.abs(value) < LEAST_NORMAL) return false
  return digits <= KEPT_DIGITS || String(value) === source
}

// How many digits stand before the exponent, without leading zeros.
function significantDigits(source: string): number {
  let count = 0
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if ((code | CASE) === LOWER_E) break
    if (isDigit(code) && (count > 0 || code !== ZERO)) count += 1
  }
  return count
}

/**
 * stringSkipper returns functions that find the end of the string that begins at a place, and report whether any so far
 * had half a surrogate pair and the latest one had escapes. Strings must be asked for in their order.
 */
export function stringSkipper(text: string) {
  // The places of the next quote and the next backslash, each of which is looked for only when the scan has passed the
  // one before: a text full of either is still read once.
  let quote = -1
  let backslash = -1
  let hasHalfPair = false
  let hasEscape = false
  const endOf = (start: number): number => {
    let at = start + 1
    hasEscape = false
    for (;;) {
      if (quote < at) quote = placeOf(text, '"', at)
      if (backslash < at) backslash = placeOf(text, '\\', at)
      if (quote <= backslash) return quote + 1
      hasEscape = true
      const unit = escapedSurrogate(text, backslash)
      const isPair = unit === 'high' && escapedSurrogate(text, backslash + ESCAPE_LENGTH) === 'low'
      if (unit !== undefined && !isPair) hasHalfPair = true
      at = backslash + (isPair ? 2 * ESCAPE_LENGTH : 2)
    }
  }
  return { endOf, hasHalfPair: () => hasHalfPair, hasEscape: () => hasEscape }
}

function placeOf(text: string, character: string, from: number): number {
  const place = text.indexOf(character, from)
  return place === -1 ? text.length : place
}

// Which half of a surrogate pair the escape at a place stands for, such as \ud83d.
function escapedSurrogate(text: string, at: number): 'high' | 'low' | undefined {
  if (text.charCodeAt(at) !== BACKSLASH || text.charCodeAt(at + 1) !== LOWER_U) return undefined
  if ((text.charCodeAt(at + 2) | CASE) !== LOWER_D) return undefined
  const third = text.charCodeAt(at + 3)
  const letter = third | CASE
  if (third === EIGHT || third === NINE || letter === LOWER_A || letter === LOWER_A + 1) return 'high'
  return letter >= LOWER_A + 2 && letter <= LOWER_A + 5 ? 'low' : undefined
}
