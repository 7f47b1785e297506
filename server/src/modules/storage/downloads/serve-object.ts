// Answers with the bytes of an object, or with what a request asks for of them.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobRow } from '#modules/storage/blobs/blobs.store.ts'
import { notThere } from '#modules/storage/objects/change-object.ts'
import { etagOf, type StorageObject } from '#modules/storage/objects/objects.store.ts'
import { BlobMissing } from '#platform/blobs/store/blob-errors.ts'
import type { BlobStore, ByteRange } from '#platform/blobs/store/blob-store.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { outcomeOf, type Validators, wantsRange } from './conditions.ts'
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
  /** asked are headers in place of those that it would be sent with; what browsers may do with it follows from the type. */
  readonly asked?: Readonly<Record<string, string>>
}

/** serveObject sends an object. */
export async function serveObject(
  source: ByteSource,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<FastifyReply> {
  // A script from here must never control pages of the server's origin.
  if (request.headers['service-worker'] !== undefined)
    throw new AppError('forbidden', 'A stored file cannot be a service worker.')
  const { object, blob } = serving
  const { size } = blob
  const validators = { etag: etagOf(object), modified: new Date(object.updated_at) }
  const headers = headersOf(serving, validators)
  const outcome = outcomeOf(request.headers, validators)
  if (outcome === 304) return reply.code(304).headers(headers).send()
  if (outcome === 412) throw new AppError('precondition_failed')
  const ranges = wantsRange(request.headers['if-range'], validators)
    ? readRanges(request.headers.range, size)
    : undefined
  if (ranges === 'none') throw unsatisfiable(size)
  const found = await bodyOf(source, request.method, blob, ranges, headers['content-type']).catch((error) => {
    throw error instanceof BlobMissing ? notThere(object.id) : error
  })
  // An error is sent with none of these.
  return reply
    .code(ranges === undefined ? 200 : 206)
    .headers({ ...headers, ...found.headers })
    .send(found.body)
}

function headersOf({ object, blob, download, caching, asked = {} }: Serving, { etag, modified }: Validators) {
  const { 'content-disposition': disposition, ...kept } = blob.headers
  return {
    etag,
    'last-modified': modified.toUTCString(),
    'cache-control': object.cache_control ?? caching,
    'accept-ranges': 'bytes',
    'content-disposition':
      download === null && disposition !== undefined
        ? disposition
        : contentDisposition(download ?? object.name, download !== null),
    ...kept,
    ...asked,
    ...contentHeaders(asked['content-type'] ?? blob.mime_type),
  }
}

interface Body {
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Readable | Buffer
}

async function bodyOf(
  { blobs, small }: ByteSource,
  method: string,
  { key, size }: BlobRow,
  ranges: readonly ByteRange[] | undefined,
  type: string,
): Promise<Body> {
  // Fastify leaves the length of a stream alone.
  const nothing = method === 'HEAD' ? Readable.from([]) : undefined
  if (ranges === undefined) {
    const read = () => (size <= SMALL_BYTES ? small.load(key, size) : blobs.read(key))
    return { headers: { 'content-length': size }, body: nothing ?? (await read()) }
  }
  const [range] = ranges
  if (ranges.length === 1 && range !== undefined) {
    const headers = {
      'content-range': `bytes ${range.first}-${range.last}/${size}`,
      'content-length': range.last - range.first + 1,
    }
    return { headers, body: nothing ?? (await blobs.read(key, range)) }
  }
  const boundary = randomUUID()
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  const parts = ranges.map((part) => ({ part, head: headOf(boundary, part, type, size) }))
  const length = parts.reduce((sum, { part, head }) => sum + head.length + part.last - part.first + 1, 0)
  const headers = {
    'content-type': `multipart/byteranges; boundary=${boundary}`,
    'content-length': length + end.length,
  }
  if (nothing !== undefined) return { headers, body: nothing }
  // The first part is opened here, so that what is missing is still a 404.
  const first = await blobs.read(key, range)
  return { headers, body: Readable.from(partsOf(blobs, key, parts, first, end), { objectMode: false }) }
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
