// Routes of signed addresses: /storage/signed-upload-url and /storage/signed-download-url. What an address grants
// is decided when it is made, by the policies of who asks for it.
import { parse } from 'node:path/posix'
import { IMAGE_SOURCES, type ImageFormat } from '#engine/shapes/image-options.ts'
import { holderOf } from '#modules/storage/blobs/reservations.ts'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import { checkCacheControl, checkMetadata } from '#modules/storage/context/fields.ts'
import { filePath } from '#modules/storage/context/file-path.ts'
import { checkAllowed, checkOpen, tooLarge } from '#modules/storage/context/fits.ts'
import { fileNameOf, objectName } from '#modules/storage/context/object-names.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import type { UrlTokens } from '#modules/storage/context/url-tokens.ts'
import { notThere } from '#modules/storage/objects/change-object.ts'
import { findObject } from '#modules/storage/objects/objects.store.ts'
import { MAX_OBJECT_BYTES, newVersion, registerUpload } from '#modules/storage/uploads/put-object.service.ts'
import { declaredType, UNKNOWN_TYPE } from '#modules/storage/uploads/sniff-type.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import * as schema from './signed-urls.schema.ts'

const by = ['dashboard', 'api_key', 'project_user'] as const

/** signedUrlRoutes registers the routes that make signed addresses. */
export function signedUrlRoutes(app: App, storage: Storage, tokens: UrlTokens): void {
  const { platform } = storage
  const until = (seconds: number) => new Date(platform.clock.now().getTime() + seconds * 1000)

  const routes = section(app, {
    at: '/projects/:projectID/storage',
    tag: 'Storage',
    group: 'storage',
    audit: { keys: false, states: 'people' },
    access: { by, scope: 'storage' },
    params: projectParams,
  })

  routes.post(
    '/signed-upload-url',
    {
      summary: 'Make an address to upload one file to',
      description:
        'Whoever has the address can PUT the bytes to it, once, without credentials: a file of this name, and of this size ' +
        'and type where they are given.',
      body: schema.signUpload,
      response: answers(200, schema.signedUpload),
      minimal: wholeAnswer,
    },
    async (request) => {
      const project = projectOf(request)
      const caller = storageCallerOf(request)
      const { bucket_id, object_name, content_length: size, overwrite, expires_in, ...input } = request.body
      const bucket = await storage.buckets.get(project, bucket_id)
      const name = objectName(object_name, 'object_name')
      const mimeType = declaredType(input.content_type, 'content_type')
      const cacheControl = input.cache_control ?? null
      if (cacheControl !== null) checkCacheControl(cacheControl, 'cache_control')
      const metadata = checkMetadata(input.metadata, 'metadata')
      checkOpen(bucket)
      const limit = bucket.file_size_limit ?? MAX_OBJECT_BYTES
      if (size !== undefined && size > limit) throw tooLarge(bucket, limit)
      if (mimeType !== UNKNOWN_TYPE) checkAllowed(mimeType, bucket.allowed_mime_types)
      const object = { bucket: bucket.slug, name, overwrite, cacheControl, metadata }
      const version = newVersion(project)
      const upload = { project, caller, bucket, object, size, mimeType }
      await registerUpload(storage, upload, version, expires_in, holderOf(caller))
      const end = until(expires_in)
      const grant = { version: version.id, ...object, bucket: bucket.id, size, mimeType, caller }
      const token = tokens.write('upload', project.id, grant, end)
      const base = baseUrlOf(platform.config, request)
      return {
        url: `${base}/api/v1/projects/${project.id}/storage/uploads?token=${token}`,
        storage_path: `${bucket.slug}/${name}`,
        method: 'PUT',
        expires_at: end.toISOString(),
      }
    },
  )

  routes.post(
    '/signed-download-url',
    {
      summary: 'Make an address to download one object from',
      body: schema.signDownload,
      response: answers(200, schema.signedDownload),
      access: { by, scope: 'storage', level: 'read' },
    },
    async (request) => {
      const project = projectOf(request)
      const { object_id: id, expires_in, download, transform: options } = request.body
      const object = await findObject(storage, project, storageCallerOf(request), { id })
      if (object === undefined) throw notThere(id)
      const name = download === true ? savedName(object.name, options?.format) : download
      const grant = { object: id, download: name === false ? null : objectName(name, 'download') }
      const end = until(expires_in)
      const base = baseUrlOf(platform.config, request)
      if (options !== undefined && !IMAGE_SOURCES.has(object.mime_type))
        throw invalidInput(`transform: a file of type ${object.mime_type} cannot be transformed.`)
      const [path, token] =
        options === undefined
          ? [filePath(project.id, object), tokens.write('download', project.id, grant, end)]
          : [
              filePath(project.id, object, 'images'),
              tokens.write('image', project.id, { ...grant, options }, end),
            ]
      return { url: `${base}${path}?token=${token}`, expires_at: end.toISOString() }
    },
  )
}

// A file that is turned into another format has that one's ending.
function savedName(name: string, format: ImageFormat | undefined): string {
  const file = fileNameOf(name)
  return format === undefined ? file : `${parse(file).name}.${format}`
}
