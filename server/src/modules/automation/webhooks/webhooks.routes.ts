// Routes of webhooks: /projects/{projectID}/webhooks. Their deliveries have a module of their own.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { applyChanges } from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import { only } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { RouteLimit } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import * as endpoints from './endpoints.ts'
import { describeEventTypes } from './event-types.ts'
import * as schema from './webhooks.schema.ts'
import { findAllowedHosts, saveAllowedHosts } from './webhooks.store.ts'

const access = { by: ['dashboard', 'api_key'], scope: 'webhooks', secretOnly: true } as const

// Changes of one project: each may begin to capture tables.
const CHANGES: RouteLimit = { name: 'webhooks', of: 'project', limit: 120, window_seconds: 60 }

/** webhookRoutes registers the routes of webhooks. */
export function webhookRoutes(app: App, webhooks: endpoints.Webhooks): void {
  const { platform } = webhooks

  const poolOf = (request: FastifyRequest) => platform.clusters.main.adminOf(projectOf(request))

  const routes = section(app, {
    at: '/projects/:projectID/webhooks',
    tag: 'Webhooks',
    access,
    params: projectParams,
  })

  routes.get('', { summary: 'List webhooks', response: answers(200, z.array(schema.webhook)) }, (request) =>
    endpoints.listWebhooks(webhooks, projectOf(request)),
  )

  routes.post(
    '',
    {
      summary: 'Create a webhook',
      description: 'The secret is shown this once. Events that happen after the answer are sent.',
      body: schema.webhookCreate,
      response: answers(201, schema.webhookWithSecret),
      minimal: only('id', 'secret'),
      limit: CHANGES,
    },
    (request) => endpoints.createWebhook(webhooks, request.act, request.body),
  )

  routes.get(
    '/event-types',
    { summary: 'List the types of events', response: answers(200, z.array(schema.eventType)) },
    async () => describeEventTypes(platform.events.all),
  )

  routes.get(
    '/settings',
    { summary: 'Get the settings of all webhooks', response: answers(200, schema.webhookSettings) },
    async (request) => ({ allowed_hosts: await findAllowedHosts(poolOf(request), projectOf(request).id) }),
  )

  routes.put(
    '/settings',
    {
      summary: 'Set the hosts that webhooks may reach',
      description: 'Applies to every attempt from then on.',
      body: schema.webhookSettings,
      response: answers(200, schema.webhookSettings),
      access: { ...access, permission: 'webhooks:configure' },
      limit: CHANGES,
    },
    async (request) => {
      const { act } = request
      const { allowed_hosts } = request.body
      await transaction(poolOf(request), async (db) => {
        await saveAllowedHosts(db, act.project.id, allowed_hosts, act.at)
        const details = { allowed_hosts: allowed_hosts.slice(0, 10), count: allowed_hosts.length }
        await recordAudit(db, act, { action: 'webhooks.settings', target: act.project.id, details })
      })
      await applyChanges(platform, act.project.id)
      return { allowed_hosts }
    },
  )

  routes.get(
    '/:webhookID',
    { summary: 'Get a webhook', params: schema.webhookParams, response: answers(200, schema.webhook) },
    (request) => endpoints.getWebhook(webhooks, projectOf(request), request.params.webhookID),
  )

  routes.patch(
    '/:webhookID',
    {
      summary: 'Change a webhook',
      params: schema.webhookParams,
      body: schema.webhookUpdate,
      response: answers(200, schema.webhook),
      limit: CHANGES,
    },
    (request) => endpoints.updateWebhook(webhooks, request.act, request.params.webhookID, request.body),
  )

  routes.post(
    '/:webhookID/rotate-secret',
    {
      summary: 'Make a new secret',
      description: 'It is shown this once. Deliveries carry a signature of each secret while both are valid.',
      params: schema.webhookParams,
      body: schema.secretRotate,
      response: answers(200, schema.webhookWithSecret),
      minimal: only('id', 'secret'),
      limit: CHANGES,
    },
    (request) => {
      const { params, body } = request
      return endpoints.rotateSecret(webhooks, request.act, params.webhookID, body.overlap_seconds)
    },
  )

  routes.delete(
    '/:webhookID',
    {
      summary: 'Delete a webhook with its deliveries',
      params: schema.webhookParams,
      response: answers(204),
      limit: CHANGES,
    },
    (request) => endpoints.removeWebhook(webhooks, request.act, request.params.webhookID),
  )
}
