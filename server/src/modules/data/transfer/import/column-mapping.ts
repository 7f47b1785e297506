// `columns=Book title:title,Price:price`: which column each name of a file stands for. The text is a line of CSV, so that
// a name with a comma is written in quotes.
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { CsvReader } from '#platform/csv/csv-reader.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

// PostgreSQL has no table with more.
const MAX_COLUMNS = 1600

/** ColumnMapping maps the names of a file to columns, in their order; names that are not in it are left out. */
export type ColumnMapping = ReadonlyMap<string, string>

/** readMapping reads the parameter, or throws a 400. A name alone stands for the column of that name. */
export function readMapping(table: TableShape, text: string | undefined): ColumnMapping | undefined {
  if (text === undefined) return undefined
  const reader = new CsvReader(',', MAX_COLUMNS)
  const records = [...reader.read(text)]
  const last = reader.end()
  const cells = [...records, ...(last === undefined ? [] : [last])].flatMap((record) => record.cells)
  const pairs = cells.map((cell): [string, string] => {
    const at = cell?.lastIndexOf(':') ?? -1
    if (cell === null || at === cell.length - 1) throw invalidInput('columns: a name is empty.')
    return at === -1 ? [cell.trim(), cell.trim()] : [cell.slice(0, at).trim(), cell.slice(at + 1).trim()]
  })
  if (pairs.length === 0) throw invalidInput('columns: names no column.')
  for (const [, column] of pairs) checkColumn(table, column, 'columns')
  checkDistinct(
    pairs.map(([name]) => name),
    'columns',
  )
  checkDistinct(
    pairs.map(([, column]) => column),
    'columns',
  )
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
