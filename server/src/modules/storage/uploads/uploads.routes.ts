// Routes that take files: by name, and by signed addresses. Bodies are streams of any type and size.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, forbidden } from '#platform/errors/app-error.ts'
import { leaveBodies } from '#platform/http/bodies/raw-bodies.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { claimBlob, unclaimBlob } from '#storage/blobs/blobs.store.ts'
import { callerOf } from '#storage/context/caller.ts'
import { objectName } from '#storage/context/object-names.ts'
import type { Storage } from '#storage/context/storage.ts'
import type { UrlTokens } from '#storage/context/url-tokens.ts'
import { namedParams, storageObject } from '#storage/objects/objects.schema.ts'
import type { StorageObject } from '#storage/objects/objects.store.ts'
import { readAnnounced } from './announced.ts'
import { receiveUpload } from './receive-upload.ts'
import { UNKNOWN_TYPE } from './sniff-type.ts'
import * as schema from './uploads.schema.ts'

const tags = ['Storage']
const access = { by: ['dashboard', 'api_key', 'project_user'], scope: 'storage' } as const

/** uploadRoutes registers the routes that take files. */
export function uploadRoutes(api: App, storage: Storage, tokens: UrlTokens): void {
  api.register(async (scope) => {
    const app = scope as unknown as App
    leaveBodies(app)
    namedRoute(app, storage, 'POST', false)
    namedRoute(app, storage, 'PUT', true)
    signedRoute(app, storage, tokens)
  })
}

function namedRoute(app: App, storage: Storage, method: 'POST' | 'PUT', replaces: boolean): void {
  app.route({
    method,
    url: '/projects/:projectID/storage/buckets/:bucketID/objects/*',
    config: { access, streams: true },
    schema: {
      tags,
      summary: replaces ? 'Upload an object, or replace it' : 'Upload a new object',
      description:
        'The body is the file as it is. `Content-MD5` or `x-amz-checksum-sha256` are checked, `Cache-Control` is kept for ' +
        'downloads, and `X-Object-Metadata` holds metadata as a JSON object.',
      params: namedParams,
      querystring: schema.uploadQuery,
      response: { ...answers(200, storageObject), ...answers(201, storageObject) },
    },
    handler: async (request, reply) => {
      const project = projectOf(request)
      const params = request.params as { bucketID: string; '*': string }
      const query = request.query as { overwrite?: 'true' | 'false' }
      const bucket = await storage.buckets.get(project, params.bucketID)
      const name = objectName(params['*'])
      const overwrite = query.overwrite === undefined ? replaces : query.overwrite === 'true'
      const { size, mimeType, expected, cacheControl, metadata } = readAnnounced(request.headers)
      return created(
        reply,
        await receiveUpload(storage, request, reply, {
          project,
          caller: callerOf(request),
          bucket,
          object: { bucket: bucket.slug, name, overwrite, cacheControl, metadata },
          size: size ?? emptySize(request),
          mimeType,
          expected,
        }),
      )
    },
  })
}

function signedRoute(app: App, storage: Storage, tokens: UrlTokens): void {
  app.put(
    '/projects/:projectID/storage/uploads',
    {
      config: { access: { by: [] }, streams: true },
      schema: {
        tags,
        summary: 'Upload a file to a signed address',
        params: schema.signedParams,
        querystring: schema.signedQuery,
        response: { ...answers(200, storageObject), ...answers(201, storageObject) },
      },
    },
    async (request, reply) => {
      const project = projectOf(request)
      const now = storage.platform.clock.now()
      const grant = tokens.read('upload', project.id, request.query.token, now)
      if (grant === 'expired')
        throw forbidden('This address has expired. Get a new one with POST /storage/signed-upload-url.')
      if (grant === 'invalid')
        throw forbidden('This address is not valid: it was changed, or belongs to another project.')
      const announced = readAnnounced(request.headers)
      const size = announced.size ?? emptySize(request)
      if (grant.size !== undefined && size !== undefined && size !== grant.size)
        throw new AppError('invalid_input', `This address takes a file of exactly ${grant.size} bytes.`)
      const { name, overwrite, cacheControl, metadata } = grant
      const mimeType = typeOfBoth(grant.mimeType, announced.mimeType)
      const bucket = await storage.buckets.get(project, grant.bucket)
      const { admin } = storage.clusters.of(project)
      const key = await claimBlob(admin, project.id, grant.version)
      if (key === undefined)
        throw forbidden('This address was used already. Get a new one with POST /storage/signed-upload-url.')
      return created(
        reply,
        await receiveUpload(storage, request, reply, {
          project,
          caller: grant.caller,
          bucket,
          object: { bucket: bucket.slug, name, overwrite, cacheControl, metadata },
          size: grant.size ?? size,
          mimeType,
          expected: announced.expected,
          version: { id: grant.version, key, reserved: grant.size ?? 0 },
        }).catch(async (error) => {
          // Whatever went wrong, the address was not used.
          await unclaimBlob(admin, project.id, { id: grant.version, key })
          throw error
        }),
      )
    },
  )
}

function created(
  reply: FastifyReply,
  { object, replaced }: { object: StorageObject; replaced: boolean },
): StorageObject {
  reply.code(replaced ? 200 : 201)
  return object
}

// Without a length and without pieces, a request has no body (RFC 9112, 6.3).
function emptySize({ headers }: FastifyRequest): number | undefined {
  return headers['transfer-encoding'] === undefined ? 0 : undefined
}

// Whoever sends the bytes may leave the type to the address.
function typeOfBoth(granted: string, announced: string): string {
  if (granted === UNKNOWN_TYPE) return announced
  if (announced === UNKNOWN_TYPE || announced === granted) return granted
  throw new AppError('invalid_input', `This address takes a file of type ${granted}, not ${announced}.`)
}
