// Objects over S3: their headers, and the requests that read, write, copy and delete them.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import { checkCacheControl, checkMetadata } from '#modules/storage/context/fields.ts'
import { readFileHeaders } from '#modules/storage/context/file-headers.ts'
import { objectName } from '#modules/storage/context/object-names.ts'
import type { Storage } from '#modules/storage/context/storage.ts'
import { type ByteSource, serveObject } from '#modules/storage/downloads/serve-object.ts'
import type { Versions } from '#modules/storage/downloads/versions.ts'
import { etagOf, findObject, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import { removeObject } from '#modules/storage/objects/remove-objects.ts'
import {
  conditionFailed,
  type HeldCondition,
  readCondition,
  readMatch,
} from '#modules/storage/objects/write-condition.ts'
import { prepareUpload, storeUpload, type Upload } from '#modules/storage/uploads/put-object.service.ts'
import { declaredType } from '#modules/storage/uploads/sniff-type.ts'
import type { Egress } from '#modules/storage/usage/egress.ts'
import { toAppError } from '#platform/http/answers/error-handler.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { readAsked } from './asked-headers.ts'
import type { S3Credentials } from './credentials.ts'
import { openBody } from './request-body.ts'
import { codeOf, s3Error } from './s3-errors.ts'
import { document, element, elements, textOf } from './xml.ts'

const META = 'x-amz-meta-'
const MAX_DELETES = 1000

/** S3Parts is what the endpoint stands on. */
export interface S3Parts {
  readonly storage: Storage
  readonly credentials: S3Credentials
  readonly versions: Versions
  readonly source: ByteSource
  readonly egress: Egress
}

/** bucketNamed returns a bucket by its name, or throws NoSuchBucket. */
export async function bucketNamed(
  { storage }: S3Parts,
  request: FastifyRequest,
  name: string,
): Promise<Bucket> {
  const bucket = await storage.buckets.find(projectOf(request), name)
  if (bucket?.slug === name) return bucket
  throw s3Error('NoSuchBucket', `The bucket ${name.slice(0, 63)} does not exist.`)
}

/** getObject sends an object, or a range of it. */
export async function getObject(
  parts: S3Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: Bucket,
  key: string,
): Promise<FastifyReply> {
  const { source, versions, egress } = parts
  const asked = readAsked(request)
  const object = await getReadable(parts, request, bucket.slug, key)
  const blob = await versions.find(projectOf(request), object.version)
  if (blob === undefined) throw noSuchKey(key)
  egress.count(request, reply)
  reply.headers(metadataHeaders(object))
  const serving = { object, blob, download: null, caching: 'private, no-cache', asked }
  return serveObject(source, request, reply, serving)
}

/** putObject stores the body of a request as an object. */
export async function putObject(
  parts: S3Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: Bucket,
  key: string,
): Promise<FastifyReply> {
  const { storage, credentials } = parts
  const { size, bytes } = openBody(request, reply, credentials.signingOf(request))
  const described = uploadOf(request, bucket, key)
  const object = { ...described.object, condition: readCondition(request.headers) }
  const upload = { ...described, object, size, expected: { md5: md5In(request.headers) } }
  const prepared = await prepareUpload(storage, upload)
  const stored = await storeUpload(storage, prepared, bytes)
  return reply.header('etag', etagOf(stored.object)).send('')
}

/** deleteObject deletes an object. One that is not there counts as deleted, unless the condition asks for one. */
export async function deleteObject(
  { storage }: S3Parts,
  request: FastifyRequest,
  bucket: Bucket,
  key: string,
  condition: HeldCondition | undefined,
): Promise<void> {
  const [project, caller] = [projectOf(request), storageCallerOf(request)]
  const by = { bucket: bucket.slug, name: objectName(key) }
  // Once more, since another request may have deleted it meanwhile.
  for (const isLast of [false, true]) {
    const object = await findObject(storage, project, caller, by)
    if (object === undefined && condition === 'present') throw conditionFailed(key, condition)
    if (object === undefined) return
    if (await removeObject(storage, project, caller, object.id, condition))
      return storage.changed(project, object.id, 'changed')
    if (isLast)
      throw s3Error('AccessDenied', `The policies of storage_objects do not allow to delete ${key}.`)
  }
}

/** deleteObjects deletes the objects that a document names. */
export async function deleteObjects(
  parts: S3Parts,
  request: FastifyRequest,
  bucket: Bucket,
  xml: string,
): Promise<string> {
  const named = [...elements(xml, 'Object')].map((one) => ({ one, key: textOf(one, 'Key') ?? '' }))
  if (named.length === 0 || named.length > MAX_DELETES || named.some(({ key }) => key === ''))
    throw s3Error('MalformedXML', `Between 1 and ${MAX_DELETES} objects with a Key are deleted at a time.`)
  const quiet = textOf(xml, 'Quiet') === 'true'
  const results: string[] = []
  for (const { one, key } of named) {
    try {
      await deleteObject(parts, request, bucket, key, conditionIn(one))
      if (!quiet) results.push(element('Deleted', [element('Key', key)]))
    } catch (thrown) {
      const error = toAppError(thrown)
      const [code] = codeOf(error)
      if (error.code === 'internal') request.log.error({ err: thrown }, 'an object could not be deleted')
      const said = [element('Key', key), element('Code', code), element('Message', error.message)]
      results.push(element('Error', said))
    }
  }
  return document('DeleteResult', results)
}

function conditionIn(xml: string): HeldCondition | undefined {
  const other = ['LastModifiedTime', 'Size', 'VersionId'].find((name) => textOf(xml, name) !== undefined)
  if (other !== undefined)
    throw s3Error('NotImplemented', `${other}: objects are deleted by Key and ETag only.`)
  const etag = textOf(xml, 'ETag')
  return etag === undefined ? undefined : readMatch(etag)
}

/** uploadOf returns the upload that the headers of a request describe. */
export function uploadOf(request: FastifyRequest, bucket: Bucket, key: string): Upload {
  const { headers } = request
  const cacheControl = headers['cache-control']
  return {
    project: projectOf(request),
    caller: storageCallerOf(request),
    bucket,
    object: {
      bucket: bucket.slug,
      name: objectName(key, 'Key'),
      overwrite: true,
      cacheControl: cacheControl === undefined ? null : checkCacheControl(cacheControl, 'Cache-Control'),
      metadata: metadataIn(headers),
    },
    size: undefined,
    mimeType: declaredType(headers['content-type']),
    headers: readFileHeaders(headers),
  }
}

/** timeOf returns a time as S3 writes it. */
export function timeOf(time: string): string {
  return new Date(time).toISOString()
}

/** getReadable returns an object that the caller may read, or throws NoSuchKey. */
export async function getReadable(
  { storage }: S3Parts,
  request: FastifyRequest,
  bucket: string,
  key: string,
): Promise<StorageObject> {
  const by = { bucket, name: objectName(key, 'Key') }
  const object = await findObject(storage, projectOf(request), storageCallerOf(request), by)
  if (object === undefined) throw noSuchKey(key)
  return object
}

/** noSuchKey is the error of an object that does not exist, or that the caller may not read. */
export function noSuchKey(key: string) {
  return s3Error('NoSuchKey', `The object ${key} does not exist.`)
}

function metadataIn(headers: IncomingHttpHeaders): Record<string, unknown> {
  const entries = Object.entries(headers).filter(([name]) => name.startsWith(META))
  const metadata = Object.fromEntries(
    entries.map(([name, value]) => [name.slice(META.length), String(value)]),
  )
  return checkMetadata(metadata, `${META}*`)
}

// What was written over HTTP may be more than headers can hold.
function metadataHeaders({ metadata }: StorageObject): Record<string, string> {
  const entries = Object.entries(metadata).filter(
    ([name, value]) =>
      /^[a-z0-9_.-]+$/i.test(name) && typeof value === 'string' && /^[\x20-\x7e]*$/.test(value),
  )
  return Object.fromEntries(entries.map(([name, value]) => [META + name, String(value)]))
}

function md5In({ 'content-md5': header }: IncomingHttpHeaders): string | undefined {
  if (header === undefined) return undefined
  const digest = Buffer.from(String(header), 'base64')
  if (digest.length !== 16) throw s3Error('BadDigest', 'Content-MD5: must be 16 bytes in base64.')
  return digest.toString('hex')
}
