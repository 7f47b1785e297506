// Routes of secrets: /projects/{projectID}/secrets, and /secrets/resolve/{key} for servers.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { RouteLimit } from '#platform/http/routes/rate-limits.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { forceQuery } from '#platform/references/references.ts'
import * as schema from './secrets.schema.ts'
import * as service from './secrets.service.ts'

const access = { by: ['dashboard', 'api_key'], scope: 'secrets', secretOnly: true } as const

// Values that one person or key may read: a server keeps what it resolves; reading more looks like copying them all.
const OWN_READS: RouteLimit = { name: 'secrets', of: 'actor', limit: 300, window_seconds: 60 }
// Values that all of a project may read together, and changes: each leaves an entry in the audit log.
const ALL_READS: RouteLimit = { name: 'secret-reads', of: 'project', limit: 1200, window_seconds: 60 }
const CHANGES: RouteLimit = { name: 'secret-changes', of: 'project', limit: 300, window_seconds: 60 }

// Values and what refuses them stay out of all caches.
const neverCached = async (_request: FastifyRequest, reply: FastifyReply) => {
  reply.header('cache-control', 'no-store')
}

/** secretsRoutes registers the routes of secrets. */
export function secretsRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/secrets',
    tag: 'Secrets',
    access,
    params: projectParams,
  })

  routes.get(
    '',
    {
      summary: 'List secrets',
      description: 'Values are masked.',
      response: answers(200, z.array(schema.secret)),
    },
    (request) => service.listSecrets(platform, request.act),
  )

  routes.post(
    '',
    {
      summary: 'Create a secret',
      body: schema.secretCreate,
      response: answers(201, schema.secret),
      limit: CHANGES,
    },
    (request) => service.createSecret(platform, request.act, request.body),
  )

  routes.patch(
    '/:secretID',
    {
      summary: 'Change a secret',
      description: `A value becomes a new version; the latest ${service.KEPT_VERSIONS} are kept.`,
      params: schema.secretParams,
      body: schema.secretUpdate,
      response: answers(200, schema.secret),
      limit: CHANGES,
    },
    (request) => service.updateSecret(platform, request.act, request.params.secretID, request.body),
  )

  routes.delete(
    '/:secretID',
    {
      summary: 'Delete a secret with all its versions',
      description:
        'One whose key stands in the running code of a function is a 409; `force=true` deletes it all the same.',
      params: schema.secretParams,
      query: forceQuery,
      response: answers(204),
      limit: CHANGES,
    },
    (request) => service.removeSecret(platform, request.act, request.params.secretID, request.query.force),
  )

  routes.get(
    '/:secretID/versions',
    {
      summary: 'List the versions of a secret that are kept',
      params: schema.secretParams,
      response: answers(200, z.array(schema.secretVersion)),
    },
    (request) => service.listVersions(platform, request.act, request.params.secretID),
  )

  routes.get(
    '/:secretID/value',
    {
      summary: 'Reveal a secret',
      description: 'Audited with who asks, and from which address.',
      params: schema.secretParams,
      query: schema.versionChoice,
      response: answers(200, schema.revealedSecret),
      access: { ...access, permission: 'secrets:reveal' },
      limit: [OWN_READS, ALL_READS],
      preHandler: neverCached,
    },
    (request) => {
      const { params, query } = request
      return service.revealSecret(platform, request.act, params.secretID, query.version)
    },
  )

  const secrets = section(app, {
    at: '/secrets/resolve',
    tag: 'Secrets',
    access: { by: ['api_key'], scope: 'secrets', secretOnly: true },
  })

  secrets.get(
    '/:key',
    {
      summary: 'Read a secret by its key',
      description: 'For servers. The key may be in lower case. Audited likewise.',
      params: schema.resolveParams,
      response: answers(200, schema.revealedSecret),
      limit: [OWN_READS, ALL_READS],
      preHandler: neverCached,
    },
    (request) => service.resolveSecret(platform, request.act, request.params.key),
  )
}
