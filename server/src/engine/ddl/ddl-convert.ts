// Changing a column's type: how a value is converted, and how to tell what would be lost on the way.
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { columnCheck } from './ddl-column.ts'
import { fileExists } from './ddl-file.ts'

/** Conversion is a change of type; the SQL types are written in full. */
export interface Conversion {
  readonly from: DataType
  readonly from_sql: string
  readonly to: DataType
  readonly to_sql: string
}

/** CONVERT is a function that exists only while a type changes: it returns null where a value cannot be converted. */
export const CONVERT = '"msingi$convert"'

/** KEPT is its companion: it reports whether a value says the same after the conversion. */
export const KEPT = '"msingi$kept"'

/** castExpression converts a value; enum types have no casts but those of their text. */
export function castExpression({ from, to, to_sql }: Conversion, value: string): string {
  return from === 'enum' || to === 'enum' ? `${value}::text::${to_sql}` : `${value}::${to_sql}`
}

/**
 * conversionStatements create both functions. A failing cast must not end the scan, and PostgreSQL tells failing
 * values only by raising: hence PL/pgSQL, whose handlers leave a timeout alone.
 */
export function conversionStatements(conversion: Conversion): string[] {
  const { from_sql, to_sql, to } = conversion
  const cast = castExpression(conversion, 'v')
  const check = to === 'file' ? fileExists(cast) : columnCheck(to, cast)
  const converted = check === undefined ? cast : `case when ${check} then ${cast} end`
  return [
    attempt(`${CONVERT}(v ${from_sql}) returns ${to_sql}`, converted, 'null'),
    attempt(`${KEPT}(v ${from_sql}) returns boolean`, sameExpression(conversion, cast), 'false'),
  ]
}

/** dropConversionStatements remove both functions. */
export function dropConversionStatements({ from_sql }: Conversion): string[] {
  return [`drop function ${CONVERT}(${from_sql})`, `drop function ${KEPT}(${from_sql})`]
}

function attempt(head: string, expression: string, otherwise: string): string {
  return `create function ${head} language plpgsql as $msingi$
begin
  return ${expression};
exception when others then
  return ${otherwise};
end $msingi$`
}

// There and back again, but for text: '007' becomes 7 and comes back as '7', which is no loss.
function sameExpression(conversion: Conversion, cast: string): string {
  const { from, to, from_sql } = conversion
  if (isText(to)) return `(${cast})::text = v::text`
  if (isText(from)) return isNumber(to) ? `(${cast})::numeric = v::text::numeric` : 'true'
  // json has no equality of its own.
  if (from === 'json' || to === 'json') return `(${cast})::jsonb = v::jsonb`
  return `(${cast})::${from_sql} is not distinct from v`
}

function isText(type: DataType): boolean {
  return TYPE_FACTS[type].family === 'text'
}

function isNumber(type: DataType): boolean {
  const { family } = TYPE_FACTS[type]
  return family === 'number' || family === 'integer'
}

const WIDER: Readonly<Partial<Record<DataType, readonly DataType[]>>> = {
  smallint: ['integer', 'serial', 'bigint', 'decimal', 'float'],
  integer: ['serial', 'bigint', 'decimal', 'float'],
  serial: ['integer', 'bigint', 'decimal', 'float'],
  bigint: ['decimal'],
  money: ['decimal'],
  string: ['text'],
  email: ['text'],
  phone: ['text'],
  file: ['uuid', 'text'],
  enum: ['text'],
}

/** isWidening is true where every value fits, so that no row needs to be looked at. */
export function isWidening(from: DataType, to: DataType): boolean {
  return WIDER[from]?.includes(to) === true
}
