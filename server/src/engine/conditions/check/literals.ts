// Literals: which type a constant takes from its neighbours, whether it fits, and its one normalised spelling.

import type { Checked, Literal } from '#engine/conditions/syntax/checked.ts'
import { type SqlType, typeLabel } from '#engine/conditions/syntax/types.ts'
import { normaliseMoment, normaliseTime, validDate } from '#engine/conditions/values/moments.ts'
import type { A_Const } from '#engine/parser/syntax-tree.ts'
import { BASE_TYPES, type BaseType } from '#engine/shapes/base-types.ts'
import { isUuid } from '#engine/shapes/uuid.ts'
import type { CheckContext } from './check-context.ts'

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i
const MAX_NUMBER = 100

/** fitsInteger is true when a whole number lies within the range of an integer type. */
export function fitsInteger(value: bigint, type: SqlType): boolean {
  const [least, most] = BASE_TYPES[type as BaseType].range ?? [0n, -1n]
  return value >= least && value <= most
}

/** readConstant turns the parser's constant into a Literal; strings and NULL wait for a type as `unknown`. */
export function readConstant(constant: A_Const, context: CheckContext): Literal {
  const { location } = constant
  const { form, value, type } = formOf(constant, context)
  return { kind: 'literal', form, value, type, cast: false, location }
}

type Form = Pick<Literal, 'form' | 'value' | 'type'>

function formOf(constant: A_Const, context: CheckContext): Form {
  if (constant.isnull) return { form: 'null', value: '', type: 'unknown' }
  if (constant.boolval)
    return { form: 'boolean', value: String(constant.boolval.boolval ?? false), type: 'bool' }
  if (constant.ival) return { form: 'number', value: String(constant.ival.ival ?? 0), type: 'int4' }
  if (constant.fval) return readNumber(constant.fval.fval ?? '', context, constant.location)
  if (constant.sval) return { form: 'string', value: constant.sval.sval ?? '', type: 'unknown' }
  throw context.error('bit strings are not allowed in a condition', constant.location)
}

function readNumber(text: string, context: CheckContext, location: number | undefined): Form {
  if (!DECIMAL.test(text) || text.length > MAX_NUMBER) {
    throw context.error(`write the number ${text.slice(0, 20)} plainly, like 12.5`, location)
  }
  if (!/^-?\d+$/.test(text)) return { form: 'number', value: text, type: 'numeric' }
  const value = BigInt(text)
  const type = (['int4', 'int8'] as const).find((integer) => fitsInteger(value, integer))
  return { form: 'number', value: text, type: type ?? 'numeric' }
}

/** coerce assigns a type to an untyped literal and leaves everything else as it is; `partner` knows an enum's values. */
export function coerce(
  expression: Checked,
  type: SqlType,
  context: CheckContext,
  partner?: Checked,
  cast = false,
): Checked {
  if (expression.kind !== 'literal' || expression.type !== 'unknown' || type === 'unknown') return expression
  if (expression.form === 'null') return { ...expression, type, cast }
  const value = normalise(expression.value, type)
  if (value === undefined) throw context.error(misfit(expression.value, type), expression.location)
  const labels = type === 'enum' && partner?.kind === 'column' ? partner.column.enum_values : []
  if (labels.length > 0 && !labels.includes(value)) {
    throw context.error(
      `'${value.slice(0, 60)}' is not a value of ${nameOf(partner)}: ${labels.join(', ')}`,
      expression.location,
    )
  }
  return { ...expression, value, type, cast }
}

function nameOf(partner: Checked | undefined): string {
  return partner?.kind === 'column' ? partner.column.name : 'the enum'
}

const EXAMPLES: Readonly<Partial<Record<SqlType, string>>> = {
  timestamptz: '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:30:00',
  uuid: '6f1c…, 36 characters',
}

function misfit(value: string, type: SqlType): string {
  const example = EXAMPLES[type]
  return `'${value.slice(0, 60)}' is not a valid ${typeLabel(type)}${example ? `: write it like ${example}` : ''}`
}

function normalise(value: string, type: SqlType): string | undefined {
  const rule = NORMALISE[type as BaseType]
  return rule ? rule(value) : value
}

const NORMALISE: Readonly<Partial<Record<BaseType, (value: string) => string | undefined>>> = {
  char: withoutPadding,
  bool: (value) => BOOLEANS.get(value.trim().toLowerCase()),
  int2: (value) => wholeNumber(value, 'int2'),
  int4: (value) => wholeNumber(value, 'int4'),
  int8: (value) => wholeNumber(value, 'int8'),
  numeric: decimalNumber,
  float8: decimalNumber,
  uuid: (value) => (isUuid(value) ? value.toLowerCase() : undefined),
  date: (value) => (validDate(value) ? value : undefined),
  time: normaliseTime,
  timestamptz: normaliseMoment,
  interval: (value) => (/^(?=.*\d)[\w\s.:,+-]{1,100}$/s.test(value) ? value : undefined),
  json: validJson,
  jsonb: validJson,
  inet: (value) => (/^[\da-f.:/]{2,50}$/i.test(value) ? value : undefined),
}

/** withoutPadding cuts off the spaces that fill a text of fixed length up: they count in no comparison. */
export function withoutPadding(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end -= 1
  return text.slice(0, end)
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((word) => [word, 'true'] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((word) => [word, 'false'] as const),
])

function wholeNumber(value: string, type: SqlType): string | undefined {
  const text = value.trim()
  if (!/^[+-]?\d{1,19}$/.test(text)) return undefined
  const number = BigInt(text.replace('+', ''))
  return fitsInteger(number, type) ? String(number) : undefined
}

function decimalNumber(value: string): string | undefined {
  const text = value.trim()
  return DECIMAL.test(text) && text.length <= MAX_NUMBER ? text : undefined
}

function validJson(value: string): string | undefined {
  try {
    JSON.parse(value)
    return value
  } catch {
    return undefined
  }
}
