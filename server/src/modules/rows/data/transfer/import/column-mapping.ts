// `columns=Book title:title,Note:`: which column each name of a file stands for, and which names are left out. The text is
// a line of CSV, so that a name with a comma is written in quotes.
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { CsvReader } from '#platform/csv/csv-reader.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

// PostgreSQL has no table with more.
const MAX_COLUMNS = 1600

/** ColumnMapping maps the names of a file, without blanks at their ends, to columns, in their order; undefined leaves a name out. */
export type ColumnMapping = ReadonlyMap<string, string | undefined>

/** readMapping reads the parameter, or throws a 400. A name alone stands for the column of that name. */
export function readMapping(table: TableShape, text: string | undefined): ColumnMapping | undefined {
  if (text === undefined) return undefined
  const reader = new CsvReader(',', MAX_COLUMNS)
  const records = [...reader.read(text)]
  const last = reader.end()
  const cells = [...records, ...(last === undefined ? [] : [last])].flatMap((record) => record.cells)
  const pairs = cells.map((cell): [string, string | undefined] => {
    const at = cell?.lastIndexOf(':') ?? -1
    if (cell === null || cell === ':') throw invalidInput('columns: a name is empty.')
    const name = cell.slice(0, at === -1 ? undefined : at).trim()
    return [name, at === -1 ? name : cell.slice(at + 1).trim() || undefined]
  })
  const columns = pairs.flatMap(([, column]) => column ?? [])
  if (columns.length === 0) throw invalidInput('columns: names no column.')
  for (const column of columns) checkColumn(table, column, 'columns')
  checkDistinct(
    pairs.map(([name]) => name),
    'columns',
  )
  checkDistinct(columns, 'columns')
  return new Map(pairs)
}

/** checkColumn throws a 400 where the table has no such column; `where` is what names it. */
export function checkColumn({ slug, columns }: TableShape, name: string, where: string): void {
  if (columns.has(name)) return
  throw invalidInput(
    `${where}: ${name.slice(0, 100) || '""'} is not a column of ${slug}.${suggestion(name, columns.keys())}`,
  )
}

/** checkDistinct throws a 400 where a name stands twice. */
export function checkDistinct(names: readonly string[], where: string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw invalidInput(`${where}: ${twice.slice(0, 100)} stands there twice.`)
}
