// One column as it is asked for, checked against the rules of its type, and as SQL.
import { type DataType, DEFAULT_LENGTH, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { type ColumnDefault, defaultSql, parseDefault } from './ddl-default.ts'
import { indexStatement } from './ddl-index.ts'
import { objectName } from './ddl-names.ts'
import type { OnDelete } from './ddl-relationship.ts'

/** ColumnInput is a column as a client asks for it; its name is a slug already. */
export interface ColumnInput {
  readonly name: string
  readonly data_type: DataType
  readonly char_length?: number | null | undefined
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly default_value?: unknown
  readonly enum_values?: readonly string[] | null | undefined
  readonly on_delete?: OnDelete | undefined
}

/** GeneratedColumn is the expression of a generated column, and whether its values are stored or computed for each reader. */
export interface GeneratedColumn {
  readonly expression: string
  readonly kind: 'stored' | 'virtual'
}

/** ColumnDefinition is a column whose parts fit together. */
export interface ColumnDefinition {
  readonly name: string
  readonly data_type: DataType
  readonly char_length: number | undefined
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly default: ColumnDefault | undefined
  readonly enum_values: readonly string[]
  /** generated says how PostgreSQL computes the column from others; such a one has no default. */
  readonly generated?: GeneratedColumn | undefined
  /** on_delete says what becomes of a row whose file is deleted; undefined for every type but `file`. */
  readonly on_delete?: OnDelete | undefined
}

/** FieldProblem says what is wrong with one field of a column. */
export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/** MAX_LENGTH is the most that `char_length` may be. */
export const MAX_LENGTH = { string: 10_485_760, char: 255 } as const

/** defineColumn completes a column and adds to `problems` what does not fit together. */
export function defineColumn(input: ColumnInput, problems: FieldProblem[]): ColumnDefinition {
  const { name, data_type, required, unique, indexed } = input
  const refuse = (field: string, problem: string) => problems.push({ field, problem })
  const char_length = lengthOf(input, refuse)
  const enum_values = labelsOf(input, refuse)
  if (data_type === 'json' && (unique || indexed)) {
    refuse(
      unique ? 'unique' : 'indexed',
      'PostgreSQL cannot compare json values, so a json column can be neither unique nor indexed; use jsonb',
    )
  }
  const shape: ColumnShape = { name, data_type, required: false, has_default: false, enum_values }
  const value = readDefaultOf(input, { ...shape, max_length: char_length }, refuse)
  // PostgreSQL numbers the rows of a serial column itself, and allows no null in it.
  const filled = required || data_type === 'serial'
  const on_delete = ruleOf(input, refuse)
  return {
    name,
    data_type,
    char_length,
    required: filled,
    unique,
    indexed,
    default: value,
    enum_values,
    on_delete,
  }
}

type Refuse = (field: string, problem: string) => void

function lengthOf({ data_type, char_length }: ColumnInput, refuse: Refuse): number | undefined {
  if (data_type !== 'string' && data_type !== 'char') {
    if (typeof char_length === 'number') refuse('char_length', 'is only for the types string and char')
    return undefined
  }
  const length = char_length ?? DEFAULT_LENGTH[data_type]
  if (length > MAX_LENGTH[data_type]) refuse('char_length', `must be at most ${MAX_LENGTH[data_type]}`)
  return length
}

function labelsOf({ data_type, enum_values }: ColumnInput, refuse: Refuse): readonly string[] {
  const given = enum_values ?? []
  if (data_type === 'enum' && given.length === 0) refuse('enum_values', 'is required for an enum column')
  if (data_type !== 'enum' && given.length > 0) refuse('enum_values', 'is only for the type enum')
  return data_type === 'enum' ? given : []
}

// A row that must have a file keeps it; any other can do without.
function ruleOf({ data_type, required, on_delete }: ColumnInput, refuse: Refuse): OnDelete | undefined {
  if (data_type !== 'file') {
    if (on_delete !== undefined) refuse('on_delete', 'is only for the type file; use a relationship')
    return undefined
  }
  if (required && on_delete === 'set_null')
    refuse('on_delete', 'set_null is not possible for a required column; use restrict or cascade')
  return on_delete ?? (required ? 'restrict' : 'set_null')
}

function readDefaultOf(input: ColumnInput, shape: ColumnShape, refuse: Refuse): ColumnDefault | undefined {
  const { data_type, default_value } = input
  if (default_value === undefined || default_value === null) return undefined
  if (data_type === 'serial') {
    refuse('default_value', 'a serial column numbers its rows itself and takes no default')
    return undefined
  }
  const value = parseDefault(shape, default_value)
  if (!isRefusal(value)) return value
  refuse('default_value', value.problem)
  return undefined
}

function isRefusal(
  value: ColumnDefault | { readonly problem: string },
): value is { readonly problem: string } {
  return 'problem' in value
}

/** columnType writes a column's type in full; `table` is the slug that an enum type is named after. */
export function columnType(table: string, column: ColumnDefinition): string {
  if (column.data_type === 'enum') return baseType(table, column)
  const { sql } = TYPE_FACTS[column.data_type]
  return column.char_length === undefined ? sql : `${sql}(${column.char_length})`
}

/** baseType writes a column's type without its length. */
export function baseType(table: string, column: Pick<ColumnDefinition, 'name' | 'data_type'>): string {
  if (column.data_type === 'enum') return quoteIdentifier(objectName('enum', table, column.name))
  // `character` alone would mean one character.
  if (column.data_type === 'char') return 'bpchar'
  return TYPE_FACTS[column.data_type].sql.split('(', 1)[0] as string
}

/** columnCheck writes the condition that values of the type meet beyond what their PostgreSQL type says. */
export function columnCheck(type: DataType, value: string): string | undefined {
  const { rule } = TYPE_FACTS[type]
  if (rule === undefined) return undefined
  const form = `${value} ~ ${quoteLiteral(rule.pattern)}`
  return rule.most === undefined ? form : `length(${value}) <= ${rule.most} and ${form}`
}

/** columnClause writes a column as it stands in CREATE TABLE and ADD COLUMN. */
export function columnClause(table: string, column: ColumnDefinition): string {
  const name = quoteIdentifier(column.name)
  const parts = [name, columnType(table, column)]
  if (column.data_type === 'serial') parts.push(identityClause(table, column.name))
  if (column.default !== undefined)
    parts.push(`default ${defaultSql(column.default, baseType(table, column))}`)
  if (column.generated !== undefined)
    parts.push(`generated always as (${column.generated.expression}) ${column.generated.kind}`)
  if (column.required) parts.push('not null')
  const check = columnCheck(column.data_type, name)
  if (check !== undefined) {
    parts.push(`constraint ${quoteIdentifier(objectName('check', table, column.name))} check (${check})`)
  }
  return parts.join(' ')
}

/** identityClause makes a column number its rows, from `start` on. */
export function identityClause(table: string, column: string, start = 1): string {
  const sequence = quoteIdentifier(objectName('seq', table, column))
  const begin = start === 1 ? '' : ` start with ${start}`
  return `generated by default as identity (sequence name ${sequence}${begin})`
}

/** enumStatement creates the type of an enum column. */
export function enumStatement(table: string, column: ColumnDefinition): string {
  return `create type ${baseType(table, column)} as enum (${column.enum_values.map(quoteLiteral).join(', ')})`
}

/** indexStatements creates the indexes that a column asks for. */
export function indexStatements(table: string, column: ColumnDefinition): string[] {
  const columns = [column.name]
  const statements = column.unique ? [indexStatement(table, { columns, unique: true })] : []
  const method = column.data_type === 'jsonb' ? { method: 'gin' as const } : {}
  if (column.indexed) statements.push(indexStatement(table, { columns, unique: false, ...method }))
  return statements
}
