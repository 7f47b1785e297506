// Routes that send files: to callers whom policies allow, to holders of signed addresses, and of public buckets to all.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import { filePath } from '#modules/storage/context/file-path.ts'
import { objectName } from '#modules/storage/context/object-names.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { checkGranted, type DownloadGrant, type UrlTokens } from '#modules/storage/context/url-tokens.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { notThere } from '#modules/storage/objects/change-object.ts'
import { namedParams } from '#modules/storage/objects/objects.schema.ts'
import { findObject, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import type { Egress } from '#modules/storage/usage/egress.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf, restOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import * as schema from './downloads.schema.ts'
import type { OpenObjects } from './open-objects.ts'
import { type ByteSource, serveObject } from './serve-object.ts'
import type { Versions } from './versions.ts'

const open = { by: [] } as const
const media = ['application/octet-stream']

// Whoever was allowed once has to be asked again; the bytes need not be sent again.
const PRIVATE = 'private, no-cache'
const PUBLIC = 'public, no-cache'
const VERSIONED = 'public, max-age=31536000, immutable'
const REDIRECT = 'public, max-age=60'

/** DownloadParts are what downloads stand on. */
export interface DownloadParts {
  readonly tokens: UrlTokens
  readonly links: ObjectLinks
  readonly openObjects: OpenObjects
  readonly egress: Egress
  readonly versions: Versions
  readonly source: ByteSource
}

/** downloadRoutes registers the routes that send files. */
export function downloadRoutes(
  app: App,
  storage: Storage,
  { tokens, links, openObjects, egress, versions, source }: DownloadParts,
): void {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    object: StorageObject,
    how: { download: string | null; caching: string },
  ) => {
    const blob = await versions.find(projectOf(request), object.version)
    if (blob === undefined) throw notThere(object.id)
    egress.count(request, reply)
    return serveObject(source, request, reply, { object, blob, ...how })
  }

  const routes = section(app, {
    at: '/projects/:projectID/storage',
    tag: 'Storage',
    group: 'storage',
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'storage' },
  })

  routes.get(
    '/objects/:objectID/content',
    {
      summary: 'Download an object',
      description: 'Takes Range, If-Range, If-Match, If-None-Match and If-Modified-Since.',
      params: schema.contentParams,
      query: schema.contentQuery,
      media,
      response: { 200: schema.bytes },
    },
    async (request, reply) => {
      const { objectID: id } = request.params
      const object = await findObject(storage, projectOf(request), storageCallerOf(request), { id })
      if (object === undefined) throw notThere(id)
      return send(request, reply, object, { download: downloadOf(request.query, object), caching: PRIVATE })
    },
  )

  routes.get(
    '/buckets/:bucketID/objects/*',
    {
      summary: 'Download an object by its name',
      params: namedParams,
      query: schema.contentQuery,
      media,
      response: { 200: schema.bytes },
    },
    async (request, reply) => {
      const project = projectOf(request)
      const { bucketID } = request.params
      const { slug: bucket } = await storage.buckets.get(project, bucketID)
      const name = objectName(restOf(request))
      const object = await findObject(storage, project, storageCallerOf(request), { bucket, name })
      if (object === undefined) throw notThere(name)
      return send(request, reply, object, { download: downloadOf(request.query, object), caching: PRIVATE })
    },
  )

  routes.get(
    '/public/:bucketID/:objectID',
    {
      summary: 'Find a public object',
      description: 'Answers with the address of the current version, which caches may keep.',
      params: schema.publicParams,
      responseHeaders: ['Location'],
      response: answers(302, undefined, 'To the bytes'),
      access: open,
    },
    async (request, reply) => {
      const { bucketID, objectID: id } = request.params
      const project = projectOf(request)
      const bucket = await storage.buckets.find(project, bucketID)
      const object = bucket?.is_public ? await openObjects.find(project, id) : undefined
      if (object === undefined || object.bucket !== bucket?.slug) throw notThere(id)
      const path = `${filePath(project.id, object)}?v=${object.version}`
      return reply.headers({ location: path, 'cache-control': REDIRECT }).send()
    },
  )

  routes.get(
    '/files/:objectID/:fileName',
    {
      summary: 'Download a file by a signed or public address',
      params: schema.fileParams,
      query: schema.fileQuery,
      media,
      response: { 200: schema.bytes },
      access: open,
    },
    async (request, reply) => {
      const project = projectOf(request)
      const { objectID: id } = request.params
      const { token, v } = request.query
      const read = (text: string) => readToken({ tokens, links }, storage, project.id, text, id)
      const granted = token === undefined ? undefined : read(token)
      const object = await openObjects.find(project, id)
      if (object === undefined) throw notThere(id)
      if (granted !== undefined)
        return send(request, reply, object, { download: granted.download, caching: PRIVATE })
      const bucket = await storage.buckets.find(project, object.bucket)
      if (bucket?.is_public !== true) throw notThere(id)
      const caching = v === object.version ? VERSIONED : PUBLIC
      return send(request, reply, object, { download: downloadOf(request.query, object), caching })
    },
  )
}

function downloadOf({ download }: { download?: string | undefined }, object: StorageObject): string | null {
  if (download === undefined) return null
  return download === '' ? object.name : objectName(download, 'download')
}

// The token of an address that a row has shown, or that was asked for.
function readToken(
  { tokens, links }: Pick<DownloadParts, 'tokens' | 'links'>,
  storage: Storage,
  projectId: string,
  token: string,
  id: string,
): Pick<DownloadGrant, 'download'> {
  const shown = links.read(projectId, id, token)
  if (shown === 'granted') return { download: null }
  const granted = shown ?? tokens.read('download', projectId, token, storage.platform.clock.now())
  return checkGranted(granted, id)
}
