// Routes of the operators of the installation: /operator/…. Everywhere else they are ordinary accounts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './operators.schema.ts'
import { addOperator, removeOperator } from './operators.service.ts'
import { listOperators, listOrganisations, listProjects } from './operators.store.ts'
import { readHealth, readSettings } from './server-state.ts'

const tags = ['Operators']
const read = { by: ['dashboard'], permission: 'operator:read' } as const
const write = { by: ['dashboard'], permission: 'operator:write' } as const

/** operatorRoutes registers the routes of operators. */
export function operatorRoutes(app: App, platform: Platform): void {
  const { admin } = platform.clusters.main
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    '/operator/organisations',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'List all organisations',
        querystring: schema.page,
        response: answers(200, z.array(schema.organisation)),
      },
    },
    async (request, reply) => paged(request, reply, await listOrganisations(admin, request.query)),
  )

  app.get(
    '/operator/projects',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'List all projects',
        querystring: schema.page,
        response: answers(200, z.array(schema.project)),
      },
    },
    async (request, reply) => paged(request, reply, await listProjects(admin, request.query)),
  )

  app.get(
    '/operator/health',
    {
      config: { access: read },
      schema: { tags, summary: 'Get the health of the server', response: answers(200, schema.health) },
    },
    () => readHealth(platform),
  )

  app.get(
    '/operator/settings',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get the settings of the server',
        description: 'Without secrets: of what has a password, only whether it is set.',
        response: answers(200, schema.settings),
      },
    },
    async () => readSettings(platform),
  )

  app.get(
    '/operator/operators',
    {
      config: { access: read },
      schema: { tags, summary: 'List operators', response: answers(200, z.array(schema.operator)) },
    },
    () => listOperators(platform.clusters.main.admin),
  )

  app.post(
    '/operator/operators',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Make an account an operator',
        conflicts: true,
        body: schema.operatorAdd,
        response: answers(201, schema.operator),
      },
    },
    async (request, reply) => {
      const added = await addOperator(platform, of(request), request.body.email)
      reply.code(201)
      return added
    },
  )

  app.delete(
    '/operator/operators/:accountID',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Make an operator an ordinary account',
        conflicts: true,
        params: schema.operatorParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await removeOperator(platform, of(request), request.params.accountID)
      return reply.code(204).send()
    },
  )
}

function paged<Row extends { readonly id: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: Row[],
): Row[] {
  const last = rows.at(-1)
  const { limit } = request.query as z.output<typeof schema.page>
  if (last !== undefined && rows.length === limit) linkCursor(request, reply, last.id)
  return rows
}
