// Routes of structured queries: /projects/{projectID}/query, for dashboard users, keys and end users alike.

import { linkSourceOf } from '#modules/rows/data/operations/file-links.service.ts'
import type { QueryExec } from '#modules/rows/query-exec/query-exec.service.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { previewQuery } from './preview-query.ts'
import * as schema from './query.schema.ts'
import { createRunQuery } from './run-query.ts'
import { savedQueryRoutes } from './saved-queries.routes.ts'

const access = {
  by: ['dashboard', 'api_key', 'project_user'],
  scope: 'query',
  level: 'read',
} as const

/** queryRoutes registers the routes. */
export function queryRoutes(app: App, platform: Platform, exec: QueryExec, links: ObjectLinks): void {
  const runQuery = createRunQuery()
  savedQueryRoutes(app, platform, { runQuery, exec }, links)

  const routes = section(app, {
    at: '/projects/:projectID/query',
    tag: 'Query engine',
    group: 'data',
    access: { ...access, actAs: true },
    params: projectParams,
  })

  routes.post(
    '/run',
    {
      summary: 'Run a structured query',
      description:
        "Joins, filters, groups and sorts rows under the caller's row-level security of every table. Deleted rows " +
        'are left out.',
      body: schema.queryBody,
      response: answers(200, schema.queryResult),
    },
    (request) => runQuery(askerOf(platform, request), request.body, linkSourceOf(platform, links, request)),
  )

  routes.post(
    '/preview',
    {
      summary: 'Preview a structured query as SQL, URL and curl',
      body: schema.queryBody,
      response: answers(200, schema.queryPreview),
      access,
    },
    (request) => {
      const base = baseUrlOf(platform.config, request)
      return previewQuery(askerOf(platform, request), { input: request.body, base })
    },
  )
}
