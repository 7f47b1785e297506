// Answers with what options make of an image.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ImageOptions } from '#engine/shapes/image-options.ts'
import type { Storage, StorageProject } from '#modules/storage/context/storage.ts'
import { outcomeOf } from '#modules/storage/downloads/conditions.ts'
import { contentDisposition } from '#modules/storage/downloads/content-headers.ts'
import { createVersions } from '#modules/storage/downloads/versions.ts'
import { notThere } from '#modules/storage/objects/change-object.ts'
import type { StorageObject } from '#modules/storage/objects/objects.store.ts'
import type { Egress } from '#modules/storage/usage/egress.ts'
import { BlobMissing } from '#platform/blobs/store/blob-errors.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Images } from '#platform/images/images.ts'

/** ImageParts is what images are sent with. */
export interface ImageParts {
  readonly images: Images
  readonly egress: Egress
}

/** SendingImage says how an image is sent. */
export interface SendingImage {
  readonly object: StorageObject
  readonly options: ImageOptions
  /** caching is Cache-Control where the object has none of its own. */
  readonly caching: string
  /** download is the name under which it is saved; without it, browsers show it. */
  readonly download?: string | null
}

/** ImageSender sends images to callers who may read them. */
export interface ImageSender {
  send(request: FastifyRequest, reply: FastifyReply, sending: SendingImage): Promise<FastifyReply>
  /** summarize returns the BlurHash of an image. */
  summarize(project: StorageProject, object: StorageObject): Promise<string>
}

/** createImageSender returns the sender of this node. */
export function createImageSender(storage: Storage, { images, egress }: ImageParts): ImageSender {
  const versions = createVersions(storage)

  const work = async <T>(
    project: StorageProject,
    object: StorageObject,
    make: (key: string) => Promise<T>,
  ): Promise<T> => {
    const blob = await versions.find(project, object.version)
    if (blob === undefined) throw notThere(object.id)
    return make(blob.key).catch((error) => {
      throw error instanceof BlobMissing ? notThere(object.id) : error
    })
  }

  return {
    send: async (request, reply, { object, options, caching, download = null }) => {
      const etag = etagOf(object, options)
      // An error is sent with none of these.
      const headers = {
        etag,
        'cache-control': object.cache_control ?? caching,
        'cross-origin-resource-policy': 'cross-origin',
        ...(download !== null && { 'content-disposition': contentDisposition(download, true) }),
      }
      const outcome = outcomeOf(request.headers, { etag, modified: new Date(object.updated_at) })
      if (outcome === 304) return reply.code(304).headers(headers).send()
      if (outcome === 412) throw new AppError('precondition_failed')
      egress.count(request, reply)
      const project = projectOf(request)
      const image = await work(project, object, (key) => images.transform(tenantOf(project), key, options))
      const { contentType, bytes } = image
      return reply.headers(headers).type(contentType).header('content-length', bytes.length).send(bytes)
    },
    summarize: (project, object) => work(project, object, (key) => images.blurHash(tenantOf(project), key)),
  }
}

function etagOf({ version }: StorageObject, options: ImageOptions): string {
  const { width, height, fit, format, quality } = options
  const text = JSON.stringify([version, width, height, fit, format, quality])
  return `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
}
