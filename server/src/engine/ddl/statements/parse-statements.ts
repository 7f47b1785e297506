// SQL that a client wrote, taken apart by PostgreSQL's own parser into single statements (spec 4.13).
import type { ParseResult, ScanToken } from 'libpg-query'
import {
  MAX_BRACKETS,
  MAX_CHAIN,
  nestsTooDeeply,
  ParseError,
  parseSql,
  scanSql,
} from '#engine/parser/postgres-parser.ts'
import { StatementError } from './statement-error.ts'

/** Tree is a node of the parser's tree: what it holds is checked where it is used. */
export type Tree = { readonly [key: string]: unknown }

/** ParsedStatement is one statement of a source. */
export interface ParsedStatement {
  /** kind is the parser's name of the statement, `CreateStmt` for instance. */
  readonly kind: string
  readonly tree: Tree
  readonly text: string
  /** at is where `text` begins in the source, in characters from 0. */
  readonly at: number
}

/** MAX_SQL is how many characters a source may have, MAX_STATEMENTS how many statements. */
export const MAX_SQL = 100_000
export const MAX_STATEMENTS = 200

const MAX_TOKENS = 6000

/** parseStatements gives the statements of a source, or throws a StatementError; the parser must be loaded. */
export function parseStatements(source: string): ParsedStatement[] {
  if (source.length > MAX_SQL) throw new StatementError(`The SQL has more than ${MAX_SQL} characters.`)
  const nul = source.indexOf('\0')
  if (nul >= 0) throw new StatementError('The SQL must not contain NUL characters.', nul)
  if (!source.isWellFormed()) throw new StatementError('The SQL must be well-formed Unicode.')
  checkTokens(source)
  const bytes = new TextEncoder().encode(source)
  const parsed = parse(source).stmts ?? []
  if (parsed.length === 0) throw new StatementError('The SQL holds no statement.')
  if (parsed.length > MAX_STATEMENTS)
    throw new StatementError(`The SQL has more than ${MAX_STATEMENTS} statements.`)
  return parsed.map(({ stmt, stmt_location = 0, stmt_len }) => {
    const end = stmt_len === undefined ? bytes.length : stmt_location + stmt_len
    const [kind, tree] = Object.entries(stmt ?? {})[0] as [string, Tree]
    const raw = decode(bytes.subarray(stmt_location, end))
    const text = raw.trimStart()
    const at = decode(bytes.subarray(0, stmt_location)).length + raw.length - text.length
    return { kind, tree, text: text.trimEnd(), at }
  })
}

function checkTokens(source: string): void {
  const tokens = scan(source)
  if (nestsTooDeeply(tokens)) {
    throw new StatementError(
      `A statement may nest at most ${MAX_BRACKETS} levels deep, and chain at most ${MAX_CHAIN} words and signs.`,
    )
  }
  let count = 0
  for (const { text } of tokens) {
    count = text === ';' ? 0 : count + 1
    if (count > MAX_TOKENS)
      throw new StatementError(`A statement may have at most ${MAX_TOKENS} words and signs.`)
  }
}

function scan(source: string): readonly ScanToken[] {
  try {
    return scanSql(source)
  } catch {
    // The scanner's own message is lost in its output format; the parser repeats it with a position.
    parse(source)
    throw new StatementError('The SQL holds characters that PostgreSQL does not know.')
  }
}

function parse(source: string): ParseResult {
  try {
    return parseSql(source)
  } catch (cause) {
    if (!(cause instanceof ParseError))
      throw new StatementError('The SQL cannot be parsed: it is nested too deeply.')
    const { message } = cause
    // Here the parser counts characters, not UTF-16 units.
    const position = [...source].slice(0, cause.position).join('').length
    throw new StatementError(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`, position)
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
