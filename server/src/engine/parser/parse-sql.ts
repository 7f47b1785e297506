// The one way to PostgreSQL's parser. Every text of a client passes the same bounds first, each caller with its own
// figures: length, characters, runs of comments (postgres-parser.ts), tokens and nesting.
import { countTokens } from './count-tokens.ts'
import { findTooDeep, MAX_BRACKETS, MAX_CHAIN } from './nesting.ts'
import { isLoaded, load, ParseError, parseText, scanText } from './postgres-parser.ts'
import { SqlError } from './sql-error.ts'
import type { RawStmt, ScanToken } from './syntax-tree.ts'

/** SqlBounds are the limits of one kind of text. */
export interface SqlBounds {
  /** name is how messages call the text, such as `a query`. */
  readonly name: string
  /** characters is how many UTF-16 units it may have. */
  readonly characters: number
  /** tokens is how many tokens each of its statements may have. */
  readonly tokens: number
  /** controls are the control characters that it may contain; without it, all but NUL. */
  readonly controls?: string
}

/** Frame is SQL that is put around a text before it is parsed; each side is on lines of its own. */
export interface Frame {
  readonly start: string
  readonly end: string
}

/** Fail builds the error for a place in the text; `location` is the parser's, in bytes of the text with its frame. */
export type Fail = (message: string, location?: number) => SqlError

/** ParsedSql is a text's statements, and how to point at places in it. */
export interface ParsedSql {
  readonly statements: readonly RawStmt[]
  readonly fail: Fail
}

// Some 70 ms of PostgreSQL's scanner and parser.
const MAX_TOKENS = 40_000

const NO_FRAME: Frame = { start: '', end: '' }

/** loadParser loads the parser, or its replacement after it broke; await it before scanSql and parseSql. */
export async function loadParser(): Promise<void> {
  await load()
}

/** scanSql returns a text's tokens, their places in bytes without the frame, or throws a SqlError. */
export function scanSql(source: string, bounds: SqlBounds, frame = NO_FRAME): readonly ScanToken[] {
  checkText(source, bounds)
  const tokens = scan(source, bounds, frame)
  checkTokens(source, tokens, bounds)
  return tokens
}

/**
 * parseSql returns a text's statements, or throws a SqlError that points at its place. `checkTokens` sees the tokens
 * before the text is parsed.
 */
export function parseSql(
  source: string,
  bounds: SqlBounds,
  frame = NO_FRAME,
  checkTokens?: (tokens: readonly ScanToken[]) => void,
): ParsedSql {
  const tokens = scanSql(source, bounds, frame)
  checkTokens?.(tokens)
  const shift = frame.start.length
  return {
    statements: parse(source, bounds, frame),
    fail: (message, location = -1) => new SqlError(message, indexOf(source, location - shift)),
  }
}

/** indexOf returns the UTF-16 index of a byte of a text, or undefined for a byte outside of it. */
export function indexOf(source: string, byte: number | undefined): number | undefined {
  if (byte === undefined || byte < 0) return undefined
  return decode(new TextEncoder().encode(source).subarray(0, byte)).length
}

/** decode reads UTF-8 without dropping a byte order mark. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function checkText(source: string, { name, characters, controls }: SqlBounds): void {
  if (!isLoaded()) throw new Error('loadParser must be awaited before SQL is parsed')
  if (source.length > characters) throw new SqlError(`${name} must have at most ${characters} characters`)
  const isRefused = (character: string) =>
    controls === undefined ? character === '\0' : character < ' ' && !controls.includes(character)
  for (let at = 0; at < source.length; at += 1) {
    if (!isRefused(source[at] as string)) continue
    const kind = controls === undefined ? 'NUL' : 'NUL or other control'
    throw new SqlError(`${name} must not contain ${kind} characters`, at)
  }
  if (!source.isWellFormed()) throw new SqlError(`${name} must be well-formed Unicode`)
  if (countTokens(source, MAX_TOKENS) > MAX_TOKENS)
    throw new SqlError(`${name} must have at most ${MAX_TOKENS} words and signs in all`)
}

function checkTokens(source: string, tokens: readonly ScanToken[], { name, tokens: most }: SqlBounds): void {
  const tooDeep = findTooDeep(tokens)
  if (tooDeep !== undefined) {
    const limits = `nest at most ${MAX_BRACKETS} levels deep, and chain at most ${MAX_CHAIN} words and signs`
    throw new SqlError(`${name} must ${limits}`, indexOf(source, tooDeep.start))
  }
  let count = 0
  for (const { text, start } of tokens) {
    count = text === ';' ? 0 : count + 1
    if (count > most)
      throw new SqlError(`${name} must have at most ${most} words and signs`, indexOf(source, start))
  }
}

function scan(source: string, bounds: SqlBounds, frame: Frame): readonly ScanToken[] {
  // The scanner refuses an empty text.
  if (source.trim() === '') return []
  try {
    return scanText(source)
  } catch {
    // The scanner's own message is lost in its output format; the parser repeats it with a position.
    parse(source, bounds, frame)
    throw new SqlError(`${bounds.name} contains characters that SQL does not know`)
  }
}

function parse(source: string, { name }: SqlBounds, { start, end }: Frame): readonly RawStmt[] {
  try {
    return parseText(start + source + end).stmts ?? []
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw new SqlError(`${name} cannot be parsed: it nests too deeply`)
    // In errors the parser counts code points, not the bytes of the tree's locations.
    const characters = [...source]
    const index = cause.position - start.length
    if (end !== '' && index >= characters.length) throw new SqlError(`${name} ends too early`, source.length)
    throw new SqlError(cause.message, characters.slice(0, Math.max(index, 0)).join('').length)
  }
}
