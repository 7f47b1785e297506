// Buckets over S3: listed, made, removed, and what is in them.
import type { FastifyRequest } from 'fastify'
import { bucketSlug } from '#modules/storage/buckets/buckets.schema.ts'
import { createBucket, removeBucket } from '#modules/storage/buckets/buckets.service.ts'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import { storageCallerOf } from '#modules/storage/context/caller.ts'
import { MAX_NAME_BYTES } from '#modules/storage/context/object-names.ts'
import {
  cursorBehind,
  type ListEntry,
  type ListRequest,
  listObjects,
} from '#modules/storage/objects/list-objects.ts'
import { etagOf } from '#modules/storage/objects/objects.store.ts'
import { AppError, forbidden } from '#platform/errors/app-error.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { type S3Parts, timeOf } from './objects.ts'
import { s3Error } from './s3-errors.ts'
import { document, element } from './xml.ts'

const MAX_KEYS = 1000

/** S3Query is the query of a request. */
export type S3Query = Readonly<Record<string, string | undefined>>

/** listBuckets lists the buckets of a project. */
export async function listBuckets({ storage }: S3Parts, request: FastifyRequest): Promise<string> {
  checkSecret(request)
  const buckets = await storage.buckets.list(projectOf(request))
  const entries = buckets.map(({ slug, created_at }) =>
    element('Bucket', [element('Name', slug), element('CreationDate', new Date(created_at).toISOString())]),
  )
  const { id } = projectOf(request)
  return document('ListAllMyBucketsResult', [
    element('Owner', [element('ID', id), element('DisplayName', id)]),
    element('Buckets', entries),
  ])
}

/** makeBucket makes a bucket. */
export async function makeBucket({ storage }: S3Parts, request: FastifyRequest, name: string): Promise<void> {
  checkSecret(request)
  if ((await storage.buckets.find(projectOf(request), name)) !== undefined)
    throw s3Error('BucketAlreadyOwnedByYou', `The bucket ${name} already exists.`)
  const slug = bucketSlug.safeParse(name)
  if (!slug.success) throw s3Error('InvalidRequest', `The name of a bucket ${slug.error.issues[0]?.message}.`)
  const input = { name, slug: name, is_public: false, file_size_limit: null, allowed_mime_types: null }
  await createBucket(storage, request.act, input)
}

/** deleteBucket removes a bucket that is empty. */
export async function deleteBucket(
  { storage }: S3Parts,
  request: FastifyRequest,
  bucket: Bucket,
): Promise<void> {
  checkSecret(request)
  const { act } = request
  await removeBucket(storage, act, bucket.id, false).catch((error) => {
    const isFull = error instanceof AppError && error.status === 409
    throw isFull ? s3Error('BucketNotEmpty', error.message) : error
  })
}

/** listBucket lists the objects of a bucket: the second version of the list, or the first where that is asked for. */
export async function listBucket(
  { storage }: S3Parts,
  request: FastifyRequest,
  { slug: bucket }: Bucket,
  query: S3Query,
): Promise<string> {
  const { prefix = '', delimiter = '', 'max-keys': most = String(MAX_KEYS) } = query
  if (!/^\d{1,9}$/.test(most)) throw s3Error('InvalidRequest', 'max-keys: must be a whole number.')
  const isSecond = query['list-type'] === '2'
  const limit = Math.min(Number(most), MAX_KEYS)
  const list: ListRequest = {
    bucket,
    prefix: listText(prefix, 'prefix'),
    delimiter: delimiter === '' ? undefined : listText(delimiter, 'delimiter'),
    own: true,
    order: 'name.asc',
    limit,
  }
  const token = isSecond ? query['continuation-token'] : undefined
  const start = listText((isSecond ? query['start-after'] : query.marker) ?? '', 'marker')
  const cursor = token || (start === '' ? undefined : cursorBehind(start, list))
  const page =
    limit === 0
      ? { entries: [], next: undefined }
      : await listObjects(storage, projectOf(request), storageCallerOf(request), { ...list, cursor })
  const encode = query['encoding-type'] === 'url' ? encoded : (text: string) => text
  const last = page.entries.at(-1)?.name ?? ''
  const more = page.next !== undefined
  const places = isSecond
    ? [
        ...(start === '' ? [] : [element('StartAfter', encode(start))]),
        ...(token ? [element('ContinuationToken', token)] : []),
        element('KeyCount', page.entries.length),
        ...(more ? [element('NextContinuationToken', page.next)] : []),
      ]
    : [element('Marker', encode(start)), ...(more ? [element('NextMarker', encode(last))] : [])]
  return document('ListBucketResult', [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    ...(delimiter ? [element('Delimiter', encode(delimiter))] : []),
    ...(query['encoding-type'] === 'url' ? [element('EncodingType', 'url')] : []),
    element('MaxKeys', limit),
    element('IsTruncated', more),
    ...places,
    ...page.entries.map((entry) => entryText(entry, encode)),
  ])
}

// PostgreSQL stores no NUL, so that no name holds one.
function listText(text: string, field: string): string {
  if (Buffer.byteLength(text) <= MAX_NAME_BYTES && !text.includes('\0')) return text
  throw s3Error('InvalidRequest', `${field}: must have at most ${MAX_NAME_BYTES} bytes, and no NUL.`)
}

function entryText(entry: ListEntry, encode: (text: string) => string): string {
  if (entry.type === 'folder') return element('CommonPrefixes', [element('Prefix', encode(entry.name))])
  return element('Contents', [
    element('Key', encode(entry.name)),
    element('LastModified', timeOf(entry.updated_at)),
    element('ETag', etagOf(entry)),
    element('Size', entry.size),
    element('StorageClass', 'STANDARD'),
  ])
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2F', '/')
}

function checkSecret(request: FastifyRequest): void {
  const actor = actorOf(request)
  if (actor.type !== 'api_key' || actor.kind !== 'secret')
    throw forbidden('wrong_credentials', 'The access key of a publishable key cannot see or change buckets.')
}
