// GET /projects/{projectID}/schema/structure and /types.
import { z } from 'zod'
import { LANGUAGES } from '#engine/types/write-types.ts'
import { functionDefinitions } from '#modules/database/schema-objects/definitions.service.ts'
import { exactSchema } from '#modules/database/schema-objects/exact-schema.service.ts'
import { askerOf } from '#platform/asker.ts'
import { listComments } from '#platform/db/catalog/comments.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { structure } from './structure.schema.ts'
import { structureOf } from './structure.ts'
import { writeTypes } from './types.service.ts'

const typesQuery = z.object({
  lang: z
    .enum(LANGUAGES, `must be one of ${LANGUAGES.join(', ')}`)
    .default('ts')
    .describe('TypeScript for the client, TypeScript for Kysely, Python, PHP, or JSON Schema 2020-12.'),
  big: z
    .enum(['number', 'text'], 'must be number or text')
    .default('number')
    .describe(
      'How `bigint`, `decimal` and `money` read; `text` for those who keep all digits by reading them so.',
    ),
  tables: z
    .string()
    .max(10_000, 'must have at most 10000 characters')
    .optional()
    .describe('The slugs of the tables to describe, separated by commas; all unless said here.'),
})

/** typesRoutes registers the routes of structure and types. */
export function typesRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'Schema',
    access: { by: ['dashboard'], scope: 'schema' },
    params: projectParams,
  })

  routes.get(
    '/schema/structure',
    {
      summary: 'Get the structure of a project',
      description:
        'All tables with their columns, relationships, views and functions, sorted by name. There are no ids and no ' +
        'times: two projects with the same schema have the same structure.',
      response: answers(200, structure),
    },
    (request) => {
      const project = projectOf(request)
      return platform.gates.descriptions.run(tenantOf(project), async () => {
        const comments = await listComments(platform.clusters.of(project).admin, project.id)
        const functions = await functionDefinitions(platform, project)
        return structureOf({ ...(await exactSchema(platform, project)), functions, comments })
      })
    },
  )

  routes.get(
    '/types',
    {
      summary: "Get the project's tables as types",
      description:
        'A file of types: rows as they are read, what inserts and updates take, and relationships, sorted by name. ' +
        'Dashboard sessions and secret keys get all tables, publishable keys what policies let them do.',
      query: typesQuery,
      media: ['text/plain'],
      response: { 200: z.string().describe('The file.') },
      access: { by: ['dashboard', 'api_key'], scope: 'data' },
    },
    async (request, reply) => {
      const text = await writeTypes(askerOf(platform, request), request.query)
      return reply.type('text/plain; charset=utf-8').send(text)
    },
  )
}
