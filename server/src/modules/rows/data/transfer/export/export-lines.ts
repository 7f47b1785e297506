// How rows of an export are written: as lines of CSV, or of NDJSON.
import type { Cell, ExportPlan } from '#engine/request/plan.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { noFormula, quoteCell } from '#platform/http/answers/csv.ts'

/** LineFormat writes the lines of an export. */
export interface LineFormat {
  /** head stands before all rows. */
  readonly head: string
  /** line writes one row as PostgreSQL returns it, with its line end. */
  line(fields: readonly (string | null)[]): string
}

/** CsvStyle is how CSV is written. */
export interface CsvStyle {
  readonly delimiter: string
  /** keepFormulas leaves texts as they are that a spreadsheet takes for formulas. */
  readonly keepFormulas: boolean
}

/** formatOf returns the format of a plan. */
export function formatOf({ cells }: ExportPlan, style: CsvStyle): LineFormat {
  return cells === undefined ? NDJSON : csvFormat(cells, style)
}

const NDJSON: LineFormat = {
  head: '',
  // A json column keeps its line ends, which can only stand between the parts of a value.
  line: ([json]) => `${json?.replaceAll(/[\r\n]+/g, ' ') ?? 'null'}\n`,
}

function csvFormat(cells: readonly Cell[], { delimiter, keepFormulas }: CsvStyle): LineFormat {
  const guarded = cells.map((cell) => !keepFormulas && !isNumeric(cell))
  const write = (text: string | null, index: number) => {
    if (text === null) return ''
    // Told apart from null, which is an empty cell without quotes.
    return text === '' ? '""' : quoteCell(guarded[index] === true ? noFormula(text) : text)
  }
  return {
    head: `${cells.map(({ key }) => quoteCell(noFormula(key))).join(delimiter)}\r\n`,
    line: (fields) => `${fields.map(write).join(delimiter)}\r\n`,
  }
}

function isNumeric(cell: Cell): boolean {
  if (cell.kind !== 'column' || cell.path !== undefined) return false
  const { family } = TYPE_FACTS[cell.column.data_type]
  return family === 'integer' || family === 'number'
}
