// Routes of the schema history and of migrations: /projects/{projectID}/schema/….
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { scopeOf } from '#modules/database/schema/change/change-scope.service.ts'
import { noteCommitted } from '#platform/audit/audit.ts'
import { requirePermission } from '#platform/credentials/member-rights.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, rightsOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { applyMigrations } from './apply-migrations.ts'
import { dryRun } from './dry-run.ts'
import { changesPolicies } from './operation-policies.ts'
import * as schema from './schema-history.schema.ts'
import { exportMigrations, readHistory } from './schema-history.service.ts'

// A thousand changes may come in one request.
const BODY_LIMIT = 16 * 1024 * 1024

/** schemaHistoryRoutes registers the history and the migrations. */
export function schemaHistoryRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/schema',
    tag: 'Schema',
    access: { by: ['dashboard'], scope: 'schema' },
    params: projectParams,
  })

  routes.get(
    '/history',
    {
      summary: 'List changes of the schema, the latest first',
      query: schema.historyQuery,
      response: answers(200, z.array(schema.historyEntry)),
    },
    (request) => readHistory(platform, projectOf(request), request.query),
  )

  routes.post(
    '/dry-run',
    {
      summary: 'Try a change of the schema',
      conflicts: true,
      description:
        'Runs a change, rolls it back, and returns its statements. `operation` is as in the history: `{"kind": "column.update", ' +
        '"table": "books", "column": "price", "input": {"required": true}}`. It fails as the change itself would.',
      body: schema.dryRunBody,
      response: answers(200, schema.dryRunAnswer),
      audit: false,
      minimal: wholeAnswer,
    },
    (request) => {
      requireAll(request, [request.body.operation])
      return dryRun(platform, scopeOf(request), request.body)
    },
  )

  routes.get(
    '/migrations',
    {
      summary: 'Export the schema as migrations',
      query: schema.migrationsQuery,
      response: answers(200, schema.migrations),
    },
    (request) => exportMigrations(platform, projectOf(request), request.query.after),
  )

  routes.post(
    '/migrations/apply',
    {
      summary: 'Apply the migrations of another project',
      conflicts: true,
      description:
        'Each runs in a transaction of its own, and only once: what was applied before is skipped, so a call that ' +
        'failed half way can be sent again.',
      body: schema.applyBody,
      response: answers(200, schema.applied),
      minimal: wholeAnswer,
      bodyLimit: BODY_LIMIT,
    },
    (request) => {
      const { body } = request
      requireAll(
        request,
        body.migrations.map(({ operation }) => operation),
      )
      return applyMigrations(platform, scopeOf(request), body, (changed) =>
        noteCommitted(request.act, changed),
      )
    },
  )
}

// What the route of each change needs.
function requireAll(request: FastifyRequest, operations: readonly Readonly<Record<string, unknown>>[]): void {
  if (operations.some(changesPolicies)) requirePermission(rightsOf(request), 'policies:write')
}
