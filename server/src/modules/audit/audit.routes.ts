// GET /audit-logs?limit= (spec 4.15): who changed or read what, in the organisations that the caller administers.
import { z } from 'zod'
import type { App } from '#platform/http/app-types.ts'
import { linkCursor } from '#platform/http/next-page.ts'
import { answers } from '#platform/http/openapi.ts'
import { accountOf } from '#platform/http/request.ts'
import { queryNumber } from '#platform/http/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { listAudit } from './audit.store.ts'

const entry = z
  .object({
    id: z.string(),
    organisation_id: z.uuid(),
    project_id: z.uuid(),
    actor: z.string().describe('`dashboard:<account>` or `api_key:<id>`.'),
    address: z.string(),
    action: z.string().describe('Such as `secrets.reveal` or `env.update`.'),
    target: z.string().describe('The id of what it was done to.'),
    details: z.record(z.string(), z.unknown()).describe('Names and numbers, never values.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' })

const page = z.object({
  limit: queryNumber(1, 1000, 50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the id of an entry')
    .optional()
    .describe('Lists the entries before this one.'),
})

/** auditRoutes registers the route of the audit log. */
export function auditRoutes(app: App, platform: Platform): void {
  app.get(
    '/audit-logs',
    {
      config: { access: { by: ['dashboard'] } },
      schema: {
        tags: ['Observability'],
        summary: 'List the audit log',
        description:
          'Changes of environment variables, and changes and readings of secrets, in the organisations that you are ' +
          'owner or admin of.',
        querystring: page,
        response: answers(200, z.array(entry)),
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const { account_id } = accountOf(request)
      const rows = await listAudit(platform.clusters.main.admin, account_id, { limit, before: cursor })
      const last = rows.at(-1)
      if (last !== undefined && rows.length === limit) linkCursor(request, reply, last.id)
      return rows
    },
  )
}
