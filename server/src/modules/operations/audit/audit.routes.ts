// GET /audit-logs?limit= and GET /projects/{projectID}/audit-logs: who changed or read what, as JSON or CSV.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { organisationsWith } from '#modules/tenancy/organisations/membership.service.ts'
import { actorName } from '#platform/credentials/actor.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { accountOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { moment, projectParams, queryNumber, uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { type AuditRow, listAudit } from './audit.store.ts'
import { auditCsv } from './audit-csv.ts'

const entry = z
  .object({
    id: z.string(),
    organisation_id: z.uuid().nullable().describe('null where the entry is about your own account.'),
    project_id: z.uuid().nullable(),
    actor: z.string().describe('`dashboard:<account>`, `api_key:<id>`, or `anonymous`.'),
    credential: z
      .string()
      .nullable()
      .describe('`session:<id>`, `access_token:<id>`, `api_key:<id>`, or `none` where it was refused.'),
    address: z.string(),
    request_id: z.string().nullable().describe('The `X-Request-Id` of the answer.'),
    action: z.string().describe('Such as `secrets.reveal` or `env.update`.'),
    target: z.string().describe('The id of what it was done to.'),
    target_name: z.string().nullable().describe('What people call that, where it has a name.'),
    details: z.record(z.string(), z.unknown()).describe('Names and numbers, never values.'),
    before: z
      .unknown()
      .describe('What was changed, as it was: the members that differ, with secrets masked.'),
    after: z.unknown().describe('What it became, with secrets masked.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' })

const text = z.string().min(1).max(200)
const projectPage = z.object({
  limit: queryNumber(1, 1000, 50),
  cursor: z
    .string()
    .regex(/^\d{1,18}$/, 'must be the id of an entry')
    .optional()
    .describe('Lists the entries before this one.'),
  actor: text.optional().describe('Such as `dashboard:<account>`.'),
  action: text.optional().describe('An action such as `secrets.reveal`, or an area such as `secrets`.'),
  target: text.optional().describe('The id of what it was done to.'),
  from: moment.optional().describe('The earliest time.'),
  to: moment.optional().describe('The time before which it was done.'),
  format: z.enum(['json', 'csv']).default('json').describe('`csv` answers a text in CSV.'),
})
const page = projectPage.extend({ organisation_id: uuid.optional(), project_id: uuid.optional() })

const access = { by: ['dashboard'], scope: 'audit' } as const

/** auditRoutes registers the routes of the audit log. */
export function auditRoutes(app: App, platform: Platform): void {
  const { admin } = platform.clusters.main

  const routes = section(app, { at: '/audit-logs', tag: 'Observability', access })

  routes.get(
    '',
    {
      summary: 'List the audit log',
      description:
        'Changes of the control plane and readings of secrets, latest first: in the organisations that you may read it ' +
        'of, and of your own account, which a personal access token does not show.',
      query: page,
      response: answers(200, z.array(entry)),
    },
    async (request, reply) => {
      const { organisation_id, ...filter } = request.query
      const actor = accountOf(request)
      const readable = await organisationsWith(platform, actor, 'audit:read')
      const organisations = readable.filter((id) => organisation_id === undefined || id === organisation_id)
      const all = organisation_id === undefined && actor.token === undefined
      const own = all ? actorName(actor) : null
      return answer(request, reply, await listAudit(admin, { organisations, own }, filter))
    },
  )

  const projects = section(app, {
    at: '/projects/:projectID',
    tag: 'Observability',
    access,
    params: projectParams,
  })

  projects.get(
    '/audit-logs',
    {
      summary: 'List the audit log of a project',
      description: 'Latest first.',
      query: projectPage,
      response: answers(200, z.array(entry)),
    },
    async (request, reply) => {
      const { id, organisation_id } = projectOf(request)
      const where = { organisations: [organisation_id], own: null }
      return answer(request, reply, await listAudit(admin, where, { ...request.query, project_id: id }))
    },
  )
}

function answer(request: FastifyRequest, reply: FastifyReply, rows: AuditRow[]) {
  const { limit, format } = request.query as z.output<typeof projectPage>
  const last = rows.at(-1)
  if (last !== undefined && rows.length === limit) linkCursor(request, reply, last.id)
  if (format === 'json') return rows
  return reply.type('text/csv; charset=utf-8').send(auditCsv(rows))
}
