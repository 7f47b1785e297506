// What an import does: into which table, and which column of the file is which of its columns. It begins with guesses.
import type { Column, DataType, Table } from '#api/client/schemas.ts'
import type { DateOrder } from '#api/data/imports.ts'
import { emptyRow, START, slugOf, type TableDraft } from '#screens/tables/create/table-draft.ts'
import { isTemporal, ORDERS, ordersOf, typeIn } from './dates.ts'
import { type Contents, contentsOf, type FileColumn, type Layout, type Mapping } from './layout.ts'
import type { Sample } from './sample.ts'

/** Plan is all that the dialog holds; `into` is undefined for a new table, which `draft` describes. */
export interface Plan {
  readonly layout: Layout
  readonly contents: Contents
  readonly into: Table | undefined
  readonly mapping: Mapping
  readonly draft: TableDraft
  /** dates is the order that was chosen, or that of ISO 8601; undefined where the file shows it. */
  readonly dates: DateOrder | 'iso' | undefined
}

const SYSTEM = ['id', 'created_at', 'updated_at', 'deleted_at']
const MOST_CHARACTERS = 62

/** planOf guesses an import. */
export function planOf(sample: Sample, layout: Layout, into: Table | undefined): Plan {
  const contents = contentsOf(sample, layout)
  return {
    layout,
    contents,
    into,
    mapping: into === undefined ? new Map() : mappingOf(contents, into),
    draft: draftOf(contents, layout, sample.name.replace(/\.\w+$/, '')),
    dates: undefined,
  }
}

/** keptPlan returns a plan with what was chosen for a file of the same columns before, such as the same file before it was corrected. */
export function keptPlan(plan: Plan, before: Plan | undefined): Plan {
  const namesOf = ({ layout, contents }: Plan) =>
    JSON.stringify([layout.format, contents.columns.map(({ name }) => name)])
  if (before === undefined || namesOf(plan) !== namesOf(before)) return plan
  return { ...before, contents: plan.contents, layout: plan.layout }
}

/** targetsIn are the columns that an import can write. */
export function targetsIn({ columns }: Table): readonly Column[] {
  return columns.filter(({ name, is_system, generated }) => (name === 'id' || !is_system) && !generated)
}

function mappingOf({ columns }: Contents, table: Table): Mapping {
  const targets = new Map(targetsIn(table).map(({ name }) => [name.replaceAll('_', ''), name]))
  const mapping = new Map<number, string>()
  for (const [at, { name }] of columns.entries()) {
    const key = slugOf(name).replaceAll('_', '')
    const target = targets.get(key)
    // Of names that stand twice, the first.
    if (target !== undefined && targets.delete(key)) mapping.set(at, target)
  }
  return mapping
}

/** mapped returns a mapping with another column for a place; the place that had it is left out. */
export function mapped(mapping: Mapping, at: number, column: string | undefined): Mapping {
  const others = [...mapping].filter(([other, taken]) => other !== at && taken !== column)
  return new Map(column === undefined ? others : [...others, [at, column]])
}

/** idIn returns the column of a file that can be the id of a new table. */
export const idIn = (columns: readonly FileColumn[]) =>
  columns.find(({ name, texts }) => slugOf(name) === 'id' && typeIn(texts) === 'uuid')

const isJsonBoolean = (text: string) => text === 'true' || text === 'false'

// The key of a row is the place of its column in the file.
function draftOf({ columns }: Contents, { format }: Layout, name: string): TableDraft {
  const taken = new Set<string>()
  const ids = idIn(columns)
  const rows = columns.flatMap((column, at) => {
    // Its values become the ids of the rows, a column that the server makes.
    if (column === ids) return []
    const named = freeName(column.name.slice(0, MOST_CHARACTERS), at + 1, taken)
    taken.add(slugOf(named))
    const type = typeIn(column.texts)
    // JSON has words for booleans, and other words are texts.
    const isText = type === 'boolean' && format === 'ndjson' && !column.texts.every(isJsonBoolean)
    return [{ ...emptyRow(at), name: named, data_type: isText ? 'text' : type }]
  })
  return { ...START, name: name.slice(0, MOST_CHARACTERS), rows: [...rows, emptyRow(columns.length)] }
}

// Columns that the server fills in keep their names.
function freeName(name: string, number: number, taken: ReadonlySet<string>): string {
  const slug = slugOf(name)
  const wished = SYSTEM.includes(slug) ? `original_${slug}` : name
  if (slug !== '' && !taken.has(slugOf(wished))) return wished
  const numbered = `column_${number}`
  return taken.has(numbered) ? freeName('', number + 1, taken) : numbered
}

/** DateQuestion is whether dates are imported, the orders that they allow, and the one that is taken; undefined where it has to be chosen. */
export interface DateQuestion {
  readonly isAsked: boolean
  readonly allowed: readonly DateOrder[]
  readonly order: DateOrder | 'iso' | undefined
  /** example is a date of the file, where it is not one of ISO 8601. */
  readonly example: string | undefined
}

/** datesOf returns what is known of the dates that a plan imports. */
export function datesOf(plan: Plan): DateQuestion {
  const columns = plan.contents.columns.filter((_, at) => isTemporal(typeAt(plan, at)))
  const orders = columns.map(({ texts }) => ordersOf(texts))
  const open = columns.filter((_, at) => orders[at]?.length !== 0)
  const allowed = ORDERS.filter((order) => orders.every((some) => some.length === 0 || some.includes(order)))
  const shown = open.length === 0 ? 'iso' : allowed.length === 1 ? allowed[0] : undefined
  return {
    isAsked: columns.length > 0,
    allowed: open.length === 0 ? [] : allowed,
    order: plan.dates ?? shown,
    example: open[0]?.texts[0],
  }
}

function typeAt({ into, mapping, draft }: Plan, at: number): DataType {
  if (into === undefined) return draft.rows.find(({ key }) => key === at)?.data_type ?? 'text'
  return into.columns.find(({ name }) => name === mapping.get(at))?.data_type ?? 'text'
}
