// The allow-list of functions, as data. Left out on purpose: whatever is volatile, reads catalogs, settings or files,
// waits, runs SQL from text, matches regular expressions (substring with a text pattern is one), or makes a small
// value huge (repeat, lpad).
import { classOf, isInteger, type SqlType } from '#engine/conditions/syntax/types.ts'

/** Parameter is what a function takes in one place. */
export type Parameter =
  | 'text'
  | 'int'
  | 'number'
  | 'exact'
  | 'moment'
  | 'time'
  | 'json'
  | 'jsonb'
  | 'array'
  | 'any'
  /** A constant word: a field of a date for `field`, a precision for `unit`. */
  | 'field'
  | 'unit'
  /** A short constant text, so that replacing cannot multiply a value's size without limit. */
  | 'short'

/** FunctionRule is one way to call a function. */
export interface FunctionRule {
  readonly parameters: readonly Parameter[]
  /** optional is how many parameters at the end may be left out. */
  readonly optional?: number
  /** variadic repeats the last parameter up to the limit of arguments. */
  readonly variadic?: boolean
  /** result is a type, or how it follows from the first argument. */
  readonly result: SqlType | 'same' | 'rounded'
}

const text: FunctionRule = { parameters: ['text'], result: 'text' }
const trimmed: FunctionRule = { parameters: ['text', 'text'], optional: 1, result: 'text' }
const length: FunctionRule = { parameters: ['text'], result: 'int4' }
const part: FunctionRule = { parameters: ['text', 'int', 'int'], optional: 1, result: 'text' }
const side: FunctionRule = { parameters: ['text', 'int'], result: 'text' }
const found: FunctionRule = { parameters: ['text', 'text'], result: 'int4' }
const rounded: FunctionRule = { parameters: ['number'], result: 'rounded' }
const roundedTo: FunctionRule = { parameters: ['exact', 'int'], result: 'numeric' }

/** FUNCTIONS maps each allowed function to the ways to call it; all are PostgreSQL's own. */
export const FUNCTIONS: ReadonlyMap<string, readonly FunctionRule[]> = new Map<
  string,
  readonly FunctionRule[]
>([
  ['lower', [text]],
  ['upper', [text]],
  ['length', [length]],
  ['char_length', [length]],
  ['character_length', [length]],
  ['btrim', [trimmed]],
  ['ltrim', [trimmed]],
  ['rtrim', [trimmed]],
  ['substr', [part]],
  ['substring', [part]],
  ['left', [side]],
  ['right', [side]],
  ['replace', [{ parameters: ['text', 'text', 'short'], result: 'text' }]],
  ['strpos', [found]],
  ['position', [found]],
  ['split_part', [{ parameters: ['text', 'text', 'int'], result: 'text' }]],
  ['starts_with', [{ parameters: ['text', 'text'], result: 'bool' }]],
  ['string_to_array', [{ parameters: ['text', 'text'], result: 'text[]' }]],
  ['concat', [{ parameters: ['any'], variadic: true, result: 'text' }]],
  ['abs', [{ parameters: ['number'], result: 'same' }]],
  ['round', [roundedTo, rounded]],
  ['trunc', [roundedTo, rounded]],
  ['floor', [rounded]],
  ['ceil', [rounded]],
  ['ceiling', [rounded]],
  ['sign', [rounded]],
  ['mod', [{ parameters: ['exact', 'exact'], result: 'same' }]],
  ['now', [{ parameters: [], result: 'timestamptz' }]],
  ['age', [{ parameters: ['moment', 'moment'], optional: 1, result: 'interval' }]],
  [
    'date_trunc',
    [
      { parameters: ['unit', 'moment'], result: 'timestamptz' },
      { parameters: ['unit', 'time'], result: 'interval' },
    ],
  ],
  [
    'date_part',
    [
      { parameters: ['field', 'moment'], result: 'float8' },
      { parameters: ['field', 'time'], result: 'float8' },
    ],
  ],
  [
    'extract',
    [
      { parameters: ['field', 'moment'], result: 'numeric' },
      { parameters: ['field', 'time'], result: 'numeric' },
    ],
  ],
  ['cardinality', [{ parameters: ['array'], result: 'int4' }]],
  ['jsonb_array_length', [{ parameters: ['jsonb'], result: 'int4' }]],
  ['json_array_length', [{ parameters: ['json'], result: 'int4' }]],
  ['jsonb_typeof', [{ parameters: ['jsonb'], result: 'text' }]],
  ['json_typeof', [{ parameters: ['json'], result: 'text' }]],
  ['to_jsonb', [{ parameters: ['any'], result: 'jsonb' }]],
])

/** AGGREGATES maps the aggregates, allowed in a subquery's output only, to the type of their result. */
export const AGGREGATES: ReadonlyMap<string, (argument: SqlType) => SqlType | undefined> = new Map<
  string,
  (argument: SqlType) => SqlType | undefined
>([
  ['count', () => 'int8'],
  ['min', (argument) => argument],
  ['max', (argument) => argument],
  ['sum', sumType],
  ['avg', (argument) => (isInteger(argument) ? 'numeric' : sumType(argument))],
  ['bool_and', (argument) => (argument === 'bool' ? 'bool' : undefined)],
  ['bool_or', (argument) => (argument === 'bool' ? 'bool' : undefined)],
])

function sumType(argument: SqlType): SqlType | undefined {
  if (argument === 'int2' || argument === 'int4') return 'int8'
  if (argument === 'int8') return 'numeric'
  return ['number', 'interval'].includes(classOf(argument)) ? argument : undefined
}

/** UNITS are the precisions of date_trunc; FIELDS adds what only extract knows. */
export const UNITS: readonly string[] = [
  'microseconds',
  'milliseconds',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
  'millennium',
]

/** FIELDS are the fields of extract and date_part. */
export const FIELDS: readonly string[] = [...UNITS, 'dow', 'doy', 'epoch', 'isodow', 'isoyear']

/** accepts is true when a value of a type may stand in a parameter's place. */
export function accepts(parameter: Parameter, type: SqlType): boolean {
  const family = classOf(type)
  if (parameter === 'field' || parameter === 'unit' || parameter === 'short') return type === 'text'
  if (parameter === 'any') return family !== 'array'
  if (parameter === 'int') return type === 'int2' || type === 'int4'
  if (parameter === 'json' || parameter === 'jsonb') return type === parameter
  if (parameter === 'exact') return family === 'number' && type !== 'float8'
  if (parameter === 'moment') return family === 'moment' || family === 'date'
  if (parameter === 'time') return family === 'interval' || family === 'time'
  return parameter === family
}

/** literalType returns the type that a plain literal takes in a parameter's place. */
export function literalType(parameter: Parameter): SqlType {
  const types: Partial<Record<Parameter, SqlType>> = {
    int: 'int4',
    number: 'numeric',
    exact: 'numeric',
    moment: 'timestamptz',
    time: 'interval',
    json: 'json',
    jsonb: 'jsonb',
    array: 'text[]',
  }
  return types[parameter] ?? 'text'
}
