// Routes of integrations: /projects/{projectID}/integrations. Dashboard users only.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { type RateLimit, RateLimiter } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { forceQuery } from '#platform/references/references.ts'
import * as schema from './integrations.schema.ts'
import * as service from './integrations.ts'
import { testIntegration } from './test-message.ts'

const tags = ['Integrations']
const reading = { access: { by: ['dashboard'], permission: 'integrations:read' } } as const
const writing = { access: { by: ['dashboard'], permission: 'integrations:write' } } as const

const CHANGES: RateLimit = { limit: 60, window_seconds: 60 }
// Each may cost the project money, and goes to whoever the caller names.
const TESTS: RateLimit = { limit: 10, window_seconds: 60 }

/** integrationRoutes registers the routes of integrations. */
export function integrationRoutes(app: App, platform: Platform): void {
  const limiter = new RateLimiter(platform, 'integrations')
  const sourceOf = (request: FastifyRequest) => auditSourceOf(request, platform.clock.now())
  const limited =
    (what: string, limit: RateLimit) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (platform.config.rateLimits)
        reply.headers(await limiter.take(`${what}:${projectOf(request).id}`, limit))
    }
  const beforeChange = limited('changes', CHANGES)

  app.get(
    '/projects/:projectID/integrations',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List integrations',
        description: 'Secrets are masked.',
        params: schema.projectParams,
        response: answers(200, z.array(schema.integration)),
      },
    },
    (request) => service.listIntegrations(platform, projectOf(request)),
  )

  app.post(
    '/projects/:projectID/integrations',
    {
      config: writing,
      preHandler: beforeChange,
      schema: {
        tags,
        summary: 'Create an integration',
        description: 'Of those that send mail, and of those that send SMS, one at a time can be enabled.',
        params: schema.projectParams,
        body: schema.integrationCreate,
        response: answers(201, schema.integration),
      },
    },
    async (request, reply) => {
      const made = await service.createIntegration(platform, sourceOf(request), request.body)
      reply.code(201)
      return made
    },
  )

  app.get(
    '/projects/:projectID/integrations/:integrationID',
    {
      config: reading,
      schema: {
        tags,
        summary: 'Get an integration',
        params: schema.integrationParams,
        response: answers(200, schema.integration),
      },
    },
    (request) => service.getIntegration(platform, projectOf(request), request.params.integrationID),
  )

  app.patch(
    '/projects/:projectID/integrations/:integrationID',
    {
      config: writing,
      preHandler: beforeChange,
      schema: {
        tags,
        summary: 'Change an integration',
        description: 'Secrets have to be given again where the address changes that they are sent to.',
        params: schema.integrationParams,
        body: schema.integrationUpdate,
        response: answers(200, schema.integration),
      },
    },
    (request) =>
      service.updateIntegration(platform, sourceOf(request), request.params.integrationID, request.body),
  )

  app.delete(
    '/projects/:projectID/integrations/:integrationID',
    {
      config: writing,
      preHandler: beforeChange,
      schema: {
        tags,
        summary: 'Delete an integration',
        description:
          'One without which codes of end users could not be sent is a 409; `force=true` deletes it all the same.',
        params: schema.integrationParams,
        querystring: forceQuery,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await service.removeIntegration(
        platform,
        sourceOf(request),
        request.params.integrationID,
        request.query.force,
      )
      return reply.code(204).send()
    },
  )

  app.post(
    '/projects/:projectID/integrations/:integrationID/test',
    {
      config: { ...writing, minimal: wholeAnswer },
      preHandler: limited('tests', TESTS),
      schema: {
        tags,
        summary: 'Send a test message by an integration',
        description: 'It really sends, and answers with what the other side said. It is not tried again.',
        params: schema.integrationParams,
        body: schema.integrationTest,
        response: answers(200, schema.integrationTested),
      },
    },
    (request) =>
      platform.gates.integration_tests.run(tenantOf(projectOf(request)), () =>
        testIntegration(platform, sourceOf(request), request.params.integrationID, request.body.to),
      ),
  )
}
