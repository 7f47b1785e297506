// Answers with the bytes of an object, or with what a request asks for of them.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BlobMissing } from '#platform/blobs/store/blob-errors.ts'
import type { BlobStore, ByteRange } from '#platform/blobs/store/blob-store.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { BlobRow } from '#storage/blobs/blobs.store.ts'
import { notThere } from '#storage/objects/change-object.ts'
import { etagOf, type StorageObject } from '#storage/objects/objects.store.ts'
import { outcomeOf, wantsRange } from './conditions.ts'
import { contentDisposition, contentHeaders } from './content-headers.ts'
import { readRanges } from './ranges.ts'
import { SMALL_BYTES, type SmallBlobs } from './small-blobs.ts'

/** ByteSource is where bytes are: small files in memory, all others in the store. */
export interface ByteSource {
  readonly blobs: BlobStore
  readonly small: SmallBlobs
}

/** Serving says how an object is sent. */
export interface Serving {
  readonly object: StorageObject
  readonly blob: BlobRow
  /** download is the name under which it is saved; null shows it. */
  readonly download: string | null
  /** caching is Cache-Control where the object has none of its own. */
  readonly caching: string
}

/** serveObject sends an object. */
export async function serveObject(
  source: ByteSource,
  request: FastifyRequest,
  reply: FastifyReply,
  { object, blob, download, caching }: Serving,
): Promise<FastifyReply> {
  // A script from here must never control pages of the server's origin.
  if (request.headers['service-worker'] !== undefined)
    throw new AppError('forbidden', 'A stored file cannot be a service worker.')
  const { size, mime_type } = blob
  const validators = { etag: etagOf(object), modified: new Date(object.updated_at) }
  reply.headers({
    ...contentHeaders(mime_type),
    etag: validators.etag,
    'last-modified': validators.modified.toUTCString(),
    'cache-control': object.cache_control ?? caching,
    'accept-ranges': 'bytes',
    'content-disposition': contentDisposition(download ?? object.name, download !== null),
  })
  const outcome = outcomeOf(request.headers, validators)
  if (outcome === 304) return reply.code(304).send()
  if (outcome === 412) throw new AppError('precondition_failed')
  const ranges = wantsRange(request.headers['if-range'], validators)
    ? readRanges(request.headers.range, size)
    : undefined
  if (ranges === 'none') throw unsatisfiable(size)
  const found = await bodyOf(source, request, reply, blob, ranges).catch((error) => {
    throw error instanceof BlobMissing ? notThere(object.id) : error
  })
  return reply.send(found)
}

async function bodyOf(
  { blobs, small }: ByteSource,
  { method }: FastifyRequest,
  reply: FastifyReply,
  { key, size, mime_type }: BlobRow,
  ranges: readonly ByteRange[] | undefined,
): Promise<Readable | Buffer> {
  // Fastify leaves the length of a stream alone.
  const nothing = method === 'HEAD' ? Readable.from([]) : undefined
  if (ranges === undefined) {
    reply.header('content-length', size)
    if (nothing !== undefined) return nothing
    return size <= SMALL_BYTES ? small.load(key, size) : blobs.read(key)
  }
  reply.code(206)
  const [range] = ranges
  if (ranges.length === 1 && range !== undefined) {
    reply.header('content-range', `bytes ${range.first}-${range.last}/${size}`)
    reply.header('content-length', range.last - range.first + 1)
    return nothing ?? blobs.read(key, range)
  }
  const boundary = randomUUID()
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  const parts = ranges.map((part) => ({ part, head: headOf(boundary, part, mime_type, size) }))
  const length = parts.reduce((sum, { part, head }) => sum + head.length + part.last - part.first + 1, 0)
  reply.header('content-type', `multipart/byteranges; boundary=${boundary}`)
  reply.header('content-length', length + end.length)
  if (nothing !== undefined) return nothing
  // The first part is opened here, so that what is missing is still a 404.
  const first = await blobs.read(key, range)
  return Readable.from(partsOf(blobs, key, parts, first, end), { objectMode: false })
}

function headOf(boundary: string, { first, last }: ByteRange, type: string, size: number): Buffer {
  return Buffer.from(
    `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${first}-${last}/${size}\r\n\r\n`,
  )
}

async function* partsOf(
  blobs: BlobStore,
  key: string,
  parts: readonly { part: ByteRange; head: Buffer }[],
  first: Readable,
  end: Buffer,
): AsyncGenerator<Buffer> {
  let next: Readable | undefined = first
  try {
    for (const { part, head } of parts) {
      yield head
      yield* next ?? (await blobs.read(key, part))
      next = undefined
    }
    yield end
  } finally {
    next?.destroy()
  }
}

function unsatisfiable(size: number): AppError {
  return new AppError(
    'range_not_satisfiable',
    `No part of that range is in the file, which has ${size} bytes.`,
    {
      headers: { 'content-range': `bytes */${size}` },
    },
  )
}
