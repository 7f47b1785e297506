// Routes of personal access tokens: /me/tokens. Sessions only: a token cannot make tokens.
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './access-tokens.schema.ts'
import * as service from './access-tokens.service.ts'
import { listTokens } from './access-tokens.store.ts'

const access = { by: ['dashboard'], permission: 'self' } as const

/** accessTokenRoutes registers the routes of personal access tokens. */
export function accessTokenRoutes(app: App, platform: Platform): void {
  const routes = section(app, { at: '/me/tokens', tag: 'Access tokens', access })

  routes.get(
    '',
    {
      summary: 'List your access tokens',
      description: 'The newest first, expired ones too.',
      response: answers(200, z.array(schema.accessToken)),
    },
    async (request) => {
      const rows = await listTokens(platform.clusters.main.admin, accountOf(request).account_id)
      return rows.map(service.presentToken)
    },
  )

  routes.post(
    '',
    {
      summary: 'Create an access token',
      description:
        'For scripts and pipelines: it is sent as `Authorization: Bearer` wherever a session is. It never allows more ' +
        'than you may do at that moment. The token is in `token` of the answer and is never shown again.',
      conflicts: true,
      body: schema.tokenCreate,
      response: answers(201, schema.newAccessToken),
    },
    (request) => service.createToken(platform, request.act, request.body),
  )

  routes.post(
    '/:tokenID/rotate',
    {
      summary: 'Rotate an access token',
      description: 'Gives the token a new secret, shown once, and a new expiry. The old secret ends at once.',
      conflicts: true,
      params: schema.tokenParams,
      body: schema.tokenRotate,
      response: answers(200, schema.newAccessToken),
    },
    (request) => service.rotateToken(platform, request.act, request.params.tokenID, request.body),
  )

  routes.delete(
    '/:tokenID',
    { summary: 'Revoke an access token', params: schema.tokenParams, response: answers(204) },
    (request) => service.removeToken(platform, request.act, request.params.tokenID),
  )
}
