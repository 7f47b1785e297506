// Routes of personal access tokens: /me/tokens. Sessions only: a token cannot make tokens.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './access-tokens.schema.ts'
import * as service from './access-tokens.service.ts'
import { listTokens } from './access-tokens.store.ts'

const tags = ['Access tokens']
const access = { by: ['dashboard'], permission: 'self' } as const

/** accessTokenRoutes registers the routes of personal access tokens. */
export function accessTokenRoutes(app: App, platform: Platform): void {
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    '/me/tokens',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List your access tokens',
        description: 'The newest first, expired ones too.',
        response: answers(200, z.array(schema.accessToken)),
      },
    },
    async (request) => {
      const rows = await listTokens(platform.clusters.main.admin, accountOf(request).account_id)
      return rows.map(service.presentToken)
    },
  )

  app.post(
    '/me/tokens',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Create an access token',
        description:
          'For scripts and pipelines: it is sent as `Authorization: Bearer` wherever a session is. It never allows more ' +
          'than you may do at that moment. The token is in `token` of the answer and is never shown again.',
        conflicts: true,
        body: schema.tokenCreate,
        response: answers(201, schema.newAccessToken),
      },
    },
    async (request, reply) => {
      const made = await service.createToken(platform, of(request), request.body)
      reply.code(201)
      return made
    },
  )

  app.post(
    '/me/tokens/:tokenID/rotate',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Rotate an access token',
        description:
          'Gives the token a new secret, shown once, and a new expiry. The old secret ends at once.',
        conflicts: true,
        params: schema.tokenParams,
        body: schema.tokenRotate,
        response: answers(200, schema.newAccessToken),
      },
    },
    (request) => service.rotateToken(platform, of(request), request.params.tokenID, request.body),
  )

  app.delete(
    '/me/tokens/:tokenID',
    {
      config: { access },
      schema: { tags, summary: 'Revoke an access token', params: schema.tokenParams, response: answers(204) },
    },
    async (request, reply) => {
      await service.removeToken(platform, of(request), request.params.tokenID)
      return reply.code(204).send()
    },
  )
}
