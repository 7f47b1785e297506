// Default values of columns: from JSON to SQL, and from PostgreSQL's catalog back to JSON (spec 2.14).
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { fromJson, isProblem, type Problem } from '#engine/shapes/values.ts'

/** ColumnDefault is a constant in PostgreSQL's text form, or one of the expressions that are allowed. */
export type ColumnDefault =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'expression'; readonly sql: string }

// Everything that is not in this list is a constant, however much it looks like SQL.
const EXPRESSIONS: Readonly<Record<string, readonly DataType[]>> = {
  'now()': ['timestamp', 'date', 'time'],
  current_date: ['date', 'timestamp'],
  'gen_random_uuid()': ['uuid'],
  'auth.uid()': ['uuid'],
}

/** parseDefault turns a `default_value` into a default of the column, or says why it does not fit. */
export function parseDefault(column: ColumnShape, value: unknown): ColumnDefault | Problem {
  const expression = expressionOf(column, value)
  if (expression !== undefined) return expression
  const text = fromJson(column, value)
  if (isProblem(text)) return text
  return text === null ? { problem: 'must not be null' } : { kind: 'constant', text }
}

function expressionOf(column: ColumnShape, value: unknown): ColumnDefault | Problem | undefined {
  const { family } = TYPE_FACTS[column.data_type]
  if (typeof value !== 'string' || (family !== 'temporal' && family !== 'uuid')) return undefined
  const sql = value.trim().toLowerCase()
  const types = Object.hasOwn(EXPRESSIONS, sql) ? EXPRESSIONS[sql] : undefined
  if (types === undefined) return undefined
  if (types.includes(column.data_type)) return { kind: 'expression', sql }
  return { problem: `${sql} does not fit a column of type ${column.data_type}` }
}

/** defaultSql writes a default; `type` is the column's type without its length, so that nothing is cut in silence. */
export function defaultSql(value: ColumnDefault, type: string): string {
  return value.kind === 'expression' ? value.sql : `${quoteLiteral(value.text)}::${type}`
}

// 'text'::type, a bare number, true or false: what PostgreSQL writes for constants.
const QUOTED = /^\(*'([^']*(?:''[^']*)*)'(?:::[\w\s.$",():]+)?$/
const BARE = /^\(*(-?[\d.]+(?:e[+-]?\d+)?|true|false)\)*(?:::[\w\s.$",():]+)?$/i

/** readDefault understands what the catalog says of a default; what Msingi did not write stays an expression. */
export function readDefault(sql: string): ColumnDefault {
  const quoted = QUOTED.exec(sql)?.[1]
  if (quoted !== undefined) return { kind: 'constant', text: quoted.replaceAll("''", "'") }
  const bare = BARE.exec(sql)?.[1]
  return bare === undefined
    ? { kind: 'expression', sql: sql === 'CURRENT_DATE' ? 'current_date' : sql }
    : { kind: 'constant', text: bare }
}
