// SQL that a client wrote, taken apart by PostgreSQL's own parser into single statements.
import { decode, parseSql, type SqlBounds } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'

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

// Comments and literals may hold any character but NUL.
const STATEMENT_BOUNDS: SqlBounds = { name: 'the SQL', characters: MAX_SQL, tokens: 6000 }

/** parseStatements returns the statements of a source, or throws a SqlError; the parser must be loaded. */
export function parseStatements(source: string): ParsedStatement[] {
  const { statements } = parseSql(source, STATEMENT_BOUNDS)
  if (statements.length === 0) throw new SqlError('The SQL contains no statement.')
  if (statements.length > MAX_STATEMENTS)
    throw new SqlError(`The SQL must have at most ${MAX_STATEMENTS} statements.`)
  const bytes = new TextEncoder().encode(source)
  return statements.map(({ stmt, stmt_location = 0, stmt_len }) => {
    const end = stmt_len === undefined ? bytes.length : stmt_location + stmt_len
    const [kind, tree] = Object.entries(stmt ?? {})[0] as [string, Tree]
    const raw = decode(bytes.subarray(stmt_location, end))
    const text = raw.trimStart()
    const at = decode(bytes.subarray(0, stmt_location)).length + raw.length - text.length
    return { kind, tree, text: text.trimEnd(), at }
  })
}
