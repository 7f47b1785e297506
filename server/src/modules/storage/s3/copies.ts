// Copies over S3, which never pass through the client: of an object, and of a part of it into an upload in parts.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import { outcomeOf } from '#modules/storage/downloads/conditions.ts'
import { type CopyTarget, copyObject } from '#modules/storage/objects/change-object.ts'
import { etagOf, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import { readCondition } from '#modules/storage/objects/write-condition.ts'
import { readHead } from '#modules/storage/uploads/read-head.ts'
import { typeOf } from '#modules/storage/uploads/sniff-type.ts'
import { BlobMissing } from '#platform/blobs/store/blob-errors.ts'
import type { ByteRange } from '#platform/blobs/store/blob-store.ts'
import { bytesOf } from '#platform/blobs/store/bytes-of.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { type PartAddress, partAt, storePart } from './multipart.ts'
import { bucketNamed, getReadable, noSuchKey, type S3Parts, timeOf, uploadOf } from './objects.ts'
import { s3Error } from './s3-errors.ts'
import { document, element } from './xml.ts'

const SOURCE = 'x-amz-copy-source'
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'] as const

/** copyFrom makes an object of the bytes of another. */
export async function copyFrom(
  parts: S3Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: Bucket,
  key: string,
): Promise<FastifyReply> {
  const { storage } = parts
  const source = await sourceOf(parts, request)
  const { object: replacing, mimeType, headers = {} } = uploadOf(request, bucket, key)
  const { name, cacheControl, metadata } = replacing
  const condition = readCondition(request.headers)
  const kept: CopyTarget = { bucket, name, overwrite: true, condition }
  const described = async () => {
    const type = await typeOf(mimeType, await headOf(parts, request, source), headers)
    return { cacheControl, metadata, headers, mimeType: type }
  }
  const target = replaces(request.headers) ? { ...kept, described: await described() } : kept
  const { object } = await copyObject(storage, projectOf(request), storageCallerOf(request), source, target)
  await storage.changed(projectOf(request), object.id, 'changed')
  return reply.send(resultOf('CopyObjectResult', object.checksum, object.updated_at))
}

/** copyPart makes a part of an upload of the bytes of an object, or of a range of them. */
export async function copyPart(
  parts: S3Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  address: PartAddress & { readonly number: string },
): Promise<FastifyReply> {
  const { storage, versions } = parts
  const at = partAt(parts, request, address)
  const source = await sourceOf(parts, request)
  const blob = await versions.find(projectOf(request), source.version)
  if (blob === undefined) throw noSuchKey(source.name)
  const range = rangeIn(request.headers, blob.size)
  const size = range === undefined ? blob.size : range.last - range.first + 1
  const bytes = bytesOf([blob.key], (key) => storage.platform.blobs.read(key, range))
  const part = await storePart(parts, request, at, { size, bytes }).catch((error) => {
    throw error instanceof BlobMissing ? noSuchKey(source.name) : error
  })
  const now = storage.platform.clock.now().toISOString()
  return reply.send(resultOf('CopyPartResult', part.sha256, now))
}

function replaces({ 'x-amz-metadata-directive': directive = 'COPY' }: IncomingHttpHeaders): boolean {
  if (directive === 'COPY' || directive === 'REPLACE') return directive === 'REPLACE'
  throw s3Error('InvalidRequest', 'x-amz-metadata-directive: must be COPY or REPLACE.')
}

async function headOf(
  { storage, versions }: S3Parts,
  request: FastifyRequest,
  { name, version }: StorageObject,
): Promise<Uint8Array> {
  const blob = await versions.find(projectOf(request), version)
  if (blob === undefined) throw noSuchKey(name)
  return readHead(storage.platform.blobs, blob.key, blob.size)
}

function resultOf(name: string, checksum: string, time: string): string {
  return document(name, [element('ETag', etagOf({ checksum })), element('LastModified', timeOf(time))])
}

// The object to copy: `<bucket>/<key>`, which the caller may read, in the state that the conditions ask for.
async function sourceOf(parts: S3Parts, request: FastifyRequest): Promise<StorageObject> {
  const [bucket, key] = pathIn(request.headers)
  const { slug } = await bucketNamed(parts, request, bucket)
  const source = await getReadable(parts, request, slug, key)
  const conditions = CONDITIONS.flatMap((name) => {
    const value = request.headers[`${SOURCE}-${name}`]
    return value === undefined ? [] : [[name, String(value)]]
  })
  const validators = { etag: etagOf(source), modified: new Date(source.updated_at) }
  if (outcomeOf(Object.fromEntries(conditions), validators) !== 200) throw new AppError('precondition_failed')
  return source
}

function pathIn(headers: IncomingHttpHeaders): [bucket: string, key: string] {
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decoded(headers)) ?? []
  if (bucket === '') throw s3Error('InvalidRequest', `${SOURCE}: must be <bucket>/<key>.`)
  return [bucket, key]
}

function decoded(headers: IncomingHttpHeaders): string {
  const [path = ''] = String(headers[SOURCE]).split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    throw s3Error('InvalidRequest', `${SOURCE}: must be URL-encoded UTF-8.`)
  }
}

// Unlike the Range of a download, both ends are there, and within the object.
function rangeIn(headers: IncomingHttpHeaders, size: number): ByteRange | undefined {
  const text = headers[`${SOURCE}-range`]
  if (text === undefined) return undefined
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(String(text)) ?? []
  if (first === undefined || last === undefined || Number(first) > Number(last))
    throw s3Error('InvalidRequest', `${SOURCE}-range: must be bytes=<first>-<last>.`)
  if (Number(last) >= size)
    throw new AppError('range_not_satisfiable', `${SOURCE}-range: the object has ${size} bytes.`)
  return { first: Number(first), last: Number(last) }
}
