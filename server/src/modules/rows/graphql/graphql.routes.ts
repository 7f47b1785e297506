// POST /projects/{projectID}/graphql: the raw GraphQL result, without the envelope.
import { z } from 'zod'
import { linkSourceOf } from '#modules/rows/data/operations/file-links.service.ts'
import { idempotentOf } from '#modules/rows/data/writing/idempotency.service.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import { writeRefusal } from '#platform/credentials/access.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import { freeObject, projectParams } from '#platform/http/routes/validation.ts'
import { failureBody } from '#platform/http/schemas/api-schemas.ts'
import type { Platform } from '#platform/platform.ts'
import { Introspections } from './introspection/introspections.ts'
import { MAX_QUERY } from './request/operation.ts'
import { answerGraphql } from './run/graphql.ts'
import { KeptReads } from './run/kept-reads.ts'
import { createApiCache } from './schema/project-schema.ts'

const BODY_LIMIT = 16 * 1024 * 1024
const RESPONSE = 'application/graphql-response+json'

// A query is a read although it is a POST; whether a mutation may be done is seen when it is known to be one.
const access = {
  by: ['dashboard', 'api_key', 'project_user'],
  scope: 'data',
  level: 'read',
  actAs: true,
} as const

const body = z
  .looseObject({
    query: z
      .string()
      .max(MAX_QUERY, `must have at most ${MAX_QUERY} characters; values belong into variables`),
    variables: freeObject.nullish(),
    operationName: z.string().nullish(),
  })
  .meta({ id: 'GraphqlRequest' })

const result = z
  .object({ data: z.unknown().optional(), errors: z.array(z.unknown()).optional() })
  .describe('The result in the form of the GraphQL specification.')
  .meta({ id: 'GraphqlResult' })

// What GraphQL itself refuses has its form; what is refused before has the envelope.
const refusal = z
  .union([result, failureBody])
  .describe('A document that cannot be run, or a request that is not valid.')
  .meta({ id: 'GraphqlRefusal' })

/** graphqlRoutes registers the route of GraphQL. */
export function graphqlRoutes(app: App, platform: Platform, links: ObjectLinks): void {
  const apiOf = createApiCache()
  const reads = new KeptReads()
  const introspections = new Introspections()
  const routes = section(app, {
    at: '/projects/:projectID',
    tag: 'GraphQL',
    group: 'data',
    access,
    params: projectParams,
  })

  routes.post(
    '/graphql',
    {
      summary: 'Run a GraphQL query or mutation',
      description: '`Idempotency-Key` makes repeating a mutation safe.',
      body,
      requestHeaders: ['Idempotency-Key'],
      responseHeaders: ['Idempotency-Replayed'],
      media: ['application/json', RESPONSE],
      response: { 200: result, 400: refusal } as Record<string, z.ZodType>,
      bodyLimit: BODY_LIMIT,
    },
    async (request, reply) => {
      const asker = askerOf(platform, request)
      const { project, actor } = asker
      const api = apiOf(project.id, await platform.shapes.schema(project))
      const refusal = writeRefusal(actor, request.rights, access.scope)
      const idempotent = idempotentOf(request)
      const source = linkSourceOf(platform, links, request)
      const { status, body, replayed } = await answerGraphql(
        { asker, api, reads, introspections, refusal, idempotent, links: source },
        request.body,
      )
      if (replayed) reply.header('idempotency-replayed', 'true')
      const type = request.headers.accept?.includes(RESPONSE) ? RESPONSE : 'application/json'
      // A text goes out as it is, past the envelope.
      return reply
        .code(status)
        .type(`${type}; charset=utf-8`)
        .send(body as never)
    },
  )
}
