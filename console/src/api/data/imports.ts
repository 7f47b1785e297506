// Imports of files into a table, and exports of its rows.
import { send, upload } from '#api/client/client.ts'
import type { ImportResult } from '#api/client/schemas.ts'
import { BASE } from '#api/client/session.ts'
import type { Progress } from '#api/client/transfer.ts'
import type { RowQuery, TableOf } from './rows.ts'
import { asHeader } from './seen-as.ts'

/** Delimiter is what stands between the cells of CSV. */
export type Delimiter = 'comma' | 'semicolon' | 'tab' | 'pipe'

/** DateOrder is the order of day, month and year in dates that are not those of ISO 8601. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** RowFormat is how rows are written. */
export type RowFormat = 'csv' | 'ndjson'

/**
 * ImportFile is a file and how it is read; `columns` says which of its names is which column, as a line of CSV. With `isRepeated`, rows whose
 * ids are there already are left as they are.
 */
export interface ImportFile {
  readonly file: Blob
  readonly format: RowFormat
  readonly delimiter?: Delimiter
  readonly columns?: string
  readonly dates?: DateOrder | undefined
  readonly isRepeated?: boolean
}

/** BadLine is what is wrong with a line; `column` is null where it is the line as a whole. */
export interface BadLine {
  readonly line: number
  readonly column: string | null
  readonly reason: string
}

/** ImportReport is what the server says of a file with bad lines: the first thousand of them. */
export interface ImportReport {
  readonly lines: number
  readonly bad_lines: number
  readonly report: readonly BadLine[]
}

const MEDIA = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

const pathOf = ({ projectId, slug }: TableOf, act: string, params: Readonly<Record<string, string>>) =>
  `${BASE}/projects/${projectId}/tables/${encodeURIComponent(slug)}/${act}?${new URLSearchParams(params)}`

/** importRows writes all rows of a file, or none; tried alone, it writes none. `onProgress` learns which part has been sent, up to 1. */
export async function importRows(
  table: TableOf,
  { file, format, delimiter = 'comma', columns, dates, isRepeated = false }: ImportFile,
  isTrial: boolean,
  progress: Progress,
): Promise<ImportResult> {
  const path = pathOf(table, 'import', {
    ...(columns === undefined ? {} : { columns }),
    ...(isRepeated ? { on_conflict: 'id' } : {}),
    ...(format === 'csv' ? { delimiter } : {}),
    ...(dates === undefined ? {} : { dates }),
    ...(isTrial ? { dry_run: 'true' } : {}),
  })
  const headers = {
    'content-type': MEDIA[format],
    ...(isRepeated && { prefer: 'resolution=ignore-duplicates' }),
  }
  const response = await upload(path, headers, file, progress)
  return (await response.json()).data
}

/** exportRows returns the rows that match as a file; `columns` are those of it, all where it is left out. */
export async function exportRows(
  table: TableOf,
  { where, order, deleted }: RowQuery,
  columns: readonly string[] | undefined,
  format: RowFormat,
): Promise<Blob> {
  const path = pathOf(table, 'export', {
    format,
    ...(columns === undefined ? {} : { select: columns.join(',') }),
    ...(where === undefined ? {} : { and: where }),
    ...(order === undefined ? {} : { order }),
    ...(deleted === undefined ? {} : { deleted }),
  })
  return (await send(new Request(path, { headers: asHeader(table.as) }))).blob()
}
