// A result as a file: the rows that the server has returned.
import type { SqlResult } from '#api/data/sql.ts'
import { textOf } from '#grid/columns.ts'

/** Rows are those of a query, or of RETURNING. */
export type Rows = Pick<SqlResult, 'columns' | 'rows'>

/** Format is how a result is written. */
export type Format = 'csv' | 'json'

const TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv', json: 'application/json' }

/** fileOf writes a result: CSV (RFC 4180) whose texts no spreadsheet takes for formulas, or an array of objects. */
export function fileOf({ columns, rows }: Rows, format: Format): Blob {
  const text =
    format === 'json'
      ? JSON.stringify(rows, null, 2)
      : [columns, ...rows.map((row) => columns.map((name) => row[name]))]
          .map((cells) => cells.map(csvCell).join(','))
          .join('\r\n')
  return new Blob([text], { type: `${TYPES[format]};charset=utf-8` })
}

function csvCell(value: unknown): string {
  const text = textOf(value)
  // Spreadsheets run what begins so; a number may begin with a minus.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
