// Routes that take files: by name, and by signed addresses. Bodies are streams of any type and size.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { claimBlob, unclaimBlob } from '#modules/storage/blobs/blobs.store.ts'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import { objectName } from '#modules/storage/context/object-names.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import type { UrlTokens } from '#modules/storage/context/url-tokens.ts'
import { listParams, namedParams, storageObject } from '#modules/storage/objects/objects.schema.ts'
import { etagOf, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import { AppError, forbidden, invalidInput } from '#platform/errors/app-error.ts'
import { leaveBodies } from '#platform/http/bodies/raw-bodies.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, restOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { checkPlain, type IncomingFile, withFile } from './incoming-file.ts'
import type { Upload } from './put-object.service.ts'
import { receiveUpload } from './receive-upload.ts'
import { UNKNOWN_TYPE } from './sniff-type.ts'
import * as schema from './uploads.schema.ts'

const access = { by: ['dashboard', 'api_key', 'project_user'], scope: 'storage' } as const

/** uploadRoutes registers the routes that take files. */
export function uploadRoutes(api: App, storage: Storage, tokens: UrlTokens): void {
  api.register(async (scope) => {
    const app = scope as unknown as App
    leaveBodies(app)
    namedRoute(app, storage, 'post')
    namedRoute(app, storage, 'put')
    formRoute(app, storage)
    signedRoute(app, storage, tokens)
  })
}

function namedRoute(app: App, storage: Storage, method: 'post' | 'put'): void {
  const replaces = method === 'put'
  const routes = section(app, {
    at: '/projects/:projectID/storage/buckets/:bucketID/objects',
    tag: 'Storage',
    group: 'storage',
    audit: { keys: false, states: 'people' },
    access,
    params: namedParams,
  })

  routes[method](
    '/*',
    {
      summary: replaces ? 'Upload an object, or replace it' : 'Upload a new object',
      description:
        'The body is the file as it is, or a form with one file. `Content-MD5` or `x-amz-checksum-sha256` are checked, ' +
        '`Cache-Control`, `Content-Disposition`, `Content-Encoding`, `Content-Language` and `Expires` are kept for downloads, and `X-Object-Metadata` holds metadata as a JSON object.',
      requestHeaders: ['If-Match', 'If-None-Match'],
      query: schema.uploadQuery,
      response: { ...answers(200, storageObject), ...answers(201, storageObject) },
      streams: true,
    },
    async (request, reply) => {
      const { params, query } = request
      const bucket = await storage.buckets.get(projectOf(request), params.bucketID)
      const name = objectName(restOf(request))
      return withFile(request, reply, async (file) => {
        if (file.name !== undefined)
          throw invalidInput(
            'name: the name is in the address already. Send the form to …/objects without one.',
          )
        return store(storage, request, reply, { bucket, name, file, query, replaces })
      })
    },
  )
}

function formRoute(app: App, storage: Storage): void {
  const routes = section(app, {
    at: '/projects/:projectID/storage/buckets/:bucketID/objects',
    tag: 'Storage',
    group: 'storage',
    audit: { keys: false, states: 'people' },
    access,
    params: listParams,
  })

  routes.post(
    '',
    {
      summary: 'Upload a file with a form',
      description:
        'The body is of type `multipart/form-data`, with one file. The fields `name`, `overwrite`, `cache_control` and ' +
        '`metadata` may come before it; without `name`, the object is called as the file.',
      requestHeaders: ['If-Match', 'If-None-Match'],
      query: schema.uploadQuery,
      response: { ...answers(200, storageObject), ...answers(201, storageObject) },
      streams: true,
    },
    async (request, reply) => {
      const bucket = await storage.buckets.get(projectOf(request), request.params.bucketID)
      return withFile(request, reply, async (file) => {
        if (file.bytes === undefined)
          throw invalidInput(
            'Content-Type: must be multipart/form-data. Send a file as it is with PUT to …/objects/{name}.',
          )
        const name = objectName(file.name ?? lastPart(file.fileName ?? ''))
        return store(storage, request, reply, { bucket, name, file, query: request.query, replaces: false })
      })
    },
  )
}

interface Storing {
  readonly bucket: Bucket
  readonly name: string
  readonly file: IncomingFile
  readonly query: z.output<typeof schema.uploadQuery>
  readonly replaces: boolean
}

async function store(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  { bucket, name, file, query, replaces }: Storing,
): Promise<StorageObject> {
  const { size, mimeType, headers, expected, cacheControl, metadata, bytes } = file
  const asked = file.overwrite ?? replaces
  const overwrite = query.overwrite ?? asked
  const upload: Upload = {
    project: projectOf(request),
    caller: storageCallerOf(request),
    bucket,
    object: { bucket: bucket.slug, name, overwrite, condition: file.condition, cacheControl, metadata },
    size: size ?? (bytes === undefined ? emptySize(request) : undefined),
    mimeType,
    headers,
    expected,
  }
  return created(reply, await receiveUpload(storage, request, reply, upload, bytes))
}

// Some browsers send the whole path of a file.
function lastPart(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1)
}

function signedRoute(app: App, storage: Storage, tokens: UrlTokens): void {
  const routes = section(app, {
    at: '/projects/:projectID/storage',
    tag: 'Storage',
    group: 'storage',
    access: { by: [] },
    params: projectParams,
  })

  routes.put(
    '/uploads',
    {
      summary: 'Upload a file to a signed address',
      requestHeaders: ['If-Match', 'If-None-Match'],
      query: schema.signedQuery,
      response: { ...answers(200, storageObject), ...answers(201, storageObject) },
      streams: true,
    },
    async (request, reply) => {
      const project = projectOf(request)
      const now = storage.platform.clock.now()
      const grant = tokens.read('upload', project.id, request.query.token, now)
      if (grant === 'expired')
        throw forbidden(
          'link_invalid',
          'This address has expired. Get a new one with POST /storage/signed-upload-url.',
        )
      if (grant === 'invalid')
        throw forbidden(
          'link_invalid',
          'This address is not valid: it was changed, or belongs to another project.',
        )
      return withFile(request, reply, async (file) => {
        checkPlain(file, 'A file that is sent to a signed address')
        const { name, overwrite, cacheControl, metadata } = grant
        if (file.hasFields)
          throw forbidden(
            'link_invalid',
            'This address says what the file will be: fields of a form cannot change it.',
          )
        const size = file.size ?? (file.bytes === undefined ? emptySize(request) : undefined)
        if (grant.size !== undefined && size !== undefined && size !== grant.size)
          throw new AppError('invalid_input', `This address takes a file of exactly ${grant.size} bytes.`)
        const mimeType = typeOfBoth(grant.mimeType, file.mimeType)
        const bucket = await storage.buckets.get(project, grant.bucket)
        const { admin } = storage.clusters.of(project)
        const key = await claimBlob(admin, project.id, grant.version)
        if (key === undefined)
          throw forbidden(
            'link_invalid',
            'This address was used already. Get a new one with POST /storage/signed-upload-url.',
          )
        const upload: Upload = {
          project,
          caller: grant.caller,
          bucket,
          object: { bucket: bucket.slug, name, overwrite, condition: file.condition, cacheControl, metadata },
          size: grant.size ?? size,
          mimeType,
          expected: file.expected,
          version: { id: grant.version, key, reserved: grant.size ?? 0 },
        }
        const received = receiveUpload(storage, request, reply, upload, file.bytes).catch(async (error) => {
          // Whatever went wrong, the address was not used.
          await unclaimBlob(admin, project.id, { id: grant.version, key })
          throw error
        })
        return created(reply, await received)
      })
    },
  )
}

function created(
  reply: FastifyReply,
  { object, replaced }: { object: StorageObject; replaced: boolean },
): StorageObject {
  reply.code(replaced ? 200 : 201).header('etag', etagOf(object))
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
