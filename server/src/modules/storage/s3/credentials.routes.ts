// The route that shows the access key of an API key for the S3 endpoint. Dashboard users only.
import { z } from 'zod'
import type { KeyLookup } from '#modules/api-keys/key-lookup.service.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams, uuid } from '#platform/http/routes/validation.ts'
import type { S3Credentials } from './credentials.ts'

const s3AccessInput = z
  .strictObject({ api_key_id: uuid.describe('An API key of the project: its kind and scopes apply.') })
  .meta({ id: 'S3AccessInput' })

const s3Access = z
  .object({
    endpoint: z.string().describe('The address to give to S3 clients, with path-style requests.'),
    region: z.string(),
    access_key_id: z.string(),
    secret_access_key: z.string(),
  })
  .meta({ id: 'S3Access' })

/** s3CredentialRoutes registers the route of access keys. */
export function s3CredentialRoutes(
  app: App,
  { platform }: Storage,
  credentials: S3Credentials,
  apiKeys: Pick<KeyLookup, 'byId'>,
): void {
  const routes = section(app, {
    at: '/projects/:projectID/storage',
    tag: 'Storage',
    access: { by: ['dashboard'], scope: 'api_keys' },
    params: projectParams,
  })

  routes.post(
    '/s3-access',
    {
      summary: 'Get the access key of an API key for S3 clients',
      description:
        'The same for as long as the API key exists, and valid until it expires or is revoked. Rotating the API key ' +
        'does not change it.',
      body: s3AccessInput,
      response: answers(200, s3Access),
      minimal: wholeAnswer,
    },
    async (request) => {
      const project = projectOf(request)
      const { api_key_id: target } = request.body
      if ((await apiKeys.byId(project.id, target)) === undefined) throw notFound('The API key')
      const { act } = request
      await recordAudit(platform.clusters.main.admin, act, {
        action: 'storage.s3_access.read',
        target,
        details: {},
      })
      return {
        endpoint: `${baseUrlOf(platform.config, request)}/s3/${project.id}`,
        region: 'us-east-1',
        ...credentials.accessKeyOf(project.id, target),
      }
    },
  )
}
