// GET /projects/{projectID}/schema/preview/{tableID}.
import { z } from 'zod'
import { tableParams } from '#modules/database/schema/change/columns.schema.ts'
import { schemaAccess as access } from '#modules/database/schema/change/schema-access.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { freeObject } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { previewTable } from './preview.ts'

const endpoint = z.object({ method: z.string(), path: z.string(), description: z.string() })

const preview = z
  .object({
    sql: z.string().describe('Statements that make the table anew.'),
    json_schema: z
      .object({ row: freeObject, insert: freeObject })
      .describe('JSON Schema 2020-12 of a row and of the body of an insert.'),
    endpoints: z.array(endpoint),
  })
  .meta({ id: 'TablePreview' })

/** previewRoutes registers the preview of a table. */
export function previewRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema/preview/:tableID',
    tag: 'Schema',
    access,
    params: tableParams,
  })

  routes.get(
    '',
    { summary: 'Preview a table as SQL, JSON Schema and endpoints', response: answers(200, preview) },
    (request) => previewTable(platform, projectOf(request), request.params.tableID),
  )
}
