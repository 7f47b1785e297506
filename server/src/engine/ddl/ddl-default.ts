// Default values of columns: from JSON to SQL, and from PostgreSQL's catalog back to JSON.
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { fromJson, fromText, isProblem, type Parameter, type Problem } from '#engine/shapes/values.ts'

/**
 * ColumnDefault is a constant in PostgreSQL's text form, or an expression. What is `written` by a client has yet to be
 * checked (default-expression.ts), and makes the project run on its own login, as DDL does.
 */
export type ColumnDefault =
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'expression'; readonly sql: string; readonly written?: true }

// These run on the shared pool as well.
const EXPRESSIONS: Readonly<Record<string, readonly DataType[]>> = {
  'now()': ['timestamp', 'date', 'time'],
  current_date: ['date', 'timestamp'],
  'gen_random_uuid()': ['uuid'],
  'auth.uid()': ['uuid'],
}

/** parseDefault turns a `default_value` into a default of the column, or says why it does not fit. */
export function parseDefault(column: ColumnShape, value: unknown): ColumnDefault | Problem {
  const expression = knownExpression(column, value) ?? writtenExpression(column, value)
  if (expression !== undefined) return expression
  const text = plainValue(column, value)
  if (isProblem(text)) return text
  return text === null ? { problem: 'must not be null' } : { kind: 'constant', text }
}

// Forms have texts only: a text that is plainly a value of the column's type is that value.
function plainValue(column: ColumnShape, value: unknown): Parameter {
  const { family } = TYPE_FACTS[column.data_type]
  if (typeof value !== 'string') return fromJson(column, value)
  const text = value.trim()
  if (family === 'boolean') return fromText(column, text.toLowerCase())
  if (family === 'integer' || family === 'number') return fromText(column, text)
  if (family !== 'json' || !/^[[{]/.test(text)) return fromJson(column, value)
  const json = fromText(column, text)
  return isProblem(json) ? fromJson(column, value) : json
}

// Texts and JSON are constants, however much they look like SQL. No constant of another type holds a parenthesis.
function writtenExpression({ data_type }: ColumnShape, value: unknown): ColumnDefault | undefined {
  const { family } = TYPE_FACTS[data_type]
  if (typeof value !== 'string' || family === 'text' || family === 'json') return undefined
  const text = value.trim()
  return /\(|^current_/i.test(text) ? { kind: 'expression', sql: text, written: true } : undefined
}

function knownExpression(column: ColumnShape, value: unknown): ColumnDefault | Problem | undefined {
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
  if (value.kind === 'constant') return `${quoteLiteral(value.text)}::${type}`
  // The line ends a comment that the client may have left open.
  return value.written ? `(${value.sql}\n)` : value.sql
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
