// Routes of webhooks: /projects/{projectID}/webhooks. Their deliveries have a module of their own.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { applyChanges } from '#modules/webhook-deliveries/queue/webhook-deliveries.service.ts'
import { auditSourceOf, recordAudit } from '#platform/audit/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { type RateLimit, RateLimiter } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import * as endpoints from './endpoints.ts'
import { describeEventTypes } from './event-types.ts'
import * as schema from './webhooks.schema.ts'
import { findAllowedHosts, saveAllowedHosts } from './webhooks.store.ts'

const tags = ['Webhooks']
const access = { by: ['dashboard', 'api_key'], scope: 'webhooks', secretOnly: true } as const

// Changes of one project: each may begin to capture tables.
const CHANGES: RateLimit = { limit: 120, window_seconds: 60 }

/** webhookRoutes registers the routes of webhooks. */
export function webhookRoutes(app: App, webhooks: endpoints.Webhooks): void {
  const { platform } = webhooks
  const limiter = new RateLimiter(platform, 'webhooks')
  const sourceOf = (request: FastifyRequest) => auditSourceOf(request, platform.clock.now())
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (platform.config.rateLimits) reply.headers(await limiter.take(projectOf(request).id, CHANGES))
  }
  const poolOf = (request: FastifyRequest) => platform.clusters.main.adminOf(projectOf(request))

  app.get(
    '/projects/:projectID/webhooks',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List webhooks',
        params: schema.projectParams,
        response: answers(200, z.array(schema.webhook)),
      },
    },
    (request) => endpoints.listWebhooks(webhooks, projectOf(request)),
  )

  app.post(
    '/projects/:projectID/webhooks',
    {
      config: { access, minimal: only('id', 'secret') },
      preHandler,
      schema: {
        tags,
        summary: 'Create a webhook',
        description: 'The secret is shown this once. Events that happen after the answer are sent.',
        params: schema.projectParams,
        body: schema.webhookCreate,
        response: answers(201, schema.webhookWithSecret),
      },
    },
    async (request, reply) => {
      const made = await endpoints.createWebhook(webhooks, sourceOf(request), request.body)
      reply.code(201)
      return made
    },
  )

  app.get(
    '/projects/:projectID/webhooks/event-types',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the types of events',
        params: schema.projectParams,
        response: answers(200, z.array(schema.eventType)),
      },
    },
    async () => describeEventTypes(),
  )

  app.get(
    '/projects/:projectID/webhooks/settings',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get the settings of all webhooks',
        params: schema.projectParams,
        response: answers(200, schema.webhookSettings),
      },
    },
    async (request) => ({ allowed_hosts: await findAllowedHosts(poolOf(request), projectOf(request).id) }),
  )

  app.put(
    '/projects/:projectID/webhooks/settings',
    {
      config: { access: { ...access, permission: 'webhooks:configure' } },
      preHandler,
      schema: {
        tags,
        summary: 'Set the hosts that webhooks may reach',
        description: 'Applies to every attempt from then on.',
        params: schema.projectParams,
        body: schema.webhookSettings,
        response: answers(200, schema.webhookSettings),
      },
    },
    async (request) => {
      const source = sourceOf(request)
      const { allowed_hosts } = request.body
      await transaction(poolOf(request), async (db) => {
        await saveAllowedHosts(db, source.project.id, allowed_hosts, source.at)
        const details = { allowed_hosts: allowed_hosts.slice(0, 10), count: allowed_hosts.length }
        await recordAudit(db, source, { action: 'webhooks.settings', target: source.project.id, details })
      })
      await applyChanges(platform, source.project.id)
      return { allowed_hosts }
    },
  )

  app.get(
    '/projects/:projectID/webhooks/:webhookID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a webhook',
        params: schema.webhookParams,
        response: answers(200, schema.webhook),
      },
    },
    (request) => endpoints.getWebhook(webhooks, projectOf(request), request.params.webhookID),
  )

  app.patch(
    '/projects/:projectID/webhooks/:webhookID',
    {
      config: { access },
      preHandler,
      schema: {
        tags,
        summary: 'Change a webhook',
        params: schema.webhookParams,
        body: schema.webhookUpdate,
        response: answers(200, schema.webhook),
      },
    },
    (request) => endpoints.updateWebhook(webhooks, sourceOf(request), request.params.webhookID, request.body),
  )

  app.post(
    '/projects/:projectID/webhooks/:webhookID/rotate-secret',
    {
      config: { access, minimal: only('id', 'secret') },
      preHandler,
      schema: {
        tags,
        summary: 'Make a new secret',
        description:
          'It is shown this once. Deliveries carry a signature of each secret while both are valid.',
        params: schema.webhookParams,
        body: schema.secretRotate,
        response: answers(200, schema.webhookWithSecret),
      },
    },
    (request) => {
      const { params, body } = request
      return endpoints.rotateSecret(webhooks, sourceOf(request), params.webhookID, body.overlap_seconds)
    },
  )

  app.delete(
    '/projects/:projectID/webhooks/:webhookID',
    {
      config: { access },
      preHandler,
      schema: {
        tags,
        summary: 'Delete a webhook with its deliveries',
        params: schema.webhookParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await endpoints.removeWebhook(webhooks, sourceOf(request), request.params.webhookID)
      return reply.code(204).send()
    },
  )
}
