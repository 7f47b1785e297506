// Routes of images: objects in another size, format and quality, to whoever may read the object.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BlobMissing } from '#platform/blobs/store/blob-errors.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { ImageOptions } from '#platform/images/image-options.ts'
import type { Images } from '#platform/images/images.ts'
import { callerOf } from '#storage/context/caller.ts'
import type { Storage } from '#storage/context/storage.ts'
import { outcomeOf } from '#storage/downloads/conditions.ts'
import type { OpenObjects } from '#storage/downloads/open-objects.ts'
import { createVersions } from '#storage/downloads/versions.ts'
import { notThere } from '#storage/objects/change-object.ts'
import { findObject, type StorageObject } from '#storage/objects/objects.store.ts'
import type { Egress } from '#storage/usage/egress.ts'
import * as schema from './images.schema.ts'

const tags = ['Storage']
const access = { by: ['dashboard', 'api_key', 'project_user'], scope: 'storage' } as const
const media = ['image/webp', 'image/avif', 'image/jpeg', 'image/png']

// Whoever was allowed once has to be asked again; the bytes need not be sent again.
const PRIVATE = 'private, no-cache'
const PUBLIC = 'public, max-age=60'

/** ImageRouteParts is what the routes of images stand on. */
export interface ImageRouteParts {
  readonly images: Images
  readonly openObjects: OpenObjects
  readonly egress: Egress
}

/** imageRoutes registers the routes of images. */
export function imageRoutes(
  app: App,
  storage: Storage,
  { images, openObjects, egress }: ImageRouteParts,
): void {
  const versions = createVersions(storage)

  const work = async <T>(
    request: FastifyRequest,
    object: StorageObject,
    make: (key: string) => Promise<T>,
  ): Promise<T> => {
    const blob = await versions.find(projectOf(request), object.version)
    if (blob === undefined) throw notThere(object.id)
    return make(blob.key).catch((error) => {
      throw error instanceof BlobMissing ? notThere(object.id) : error
    })
  }

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    object: StorageObject,
    caching: string,
  ): Promise<FastifyReply> => {
    const options = request.query as ImageOptions
    const etag = etagOf(object, options)
    reply.headers({
      etag,
      'cache-control': object.cache_control ?? caching,
      'cross-origin-resource-policy': 'cross-origin',
    })
    const outcome = outcomeOf(request.headers, { etag, modified: new Date(object.updated_at) })
    if (outcome === 304) return reply.code(304).send()
    if (outcome === 412) throw new AppError('precondition_failed')
    egress.count(request, reply)
    const tenant = tenantOf(projectOf(request))
    const image = await work(request, object, (key) => images.transform(tenant, key, options))
    return reply.type(image.contentType).header('content-length', image.bytes.length).send(image.bytes)
  }

  const readable = async (request: FastifyRequest, id: string): Promise<StorageObject> => {
    const object = await findObject(storage, projectOf(request), callerOf(request), { id })
    if (object === undefined) throw notThere(id)
    return object
  }

  app.get(
    '/projects/:projectID/storage/objects/:objectID/image',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get an image in another size or format',
        description:
          'Upright and without metadata. Of a JPEG, PNG, WebP, AVIF or GIF with up to 50 million pixels.',
        params: schema.imageParams,
        querystring: schema.imageQuery,
        media,
        response: { 200: schema.image },
      },
    },
    async (request, reply) => send(request, reply, await readable(request, request.params.objectID), PRIVATE),
  )

  app.get(
    '/projects/:projectID/storage/objects/:objectID/image-summary',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a blurred preview of an image',
        description: 'Some 20 characters, from which clients paint a preview until the image is there.',
        params: schema.imageParams,
        response: answers(200, schema.imageSummary),
      },
    },
    async (request) => {
      const object = await readable(request, request.params.objectID)
      const tenant = tenantOf(projectOf(request))
      return { blur_hash: await work(request, object, (key) => images.blurHash(tenant, key)) }
    },
  )

  app.get(
    '/projects/:projectID/storage/public/:bucketID/:objectID/image',
    {
      config: { access: { by: [] } },
      schema: {
        tags,
        summary: 'Get a public image in another size or format',
        description: 'Of an object in a public bucket, without credentials.',
        params: schema.publicImageParams,
        querystring: schema.imageQuery,
        media,
        response: { 200: schema.image },
      },
    },
    async (request, reply) => {
      const { bucketID, objectID: id } = request.params
      const project = projectOf(request)
      const bucket = await storage.buckets.find(project, bucketID)
      const object = bucket?.is_public ? await openObjects.find(project, id) : undefined
      if (object === undefined || object.bucket !== bucket?.slug) throw notThere(id)
      return send(request, reply, object, PUBLIC)
    },
  )
}

function etagOf({ version }: StorageObject, options: ImageOptions): string {
  const { width, height, fit, format, quality } = options
  const text = JSON.stringify([version, width, height, fit, format, quality])
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
}
