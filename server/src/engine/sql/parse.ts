// From a client's text to one SELECT: limits, tokens and the real parser. Whatever follows may trust that there is one
// statement of that kind, and nothing else of the tree.
import type { ScanToken, SelectStmt } from 'libpg-query'
import { loadParser, MAX_BRACKETS, ParseError, parseSql, scanSql } from '#engine/parser/postgres-parser.ts'
import { SqlError } from './sql-error.ts'

/** MAX_SQL is how many characters a query may have (spec 8). */
export const MAX_SQL = 8000

// The parser recurses once for each level of the tree that it prints, and a chain such as `- - - x` nests without any
// bracket: the number of tokens keeps it far from the end of the stack.
const MAX_TOKENS = 3000

/** Fail builds the error for a place in the tree; `location` is the parser's, in bytes. */
export type Fail = (message: string, location?: number) => SqlError

/** ParsedQuery is the one SELECT of a source, and the way to point at places in it. */
export interface ParsedQuery {
  readonly select: SelectStmt
  readonly fail: Fail
}

/** loadSqlParser loads the parser's module; await it before parseQuery and scanQuery. */
export async function loadSqlParser(): Promise<void> {
  await loadParser()
}

/** parseQuery turns a source into its one SELECT, or throws a SqlError. */
export function parseQuery(source: string): ParsedQuery {
  scanQuery(source)
  const fail: Fail = (message, location) => new SqlError(message, indexOf(source, location))
  const statements = parse(source)
  const [statement, second] = statements
  if (!statement?.stmt) throw new SqlError('the query is empty')
  if (second) throw fail('only one statement is allowed', second.stmt_location ?? statement.stmt_len)
  const select = statement.stmt.SelectStmt
  if (!select) {
    throw fail('only SELECT, WITH and VALUES are allowed: this query must read and cannot write', 0)
  }
  return { select, fail }
}

/** scanQuery gives the tokens of a source, or throws a SqlError where it is too long or no SQL at all. */
export function scanQuery(source: string): readonly ScanToken[] {
  checkText(source)
  const tokens = scan(source)
  checkTokens(tokens)
  return tokens
}

/** indexOf gives the UTF-16 index of a byte of the source. */
export function indexOf(source: string, location: number | undefined): number | undefined {
  if (location === undefined || location < 0) return undefined
  const bytes = new TextEncoder().encode(source).subarray(0, location)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).length
}

function checkText(source: string): void {
  if (source.length > MAX_SQL) throw new SqlError(`a query may have at most ${MAX_SQL} characters`)
  if (!source.isWellFormed()) throw new SqlError('a query must be well-formed Unicode')
  const control = [...source].findIndex((character) => character < ' ' && !'\t\n\r\f'.includes(character))
  if (control >= 0) throw new SqlError('a query cannot hold NUL or other control characters')
}

function scan(source: string): readonly ScanToken[] {
  try {
    return scanSql(source)
  } catch {
    // The scanner's own message is lost in its output format; the parser repeats it with a position.
    parse(source)
    throw new SqlError('the query holds characters that SQL does not know')
  }
}

function checkTokens(tokens: readonly ScanToken[]): void {
  if (tokens.length > MAX_TOKENS) throw new SqlError(`a query may have at most ${MAX_TOKENS} words and signs`)
  let depth = 0
  for (const { text } of tokens) {
    if (text === '(' || text === '[') depth += 1
    if (text === ')' || text === ']') depth -= 1
    if (depth > MAX_BRACKETS) throw new SqlError(`a query may nest at most ${MAX_BRACKETS} levels deep`)
  }
}

interface RawStatement {
  readonly stmt?: object & { SelectStmt?: SelectStmt }
  readonly stmt_location?: number
  readonly stmt_len?: number
}

function parse(source: string): readonly RawStatement[] {
  try {
    return (parseSql(source).stmts ?? []) as RawStatement[]
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw new SqlError('the query cannot be parsed')
    const { message, position } = cause
    // Here the parser counts characters, not the bytes that it gives as locations in the tree.
    throw new SqlError(message, [...source].slice(0, position).join('').length)
  }
}
