// From PostgreSQL's types back to the data types of the specification, for what was made by SQL.
import { DATA_TYPES, type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'

/** CatalogType is a column's type as in PostgreSQL's catalog; `sql` is what format_type writes. */
export interface CatalogType {
  readonly sql: string
  readonly is_enum: boolean
  readonly is_identity: boolean
}

const TYPES: ReadonlyMap<string, DataType> = new Map<string, DataType>([
  ...DATA_TYPES.toReversed().map((type): [string, DataType] => [TYPE_FACTS[type].sql, type]),
  ['real', 'float'],
  ['bpchar', 'char'],
])

const HINTS: Readonly<Record<string, string>> = {
  'timestamp without time zone': 'use timestamptz',
  'time with time zone': 'use time',
  xml: 'use text',
  name: 'use text',
}

/** dataTypeOf returns the data type of a column, or undefined where the specification has none for it. */
export function dataTypeOf(type: CatalogType): DataType | undefined {
  if (type.is_enum) return 'enum'
  const base = withoutLength(type.sql)
  if (base === 'integer' && type.is_identity) return 'serial'
  // Without a length it is a text in all but name.
  if (type.sql === 'character varying') return 'text'
  return TYPES.get(base)
}

/** isStillOf reports whether a column that was of a data type may go on to be called so. */
export function isStillOf(data_type: DataType, type: CatalogType): boolean {
  if (data_type === 'enum' || type.is_enum) return data_type === 'enum' && type.is_enum
  if (data_type === 'serial' && !type.is_identity) return false
  const { sql } = TYPE_FACTS[data_type]
  return sql.includes('(') ? sql === type.sql : sql === withoutLength(type.sql)
}

/** typeProblem says of a type without a data type what to use instead. */
export function typeProblem({ sql }: CatalogType): string {
  const hint = HINTS[withoutLength(sql)] ?? (sql.endsWith('[]') ? 'use jsonb' : 'use text or jsonb')
  return `columns of type ${sql} are not supported; ${hint}`
}

function withoutLength(sql: string): string {
  return sql.replace(/\(\d+(?:,\s*\d+)?\)/, '')
}
