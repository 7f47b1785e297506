// Routes of images: objects in another size, format and quality, to whoever may read the object.
import type { FastifyRequest } from 'fastify'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { checkGranted, type UrlTokens } from '#modules/storage/context/url-tokens.ts'
import type { OpenObjects } from '#modules/storage/downloads/open-objects.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { notThere } from '#modules/storage/objects/change-object.ts'
import { findObject, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import * as schema from './images.schema.ts'
import { createImageSender, type ImageParts } from './send-image.ts'

const media = ['image/webp', 'image/avif', 'image/jpeg', 'image/png']

// Whoever was allowed once has to be asked again; the bytes need not be sent again.
const PRIVATE = 'private, no-cache'
const PUBLIC = 'public, max-age=60'

/** ImageRouteParts is what the routes of images stand on. */
export interface ImageRouteParts extends ImageParts {
  readonly openObjects: OpenObjects
  readonly tokens: UrlTokens
  readonly links: ObjectLinks
}

/** imageRoutes registers the routes of images. */
export function imageRoutes(app: App, storage: Storage, parts: ImageRouteParts): void {
  const { openObjects, tokens, links } = parts
  const { send, summarize } = createImageSender(storage, parts)

  const readable = async (request: FastifyRequest, id: string): Promise<StorageObject> => {
    const object = await findObject(storage, projectOf(request), storageCallerOf(request), { id })
    if (object === undefined) throw notThere(id)
    return object
  }

  const routes = section(app, {
    at: '/projects/:projectID/storage',
    tag: 'Storage',
    group: 'storage',
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'storage' },
  })

  routes.get(
    '/objects/:objectID/image',
    {
      summary: 'Get an image in another size or format',
      description:
        'Upright and without metadata. Of a JPEG, PNG, WebP, AVIF or GIF with up to 50 million pixels.',
      params: schema.imageParams,
      query: schema.imageQuery,
      media,
      response: { 200: schema.image },
    },
    async (request, reply) => {
      const object = await readable(request, request.params.objectID)
      return send(request, reply, { object, options: request.query, caching: PRIVATE })
    },
  )

  routes.get(
    '/objects/:objectID/image-summary',
    {
      summary: 'Get a blurred preview of an image',
      description: 'Some 20 characters, from which clients paint a preview until the image is there.',
      params: schema.imageParams,
      response: answers(200, schema.imageSummary),
    },
    async (request) => {
      const object = await readable(request, request.params.objectID)
      return { blur_hash: await summarize(projectOf(request), object) }
    },
  )

  routes.get(
    '/public/:bucketID/:objectID/image',
    {
      summary: 'Get a public image in another size or format',
      description: 'Of an object in a public bucket, without credentials.',
      params: schema.publicImageParams,
      query: schema.imageQuery,
      media,
      response: { 200: schema.image },
      access: { by: [] },
    },
    async (request, reply) => {
      const { bucketID, objectID: id } = request.params
      const project = projectOf(request)
      const bucket = await storage.buckets.find(project, bucketID)
      const object = bucket?.is_public ? await openObjects.find(project, id) : undefined
      if (object === undefined || object.bucket !== bucket?.slug) throw notThere(id)
      return send(request, reply, { object, options: request.query, caching: PUBLIC })
    },
  )

  routes.get(
    '/images/:objectID/:fileName',
    {
      summary: 'Get an image by a signed address',
      description: 'In the size, format and quality for which the address was made, and no other.',
      params: schema.signedImageParams,
      query: schema.signedImageQuery,
      media,
      response: { 200: schema.image },
      access: { by: [] },
    },
    async (request, reply) => {
      const project = projectOf(request)
      const { objectID: id } = request.params
      const { token, ...added } = request.query
      const now = storage.platform.clock.now()
      // Addresses that rows have shown say their options; in those of POST /storage/signed-download-url they are sealed.
      const { data: options } = schema.imageQuery.strict().safeParse(added)
      const shown = options && links.read(project.id, id, token, options)
      const isChanged = Object.keys(added).length > 0
      const sealed = isChanged ? 'invalid' : tokens.read('image', project.id, token, now)
      const granted =
        shown === 'granted' ? { object: id, options: options ?? {}, download: null } : (shown ?? sealed)
      const { options: image, download } = checkGranted(granted, id)
      const object = await openObjects.find(project, id)
      if (object === undefined) throw notThere(id)
      return send(request, reply, { object, options: image, caching: PRIVATE, download })
    },
  )
}
