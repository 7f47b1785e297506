// The audit log as CSV (RFC 4180), for spreadsheets and archives.
import { csvCell } from '#platform/http/answers/csv.ts'
import type { AuditRow } from './audit.store.ts'

const COLUMNS = [
  'id',
  'created_at',
  'organisation_id',
  'project_id',
  'actor',
  'credential',
  'address',
  'request_id',
  'action',
  'target',
  'target_name',
  'details',
  'before',
  'after',
] as const satisfies readonly (keyof AuditRow)[]

/** auditCsv returns a line for each entry, under a line of names. */
export function auditCsv(rows: readonly AuditRow[]): string {
  const lines = rows.map((row) => COLUMNS.map((name) => csvCell(row[name])).join(','))
  return [COLUMNS.join(','), ...lines, ''].join('\r\n')
}
