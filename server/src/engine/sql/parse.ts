// From a client's text to one SELECT. Whatever follows may rely on there being one statement of that kind, and on
// nothing else of the tree.
import { type Fail, parseSql, type SqlBounds } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import type { SelectStmt } from '#engine/parser/syntax-tree.ts'

/** MAX_SQL is how many characters a query may have. */
export const MAX_SQL = 8000

// The parser recurses once for each level of the tree that it prints, and a chain such as `- - - x` nests without any
// bracket: the number of tokens keeps it far from the end of the stack.
/** QUERY_BOUNDS are the limits of a query's text. */
export const QUERY_BOUNDS: SqlBounds = {
  name: 'a query',
  characters: MAX_SQL,
  tokens: 3000,
  controls: '\t\n\r\f',
}

/** ParsedQuery is the one SELECT of a source, and how to point at places in it. */
export interface ParsedQuery {
  readonly select: SelectStmt
  readonly fail: Fail
}

/** parseQuery returns the one SELECT of a source, or throws a SqlError. */
export function parseQuery(source: string): ParsedQuery {
  const { statements, fail } = parseSql(source, QUERY_BOUNDS)
  const [statement, second] = statements
  if (!statement?.stmt) throw new SqlError('the query is empty')
  if (second) throw fail('only one statement is allowed', second.stmt_location ?? statement.stmt_len)
  if (!('SelectStmt' in statement.stmt)) {
    throw fail('only SELECT, WITH and VALUES are allowed: this query must read and cannot write', 0)
  }
  return { select: statement.stmt.SelectStmt, fail }
}
