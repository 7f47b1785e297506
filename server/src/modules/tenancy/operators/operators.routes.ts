// Routes of the operators of the installation: /operator/…. Everywhere else they are ordinary accounts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './operators.schema.ts'
import { addOperator, removeOperator } from './operators.service.ts'
import { listOperators, listOrganisations, listProjects } from './operators.store.ts'
import { readQuiet, resumeServer } from './quiet.ts'
import { readHealth, readSettings } from './server-state.ts'

const read = { by: ['dashboard'], permission: 'operator:read' } as const
const write = { by: ['dashboard'], permission: 'operator:write' } as const

/** operatorRoutes registers the routes of operators. */
export function operatorRoutes(app: App, platform: Platform): void {
  const { admin } = platform.clusters.main

  const routes = section(app, { at: '/operator', tag: 'Operators', access: read })

  routes.get(
    '/organisations',
    {
      summary: 'List all organisations',
      query: schema.page,
      response: answers(200, z.array(schema.organisation)),
    },
    async (request, reply) => paged(request, reply, await listOrganisations(admin, request.query)),
  )

  routes.get(
    '/projects',
    { summary: 'List all projects', query: schema.page, response: answers(200, z.array(schema.project)) },
    async (request, reply) => paged(request, reply, await listProjects(admin, request.query)),
  )

  routes.get(
    '/health',
    { summary: 'Get the health of the server', response: answers(200, schema.health) },
    () => readHealth(platform),
  )

  routes.get(
    '/quiet',
    {
      summary: 'Get what a restored server holds back',
      response: answers(200, schema.quiet),
    },
    () => readQuiet(platform),
  )

  routes.post(
    '/quiet/resume',
    {
      summary: 'Let a restored server work',
      description: 'What waits of the kinds in `drop` is never sent.',
      body: schema.resume,
      response: answers(204),
      access: write,
    },
    (request) => resumeServer(platform, request.act, request.body.drop),
  )

  routes.get(
    '/settings',
    {
      summary: 'Get the settings of the server',
      description: 'Without secrets: of what has a password, only whether it is set.',
      response: answers(200, schema.settings),
    },
    async () => readSettings(platform),
  )

  routes.get(
    '/operators',
    { summary: 'List operators', response: answers(200, z.array(schema.operator)) },
    () => listOperators(platform.clusters.main.admin),
  )

  routes.post(
    '/operators',
    {
      summary: 'Make an account an operator',
      conflicts: true,
      body: schema.operatorAdd,
      response: answers(201, schema.operator),
      access: write,
    },
    (request) => addOperator(platform, request.act, request.body.email),
  )

  routes.delete(
    '/operators/:accountID',
    {
      summary: 'Make an operator an ordinary account',
      conflicts: true,
      params: schema.operatorParams,
      response: answers(204),
      access: write,
    },
    (request) => removeOperator(platform, request.act, request.params.accountID),
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
