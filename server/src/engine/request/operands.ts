// What a filter, an order or a selection looks at: a column, or a place within a json column (`data->address->>city`).
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'

/** FilterError says what is wrong with a query. */
export class FilterError extends Error {
  override name = 'FilterError'
  /** column is the one whose filter is wrong. */
  readonly column: string | undefined

  constructor(message: string, column?: string) {
    super(message)
    this.column = column
  }
}

/** JsonPath is the path into a json column; the last step returns text where `text` is true, else json. */
export interface JsonPath {
  readonly source: ColumnShape
  readonly steps: readonly (string | number)[]
  readonly text: boolean
}

/** AggregateFunction is what a query can make of a group of rows. */
export type AggregateFunction =
  | 'count'
  | 'count_distinct'
  | 'sum'
  | 'avg'
  | 'min'
  | 'max'
  | 'array_agg'
  | 'string_agg'

/** Aggregate is made of the values that an operand has in a group of rows; without one, of the rows themselves. */
export interface Aggregate {
  readonly fn: AggregateFunction
  readonly of: Operand | undefined
  readonly separator: string
}

/**
 * Operand is a column. With a path or an aggregate it only stands for what is found there or made of others, as a
 * column of that name and type would.
 */
export interface Operand {
  readonly column: ColumnShape
  readonly path?: JsonPath | undefined
  readonly aggregate?: Aggregate | undefined
  /** source is what the operand's table is called in a statement that reads several. */
  readonly source?: string | undefined
}

const MAX_STEPS = 20

/** findOperand returns the operand of a name, or undefined where the table has no such column. */
export function findOperand(table: TableShape, name: string): Operand | undefined {
  const column = table.columns.get(name)
  if (column !== undefined) return { column }
  const arrow = name.indexOf('->')
  const source = arrow < 0 ? undefined : table.columns.get(name.slice(0, arrow).trim())
  return source === undefined ? undefined : within(source, name, name.slice(arrow))
}

/** getOperand returns the operand of a name, or refuses the request. */
export function getOperand(table: TableShape, name: string): Operand {
  const operand = findOperand(table, name)
  if (operand !== undefined) return operand
  const near = suggestion(name, table.columns.keys())
  throw new FilterError(`The table ${table.slug} has no column ${name.slice(0, 63)}.${near}`)
}

/** lastKey is what a place within a json column is called in an answer: the last name on the way to it. */
export function lastKey({ source, steps }: JsonPath): string {
  return steps.findLast((step) => typeof step === 'string') ?? source.name
}

function within(source: ColumnShape, name: string, rest: string): Operand {
  const shown = name.slice(0, 100)
  if (TYPE_FACTS[source.data_type].family !== 'json')
    throw new FilterError(`${shown}: ${source.name} is not a json column, and only those are looked into.`)
  const [, ...parts] = rest.split(/(->>?)/)
  const steps: (string | number)[] = []
  let text = false
  for (let at = 0; at < parts.length; at += 2) {
    const step = (parts[at + 1] ?? '').trim()
    if (text) throw new FilterError(`${shown}: ->> returns text, so it must be the last step.`)
    if (step === '' || step.includes('\0'))
      throw new FilterError(`${shown}: a name or a number must follow each arrow.`)
    text = parts[at] === '->>'
    steps.push(/^-?\d{1,9}$/.test(step) ? Number(step) : step)
  }
  if (steps.length > MAX_STEPS) throw new FilterError(`${shown}: a path has at most ${MAX_STEPS} steps.`)
  const data_type = text ? 'text' : source.data_type
  const column: ColumnShape = { name, data_type, required: false, has_default: false, enum_values: [] }
  return { column, path: { source, steps, text } }
}
