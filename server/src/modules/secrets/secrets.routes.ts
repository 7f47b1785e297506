// Routes of secrets: /projects/{projectID}/secrets, and /secrets/resolve/{key} for servers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { actorName } from '#platform/credentials/actor.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { type RateLimit, RateLimiter } from '#platform/http/routes/rate-limits.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import { forceQuery } from '#platform/references/references.ts'
import * as schema from './secrets.schema.ts'
import * as service from './secrets.service.ts'

const tags = ['Secrets']
const access = { by: ['dashboard', 'api_key'], scope: 'secrets', secretOnly: true } as const

// Values that one person or key may read: a server keeps what it resolves; reading more looks like copying them all.
const READS: RateLimit = { limit: 300, window_seconds: 60 }
// Values that all of a project may read together, and changes: each leaves an entry in the audit log.
const PROJECT_READS: RateLimit = { limit: 1200, window_seconds: 60 }
const PROJECT_CHANGES: RateLimit = { limit: 300, window_seconds: 60 }

/** secretsRoutes registers the routes of secrets. */
export function secretsRoutes(app: App, platform: Platform): void {
  const limiter = new RateLimiter(platform, 'secrets')
  const sourceOf = (request: FastifyRequest) => auditSourceOf(request, platform.clock.now())
  const beforeReading = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    if (!platform.config.rateLimits) return
    reply.headers(await limiter.take(actorName(actorOf(request)), READS))
    await limiter.take(`reads:${projectOf(request).id}`, PROJECT_READS)
  }
  const beforeChange = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!platform.config.rateLimits) return
    reply.headers(await limiter.take(`changes:${projectOf(request).id}`, PROJECT_CHANGES))
  }

  app.get(
    '/projects/:projectID/secrets',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List secrets',
        description: 'Values are masked.',
        params: schema.projectParams,
        response: answers(200, z.array(schema.secret)),
      },
    },
    (request) => service.listSecrets(platform, sourceOf(request)),
  )

  app.post(
    '/projects/:projectID/secrets',
    {
      config: { access },
      preHandler: beforeChange,
      schema: {
        tags,
        summary: 'Create a secret',
        params: schema.projectParams,
        body: schema.secretCreate,
        response: answers(201, schema.secret),
      },
    },
    async (request, reply) => {
      const secret = await service.createSecret(platform, sourceOf(request), request.body)
      reply.code(201)
      return secret
    },
  )

  app.patch(
    '/projects/:projectID/secrets/:secretID',
    {
      config: { access },
      preHandler: beforeChange,
      schema: {
        tags,
        summary: 'Change a secret',
        description: `A value becomes a new version; the latest ${service.KEPT_VERSIONS} are kept.`,
        params: schema.secretParams,
        body: schema.secretUpdate,
        response: answers(200, schema.secret),
      },
    },
    (request) => service.updateSecret(platform, sourceOf(request), request.params.secretID, request.body),
  )

  app.delete(
    '/projects/:projectID/secrets/:secretID',
    {
      config: { access },
      preHandler: beforeChange,
      schema: {
        tags,
        summary: 'Delete a secret with all its versions',
        description:
          'One whose key stands in the running code of a function is a 409; `force=true` deletes it all the same.',
        params: schema.secretParams,
        querystring: forceQuery,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await service.removeSecret(platform, sourceOf(request), request.params.secretID, request.query.force)
      return reply.code(204).send()
    },
  )

  app.get(
    '/projects/:projectID/secrets/:secretID/versions',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the versions of a secret that are kept',
        params: schema.secretParams,
        response: answers(200, z.array(schema.secretVersion)),
      },
    },
    (request) => service.listVersions(platform, sourceOf(request), request.params.secretID),
  )

  app.get(
    '/projects/:projectID/secrets/:secretID/value',
    {
      config: { access: { ...access, permission: 'secrets:reveal' } },
      preHandler: beforeReading,
      schema: {
        tags,
        summary: 'Reveal a secret',
        description: 'Audited with who asks, and from which address.',
        params: schema.secretParams,
        querystring: schema.versionChoice,
        response: answers(200, schema.revealedSecret),
      },
    },
    (request) => {
      const { params, query } = request
      return service.revealSecret(platform, sourceOf(request), params.secretID, query.version)
    },
  )

  app.get(
    '/secrets/resolve/:key',
    {
      config: { access: { by: ['api_key'], scope: 'secrets', secretOnly: true } },
      preHandler: beforeReading,
      schema: {
        tags,
        summary: 'Read a secret by its key',
        description: 'For servers. The key may be in lower case. Audited likewise.',
        params: schema.resolveParams,
        response: answers(200, schema.revealedSecret),
      },
    },
    (request) => service.resolveSecret(platform, sourceOf(request), request.params.key),
  )
}
