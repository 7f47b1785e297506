// POST /projects/{projectID}/tables/{tableID}/import: CSV or NDJSON into a table.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { checkWritable } from '#modules/rows/data/operations/operations.ts'
import { requireReading } from '#modules/rows/data/operations/require-reading.ts'
import { whileConnected } from '#modules/rows/data/transfer/client-signal.ts'
import { DELIMITERS, transferParams } from '#modules/rows/data/transfer/transfer.schema.ts'
import { readConflict } from '#modules/rows/data/writing/conflict.ts'
import { getTable } from '#platform/db/catalog/table-shapes.ts'
import { LONG_TRANSACTION_MS } from '#platform/db/executor/long-transactions.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { letBodyCome } from '#platform/http/bodies/expect-continue.ts'
import { leaveBodies } from '#platform/http/bodies/raw-bodies.ts'
import { hasBody, type StreamLimits, streamBody } from '#platform/http/bodies/streamed-body.ts'
import { discardRest } from '#platform/http/connections/lingering.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, kindOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { type ColumnMapping, readMapping } from './column-mapping.ts'
import { CsvSource } from './csv-source.ts'
import { IMPORT_DESCRIPTION, type ImportQuery, importQuery, importResult } from './import.schema.ts'
import { ImportReport, MAX_LINES, SHOWN_LINES } from './import-report.ts'
import { importRows } from './import-rows.ts'
import { NdjsonSource } from './ndjson-source.ts'
import type { Source } from './source.ts'

const GB = 1024 ** 3
const BODY: StreamLimits = { bytes: GB, idleMs: 60_000, totalMs: LONG_TRANSACTION_MS }

/** importRoutes registers the route. */
export function importRoutes(api: App, platform: Platform): void {
  api.register(async (scope) => {
    const app = scope as unknown as App
    leaveBodies(app)
    const routes = section(app, {
      at: '/projects/:projectID/tables/:tableID/import',
      tag: 'Records',
      group: 'data',
      audit: { keys: false, states: 'nobody' },
      access: { by: ['dashboard', 'api_key'], scope: 'data', secretOnly: true },
      params: transferParams,
    })

    routes.post(
      '',
      {
        summary: 'Import rows from CSV or NDJSON',
        description: IMPORT_DESCRIPTION,
        query: importQuery,
        requestHeaders: ['Prefer'],
        conflicts: true,
        response: answers(200, importResult),
        streams: true,
        minimal: wholeAnswer,
      },
      async (request, reply) => {
        const [project, actor] = [projectOf(request), actorOf(request)]
        const table = getTable(await platform.shapes.of(project, kindOf(request)), request.params.tableID)
        checkWritable(table)
        const { columns, on_conflict, dry_run: dryRun } = request.query
        const by: QueryParams = on_conflict === undefined ? {} : { on_conflict }
        const conflict = readConflict(table, by, request.headers.prefer)
        if (conflict !== undefined) requireReading(request)
        const source = sourceOf(request, table, readMapping(table, columns))
        const wantsCsv = request.headers.accept?.startsWith('text/csv') === true
        const report = new ImportReport(wantsCsv ? MAX_LINES : SHOWN_LINES)
        const given = {
          project,
          actor,
          table,
          conflict,
          source,
          dryRun,
          report,
          body: bodyOf(request, reply),
        }
        const written = await importRows(platform, given, whileConnected(reply))
        if (report.badLines === 0)
          return { dry_run: dryRun, lines: report.lines, written, skipped: report.lines - written }
        if (!wantsCsv) throw report.refusal()
        reply.header('content-disposition', 'attachment; filename="import-report.csv"')
        return reply.code(400).type('text/csv; charset=utf-8').send(report.csv())
      },
    )
  })
}

// What is left of a body that was given up is read for a while, so that the answer arrives.
function bodyOf(request: FastifyRequest, reply: FastifyReply) {
  const { raw } = request
  if (!hasBody(raw)) throw invalidInput('The request body is missing: it is the file to import.')
  const body = streamBody(raw, BODY)
  // Whoever reads it gets its errors; nobody may be reading yet.
  body.on('error', () => {})
  letBodyCome(request, reply)
  reply.raw.once('close', () => {
    body.destroy()
    void discardRest(raw)
  })
  return body
}

const NDJSON: ReadonlySet<string> = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
])

function sourceOf(request: FastifyRequest, table: TableShape, mapping: ColumnMapping | undefined): Source {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    throw new AppError('unsupported_media_type', 'The file must be UTF-8.')
  const { delimiter, header, dates } = request.query as Pick<ImportQuery, 'delimiter' | 'header' | 'dates'>
  if (NDJSON.has(type.trim())) return new NdjsonSource(table, mapping, dates)
  if (type.trim() === 'text/csv')
    return new CsvSource(table, {
      delimiter: DELIMITERS[delimiter],
      header,
      mapping,
      dates,
    })
  throw new AppError(
    'unsupported_media_type',
    'The file to import is text/csv or application/x-ndjson: say which in Content-Type.',
  )
}
