// Uploads in parts over S3. What an upload will be is sealed into its id, and its parts are found by their keys, so that
// nothing else has to be kept. Parts that nobody joins are taken by the sweeper after a day.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { insertBlob } from '#modules/storage/blobs/blobs.store.ts'
import { overQuota, roomOf } from '#modules/storage/blobs/quota.ts'
import type { Bucket } from '#modules/storage/context/buckets.store.ts'
import { etagOf } from '#modules/storage/objects/objects.store.ts'
import { readCondition } from '#modules/storage/objects/write-condition.ts'
import {
  finishUpload,
  MAX_OBJECT_BYTES,
  prepareUpload,
  type Upload,
} from '#modules/storage/uploads/put-object.service.ts'
import { readHead } from '#modules/storage/uploads/read-head.ts'
import type { StoredBlob } from '#platform/blobs/store/blob-store.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { listParts, type StoredPart, takeParts } from './multipart.store.ts'
import { type S3Parts, timeOf, uploadOf } from './objects.ts'
import { openBody, type S3Body } from './request-body.ts'
import { s3Error } from './s3-errors.ts'
import { sameText } from './signature.ts'
import { document, element, elements, textOf } from './xml.ts'

const MAX_PARTS = 10_000
const MAX_PART_BYTES = 5 * 1024 ** 3
const DAY_SECONDS = 24 * 3600
const PART_TYPE = 'application/octet-stream'

type Planned = Pick<Upload, 'object' | 'mimeType' | 'headers'> & { readonly nonce: string }

/** beginUpload returns the id of an upload in parts, once policies allow it. */
export function beginUpload(parts: S3Parts, request: FastifyRequest, bucket: Bucket, key: string): string {
  const { object, mimeType, headers } = uploadOf(request, bucket, key)
  const planned: Planned = { object, mimeType, headers, nonce: randomBytes(16).toString('base64url') }
  const text = Buffer.from(JSON.stringify(planned)).toString('base64url')
  return document('InitiateMultipartUploadResult', [
    element('Bucket', bucket.slug),
    element('Key', key),
    element('UploadId', `${text}.${sealOf(parts, request, text)}`),
  ])
}

/** putPart stores the body of a request as a part. */
export async function putPart(
  parts: S3Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  address: PartAddress & { readonly number: string },
): Promise<FastifyReply> {
  const at = partAt(parts, request, address)
  const body = openBody(request, reply, parts.credentials.signingOf(request))
  const { sha256: checksum } = await storePart(parts, request, at, body)
  return reply.header('etag', etagOf({ checksum })).send('')
}

/** PartPlace is an upload that exists, and a number of a part of it. */
export interface PartPlace {
  readonly uploadId: string
  readonly number: number
}

/** partAt returns where a part belongs, or throws where there is no such upload or number. */
export function partAt(
  parts: S3Parts,
  request: FastifyRequest,
  { number, ...address }: PartAddress & { readonly number: string },
): PartPlace {
  readUploadId(parts, request, address)
  if (!/^[1-9]\d{0,4}$/.test(number) || Number(number) > MAX_PARTS)
    throw s3Error('InvalidRequest', `partNumber: must be between 1 and ${MAX_PARTS}.`)
  return { uploadId: address.uploadId, number: Number(number) }
}

/** storePart stores a part, in place of the one before of its number. */
export async function storePart(
  { storage }: S3Parts,
  request: FastifyRequest,
  { uploadId, number }: PartPlace,
  { size, bytes }: S3Body,
): Promise<StoredBlob> {
  const project = projectOf(request)
  const room = await roomOf(storage, project)
  if (room <= 0 || (size ?? 0) > room) throw await overQuota(storage, project)
  const blobKey = `${prefixOf(request, uploadId)}${hex(number, 4)}${randomBytes(6).toString('hex')}`
  const maxBytes = Math.min(MAX_PART_BYTES, room)
  const { blobs } = storage.platform
  const stored = await blobs.put(blobKey, bytes, { maxBytes, size })
  const part = { id: randomUUID(), key: blobKey, size: stored.size, mimeType: PART_TYPE, stored }
  const { admin } = storage.clusters.of(project)
  await insertBlob(admin, project.id, { ...part, dueInSeconds: DAY_SECONDS }).catch(async (error) => {
    await blobs.remove([blobKey])
    throw error
  })
  return stored
}

/** completeUpload joins the parts that a document names into the object. */
export async function completeUpload(
  parts: S3Parts,
  request: FastifyRequest,
  address: PartAddress,
  xml: string,
): Promise<string> {
  const { storage } = parts
  const { blobs } = storage.platform
  const planned = readUploadId(parts, request, address)
  const object = { ...planned.object, condition: readCondition(request.headers) }
  const found = await partsOf(parts, request, address.uploadId)
  const chosen = choose(found, xml)
  const size = chosen.reduce((sum, part) => sum + part.size, 0)
  if (size > MAX_OBJECT_BYTES) throw s3Error('InvalidRequest', 'The parts are too large together.')
  const { project, caller } = uploadOf(request, address.bucket, address.key)
  const upload: Upload = { ...planned, project, caller, bucket: address.bucket, object, size }
  const prepared = await prepareUpload(storage, upload)
  const keys = chosen.map((part) => part.key)
  const stored = await blobs.join(prepared.version.key, keys, { maxBytes: prepared.maxBytes, size })
  const result = await finishUpload(
    storage,
    prepared,
    stored,
    await readHead(blobs, prepared.version.key, size),
  )
  await dropParts(parts, request, found)
  return document('CompleteMultipartUploadResult', [
    element('Bucket', address.bucket.slug),
    element('Key', address.key),
    element('ETag', etagOf(result.object)),
  ])
}

/** abortUpload removes the parts of an upload. */
export async function abortUpload(
  parts: S3Parts,
  request: FastifyRequest,
  address: PartAddress,
): Promise<void> {
  readUploadId(parts, request, address)
  await dropParts(parts, request, await partsOf(parts, request, address.uploadId))
}

/** listUploaded lists the parts of an upload. */
export async function listUploaded(
  parts: S3Parts,
  request: FastifyRequest,
  address: PartAddress,
): Promise<string> {
  readUploadId(parts, request, address)
  const latest = latestOf(await partsOf(parts, request, address.uploadId))
  return document('ListPartsResult', [
    element('Bucket', address.bucket.slug),
    element('Key', address.key),
    element('UploadId', address.uploadId),
    element('IsTruncated', false),
    ...latest.map(([number, part]) =>
      element('Part', [
        element('PartNumber', number),
        element('ETag', etagOf(part)),
        element('Size', part.size),
        element('LastModified', timeOf(part.created_at.toISOString())),
      ]),
    ),
  ])
}

/** PartAddress is an upload that is under way. */
export interface PartAddress {
  readonly bucket: Bucket
  readonly key: string
  readonly uploadId: string
}

function readUploadId(
  parts: S3Parts,
  request: FastifyRequest,
  { bucket, key, uploadId }: PartAddress,
): Planned {
  const [text = '', seal = ''] = uploadId.split('.')
  const known = sameText(seal, sealOf(parts, request, text))
  const planned = known ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Planned) : undefined
  const isSame =
    planned?.object.bucket === bucket.slug &&
    planned.object.name === uploadOf(request, bucket, key).object.name
  if (planned === undefined || !isSame)
    throw s3Error('NoSuchUpload', 'There is no such upload of this object.')
  return planned
}

function sealOf({ storage }: S3Parts, request: FastifyRequest, text: string): string {
  const key = storage.platform.keys.derive('s3-uploads')
  return createHmac('sha256', key)
    .update(`${projectOf(request).id} ${text}`)
    .digest('base64url')
}

// The keys of an upload's parts begin alike; the number of a part and something random follow.
function prefixOf(request: FastifyRequest, uploadId: string): string {
  return `${projectOf(request).id}/${createHash('sha256').update(uploadId).digest('hex').slice(0, 16)}`
}

function partsOf({ storage }: S3Parts, request: FastifyRequest, uploadId: string): Promise<StoredPart[]> {
  const { id } = projectOf(request)
  const { admin } = storage.clusters.of(projectOf(request))
  return listParts(admin, id, prefixOf(request, uploadId), 2 * MAX_PARTS)
}

async function dropParts(
  { storage }: S3Parts,
  request: FastifyRequest,
  found: readonly StoredPart[],
): Promise<void> {
  const { id } = projectOf(request)
  const ids = found.map((part) => part.id)
  await storage.platform.blobs.remove(await takeParts(storage.clusters.of(projectOf(request)).admin, id, ids))
}

function numberOf({ key }: StoredPart): number {
  return Number.parseInt(key.slice(-16, -12), 16)
}

function latestOf(found: readonly StoredPart[]): [number, StoredPart][] {
  const latest = new Map(found.map((part) => [numberOf(part), part]))
  return [...latest].sort(([a], [b]) => a - b)
}

function choose(found: readonly StoredPart[], xml: string): StoredPart[] {
  let before = 0
  const byNumber = Map.groupBy(found, numberOf)
  const chosen = [...elements(xml, 'Part')].map((one) => {
    const number = Number(textOf(one, 'PartNumber'))
    const etag = (textOf(one, 'ETag') ?? '').replaceAll('"', '')
    if (!(number > before)) throw s3Error('InvalidPartOrder', 'The parts must be in ascending order.')
    before = number
    const part = byNumber.get(number)?.findLast(({ checksum }) => checksum === etag)
    if (part === undefined)
      throw s3Error('InvalidPart', `Part ${number} was not uploaded, or has another ETag.`)
    return part
  })
  if (chosen.length === 0) throw s3Error('MalformedXML', 'The upload has no parts.')
  return chosen
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
