// Which columns of a view never hold null: plain columns that are NOT NULL, of tables on no optional side of a join.
// Whatever else stands there is not looked into, and may be null.
import { namesOf } from '#engine/conditions/syntax/tree.ts'
import { parseSql, type SqlBounds } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import type { Node, ResTarget, SelectStmt } from '#engine/parser/syntax-tree.ts'

/** VIEW_BOUNDS are the limits of a view's definition as PostgreSQL prints it: longer than the one that was written. */
const VIEW_BOUNDS: SqlBounds = { name: 'a view', characters: 200_000, tokens: 20_000 }

/** NotNullColumns returns the columns of a table or view that never hold null; undefined for what is neither. */
export type NotNullColumns = (relation: string) => ReadonlySet<string> | undefined

const NONE: ReadonlySet<string> = new Set()

/** notNullColumns reads a view's definition, after `loadParser`; what cannot be decided may be null. */
export function notNullColumns(definition: string, of: NotNullColumns): ReadonlySet<string> {
  try {
    const [statement, second] = parseSql(definition, VIEW_BOUNDS).statements
    if (statement?.stmt === undefined || second !== undefined || !('SelectStmt' in statement.stmt))
      return NONE
    return columnsOf(statement.stmt.SelectStmt, of)
  } catch (error) {
    if (error instanceof SqlError) return NONE
    throw error
  }
}

// The second query of a UNION, WITH and GROUPING SETS bring rows or nulls that the tables do not have.
function columnsOf(select: SelectStmt, of: NotNullColumns): ReadonlySet<string> {
  const plain = select.op === undefined || select.op === 'SETOP_NONE'
  const sets = (select.groupClause ?? []).some((node) => 'GroupingSet' in node)
  if (!plain || sets || select.withClause !== undefined) return NONE
  const sources = new Map<string, ReadonlySet<string>>()
  let all = true
  for (const node of select.fromClause ?? []) all = addSources(node, false, of, sources) && all
  const [only] = all && sources.size === 1 ? sources.values() : []
  const targets = (select.targetList ?? []).flatMap((node) => ('ResTarget' in node ? [node.ResTarget] : []))
  return new Set(targets.flatMap((target) => nameOf(target, sources, only) ?? []))
}

// Returns false where something is there whose columns are not known.
function addSources(
  node: Node,
  optional: boolean,
  of: NotNullColumns,
  sources: Map<string, ReadonlySet<string>>,
): boolean {
  if ('JoinExpr' in node) {
    const { jointype, larg, rarg, alias } = node.JoinExpr
    if (larg === undefined || rarg === undefined || alias !== undefined) return false
    const left = optional || jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL'
    const right = optional || jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL'
    const both = [addSources(larg, left, of, sources), addSources(rarg, right, of, sources)]
    return both.every(Boolean)
  }
  if (!('RangeVar' in node)) return false
  const { relname = '', schemaname, alias } = node.RangeVar
  const known = schemaname === undefined && alias?.colnames === undefined ? of(relname) : undefined
  sources.set(alias?.aliasname ?? relname, optional || known === undefined ? NONE : known)
  return known !== undefined
}

function nameOf(
  { name, val }: ResTarget,
  sources: ReadonlyMap<string, ReadonlySet<string>>,
  only: ReadonlySet<string> | undefined,
): string | undefined {
  const path = val !== undefined && 'ColumnRef' in val ? namesOf(val.ColumnRef.fields) : undefined
  const [first = '', second] = path ?? []
  if (path === undefined || path.length > 2) return undefined
  const column = second ?? first
  const source = second === undefined ? only : sources.get(first)
  return source?.has(column) ? (name ?? column) : undefined
}
