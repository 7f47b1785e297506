// GET /projects/{projectID}/tables/{tableID}/export: a table as CSV or NDJSON.
import { z } from 'zod'
import { asksForDeleted } from '#engine/request/parse/deleted-param.ts'
import { parseExport } from '#engine/request/parse/parse-export.ts'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { deletedAccess } from '#modules/database/policies/deleted-rows.service.ts'
import { linkSourceOf } from '#modules/rows/data/operations/file-links.service.ts'
import { whileConnected } from '#modules/rows/data/transfer/client-signal.ts'
import { DELIMITERS, transferParams } from '#modules/rows/data/transfer/transfer.schema.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import { getTable } from '#platform/db/catalog/table-shapes.ts'
import { refusing } from '#platform/db/executor/value-errors.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, kindOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { exportQuery } from './export.schema.ts'
import { formatOf } from './export-lines.ts'
import { openExport } from './export-rows.ts'

const MEDIA = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
const FORMULAS = { escape: false, keep: true } as const

/** exportRoutes registers the route. */
export function exportRoutes(app: App, platform: Platform, links: ObjectLinks): void {
  const routes = section(app, {
    at: '/projects/:projectID/tables/:tableID/export',
    tag: 'Records',
    group: 'data',
    access: { by: ['dashboard', 'api_key'], scope: 'data', secretOnly: true },
    params: transferParams,
  })

  routes.get(
    '',
    {
      summary: 'Export rows as CSV or NDJSON',
      description:
        'All rows that match, as they are at one moment. An answer that ends early has no last chunk: clients report it as ' +
        'broken off.',
      query: exportQuery,
      media: Object.values(MEDIA),
      response: { 200: z.string() },
      // HEAD would read the whole table.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const [project, actor] = [projectOf(request), actorOf(request)]
      const tables = await platform.shapes.schema(project, kindOf(request))
      const table = getTable(tables.tables, request.params.tableID)
      const options = new Options(table, request.query as QueryParams)
      const form = options.take('format', { csv: 'csv', ndjson: 'ndjson' } as const, 'csv')
      const delimiter = options.take('delimiter', DELIMITERS, ',')
      const keepFormulas = options.take('formulas', FORMULAS, false)
      const access = asksForDeleted(options.rest)
        ? await deletedAccess(askerOf(platform, request), table)
        : undefined
      const plan = refusing(() => parseExport(tables, table, options.rest, { form, access }))
      const format = formatOf(plan, { delimiter, keepFormulas })
      const given = { project, actor, plan, format, links: linkSourceOf(platform, links, request) }
      const stream = await openExport(platform, given, whileConnected(reply))
      reply.raw.once('close', () => stream.destroy())
      return reply
        .type(`${MEDIA[form]}; charset=utf-8`)
        .header(
          'content-disposition',
          `attachment; filename="export.${form}"; filename*=UTF-8''${fileName(table.slug)}.${form}`,
        )
        .send(stream)
    },
  )
}

// Options are words, and filters have an operator before their value: a column may have the name of an option.
class Options {
  readonly #table: TableShape
  rest: QueryParams

  constructor(table: TableShape, params: QueryParams) {
    this.#table = table
    this.rest = params
  }

  take<V>(name: string, values: Readonly<Record<string, V>>, fallback: V): V {
    const { [name]: given, ...rest } = this.rest
    if (given === undefined) return fallback
    if (typeof given === 'string' && Object.hasOwn(values, given)) {
      this.rest = rest
      return values[given] as V
    }
    if (this.#table.columns.has(name)) return fallback
    throw invalidInput(`${name}: must be one of ${Object.keys(values).join(', ')}.`)
  }
}

function fileName(slug: string): string {
  return encodeURIComponent(slug).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
