// Routes of resumable uploads: tus 1.0, at …/storage/buckets/{bucketID}/resumable and …/storage/resumable/{id}.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { listParams } from '#modules/storage/objects/objects.schema.ts'
import { readCondition } from '#modules/storage/objects/write-condition.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { leaveBodies } from '#platform/http/bodies/raw-bodies.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { addBody, endUpload, readUpload, type UploadParts, uploadOf } from './add-to-upload.ts'
import { type Beginning, concatenate, createUpload } from './create-upload.ts'
import * as schema from './resumable.schema.ts'
import { deleteUpload, type ResumableUpload } from './resumable.store.ts'
import * as tus from './tus-headers.ts'
import { createUploadLocks } from './upload-locks.ts'
import { readMetadata } from './upload-metadata.ts'

const by = ['dashboard', 'api_key', 'project_user'] as const
const access = { by, scope: 'storage', level: 'write' } as const
const BUCKET = '/projects/:projectID/storage/buckets/:bucketID/resumable'
const UPLOAD = '/projects/:projectID/storage/resumable/:uploadID'

/** resumableRoutes registers the routes of resumable uploads. */
export function resumableRoutes(api: App, storage: Storage): void {
  const parts: UploadParts = { storage, locks: createUploadLocks(storage.platform.clock) }
  api.register(async (scope) => {
    const app = scope as unknown as App
    leaveBodies(app)
    app.addHook('onSend', async (_request, reply) => {
      reply.header('tus-resumable', tus.TUS_VERSION)
    })
    for (const url of [BUCKET, UPLOAD])
      app.options(url, { schema: { hide: true } }, (_request, reply) =>
        reply.code(204).headers(tus.CAPABILITIES).send(),
      )
    createRoute(app, parts)
    uploadRoutes(app, parts)
  })
}

function createRoute(app: App, parts: UploadParts): void {
  const routes = section(app, {
    at: BUCKET,
    tag: 'Storage',
    group: 'storage',
    audit: { keys: false, states: 'people' },
    access,
    params: listParams,
  })

  routes.post(
    '',
    {
      summary: 'Begin a resumable upload',
      description:
        'tus 1.0 with `Tus-Resumable`, `Upload-Length` and `Upload-Metadata`, whose keys are `name`, `type`, `cache_control`, ' +
        '`metadata` and `overwrite`. The body may be the first bytes. `Upload-Concat` joins uploads that came in parallel.',
      requestHeaders: ['If-Match', 'If-None-Match'],
      responseHeaders: ['Location'],
      response: answers(201, undefined, 'The address of the upload is in Location'),
      streams: true,
    },
    async (request, reply) => {
      const { headers } = request
      const beginning = await beginningOf(parts, request)
      const concat = tus.concatIn(headers)
      const isFinal = concat?.kind === 'final'
      const upload = isFinal
        ? await concatenate(parts.storage, beginning, concat.ids)
        : await createUpload(parts.storage, beginning, tus.bytesIn(headers, 'upload-length'))
      const base = baseUrlOf(parts.storage.platform.config, request)
      const { id } = projectOf(request)
      reply.header('location', `${base}/api/v1/projects/${id}/storage/resumable/${upload.id}`)
      const begun = isFinal || upload.length === 0 || tus.isPart(headers)
      const added = begun ? await addFirst(parts, request, reply, upload) : upload
      return reply.headers(stateOf(added)).send()
    },
  )
}

function uploadRoutes(app: App, parts: UploadParts): void {
  const routes = section(app, {
    at: UPLOAD,
    tag: 'Storage',
    group: 'storage',
    access,
    params: schema.uploadParams,
  })

  routes.get(
    '',
    {
      summary: 'Get how far a resumable upload is',
      description:
        'HEAD answers with `Upload-Offset`, as tus has it. One that has all its bytes becomes an object first.',
      response: answers(200, schema.resumableUpload),
    },
    async (request, reply) => {
      const upload = await readUpload(parts, request)
      if (request.method === 'HEAD') tus.checkVersion(request.headers)
      reply.headers({ ...stateOf(upload), 'cache-control': 'no-store' })
      const { id, length, received: offset, expires_at, stored: object } = upload
      return { id, length, offset, expires_at, object }
    },
  )

  const patch = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = await uploadOf(parts, request)
    tus.checkVersion(request.headers)
    tus.checkBodyType(request.headers)
    const upload = await addBody(parts, request, reply, id, tus.bytesIn(request.headers, 'upload-offset'))
    return reply.code(204).headers(stateOf(upload)).send()
  }
  routes.patch(
    '',
    {
      summary: 'Go on with a resumable upload',
      description:
        'The body is what comes behind `Upload-Offset`, of type `application/offset+octet-stream`. `Upload-Checksum` is checked; ' +
        'without it, what arrives before a connection breaks is kept.',
      response: answers(204),
      streams: true,
      audit: false,
    },
    patch,
  )

  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    const upload = await uploadOf(parts, request)
    tus.checkVersion(request.headers)
    await endUpload(parts, request, upload)
    return reply.code(204).send()
  }
  routes.delete('', { summary: 'End a resumable upload', response: answers(204), audit: false }, end)

  // For clients that can send nothing but GET and POST.
  routes.post('', { hide: true, streams: true, audit: false }, async (request, reply) => {
    await uploadOf(parts, request)
    const method = String(request.headers['x-http-method-override']).toUpperCase()
    if (method === 'PATCH') return patch(request, reply)
    if (method === 'DELETE') return end(request, reply)
    throw new AppError('method_not_allowed', 'X-HTTP-Method-Override: must be PATCH or DELETE.')
  })
}

async function beginningOf({ storage }: UploadParts, request: FastifyRequest): Promise<Beginning> {
  const { headers } = request
  const project = projectOf(request)
  const { bucketID } = request.params as { bucketID: string }
  const bucket = await storage.buckets.get(project, bucketID)
  tus.checkVersion(headers)
  const planned = readMetadata(headers['upload-metadata'])
  const concat = headers['upload-concat']
  if (planned.name === undefined && concat !== 'partial')
    throw invalidInput('Upload-Metadata: name or filename is required, as what the object will be called.')
  return {
    project,
    caller: storageCallerOf(request),
    bucket,
    planned,
    condition: readCondition(headers),
    metadata: headers['upload-metadata']?.toString() ?? null,
    concat: concat?.toString() ?? null,
  }
}

// Nobody knows the address of an upload that is refused with its first bytes; one of others keeps their bytes.
async function addFirst(
  parts: UploadParts,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: ResumableUpload,
): Promise<ResumableUpload> {
  const { id, received, length } = upload
  try {
    return await addBody(parts, request, reply, id, received)
  } catch (error) {
    const { id: project } = projectOf(request)
    const { admin } = parts.storage.clusters.of(projectOf(request))
    if (length === 0 || received < length) {
      reply.removeHeader('location')
      await deleteUpload(admin, project, id)
    }
    throw error
  }
}

function stateOf({
  received,
  length,
  metadata,
  concat,
  expires_at,
}: ResumableUpload): Record<string, string> {
  return {
    'upload-offset': String(received),
    'upload-length': String(length),
    ...(metadata !== null && { 'upload-metadata': metadata }),
    ...(concat !== null && { 'upload-concat': concat }),
    ...(expires_at !== null && { 'upload-expires': expires_at.toUTCString() }),
  }
}
