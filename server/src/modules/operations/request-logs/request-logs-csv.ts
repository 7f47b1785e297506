// The request log as CSV (RFC 4180), for spreadsheets.
import { csvCell } from '#platform/http/answers/csv.ts'
import type { LogLine } from './request-logs.store.ts'

const COLUMNS = [
  'id',
  'created_at',
  'request_id',
  'method',
  'path',
  'status',
  'duration_ms',
  'actor',
  'address',
  'left_out',
] as const satisfies readonly (keyof LogLine)[]

/** requestLogsCsv returns a line for each request, under a line of names. */
export function requestLogsCsv(lines: readonly LogLine[]): string {
  const rows = lines.map((line) => COLUMNS.map((name) => csvCell(line[name])).join(','))
  return [COLUMNS.join(','), ...rows, ''].join('\r\n')
}
