// Routes of the schema history and of migrations: /projects/{projectID}/schema/….
import { z } from 'zod'
import { scopeOf } from '#modules/schema/change/change-scope.service.ts'
import { noteCommitted } from '#platform/audit/audit.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { applyMigrations } from './apply-migrations.ts'
import { dryRun } from './dry-run.ts'
import * as schema from './schema-history.schema.ts'
import { exportMigrations, readHistory } from './schema-history.service.ts'

const tags = ['Schema']
const access = { by: ['dashboard'], scope: 'schema' } as const

// A thousand changes may come in one request.
const BODY_LIMIT = 16 * 1024 * 1024

/** schemaHistoryRoutes registers the history and the migrations. */
export function schemaHistoryRoutes(app: App, platform: Platform): void {
  app.get(
    '/projects/:projectID/schema/history',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List changes of the schema, the latest first',
        params: schema.historyParams,
        querystring: schema.historyQuery,
        response: answers(200, z.array(schema.historyEntry)),
      },
    },
    (request) => readHistory(platform, projectOf(request), request.query),
  )

  app.post(
    '/projects/:projectID/schema/dry-run',
    {
      config: { access, changesNothing: true, minimal: wholeAnswer },
      schema: {
        tags,
        summary: 'Try a change of the schema',
        conflicts: true,
        description:
          'Runs a change, rolls it back, and returns its statements. `operation` is as in the history: `{"kind": "column.update", ' +
          '"table": "books", "column": "price", "input": {"required": true}}`. It fails as the change itself would.',
        params: schema.historyParams,
        body: schema.dryRunBody,
        response: answers(200, schema.dryRunAnswer),
      },
    },
    (request) => dryRun(platform, scopeOf(request), request.body),
  )

  app.get(
    '/projects/:projectID/schema/migrations',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Export the schema as migrations',
        params: schema.historyParams,
        querystring: schema.migrationsQuery,
        response: answers(200, schema.migrations),
      },
    },
    (request) => exportMigrations(platform, projectOf(request), request.query.after),
  )

  app.post(
    '/projects/:projectID/schema/migrations/apply',
    {
      bodyLimit: BODY_LIMIT,
      config: { access, minimal: wholeAnswer },
      schema: {
        tags,
        summary: 'Apply the migrations of another project',
        conflicts: true,
        description:
          'Each runs in a transaction of its own, and only once: what was applied before is skipped, so a call that ' +
          'failed half way can be sent again.',
        params: schema.historyParams,
        body: schema.applyBody,
        response: answers(200, schema.applied),
      },
    },
    (request) =>
      applyMigrations(platform, scopeOf(request), request.body, (changed) => noteCommitted(request, changed)),
  )
}
