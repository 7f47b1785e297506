// The body of a signed request: decoded, and held against everything that was signed or announced of it.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutStalls } from '#modules/storage/uploads/checked-stream.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { letBodyCome } from '#platform/http/bodies/expect-continue.ts'
import { checked, isChecksumHeader, openChecksum } from './checksums.ts'
import { type ChunkSigning, readChunks } from './chunked-body.ts'
import { s3Error } from './s3-errors.ts'

const MAX_DOCUMENT = 2 * 1024 * 1024

/** S3Body is a body that is still to come. */
export interface S3Body {
  /** size is the number of bytes, where it is known. */
  readonly size: number | undefined
  readonly bytes: AsyncIterable<Uint8Array>
}

/** openBody returns the body of a request. Its bytes throw where they are not what was signed. */
export function openBody(request: FastifyRequest, reply: FastifyReply, signing: ChunkSigning): S3Body {
  const { headers } = request
  const { payload } = signing.signed
  const raw = arriving(request, reply)
  if (payload.startsWith('STREAMING-')) {
    const isSigned = payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD')
    if (!isSigned && payload !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER')
      throw s3Error('NotImplemented', `x-amz-content-sha256: ${payload.slice(0, 100)} is not supported.`)
    const trailer = headers['x-amz-trailer']
    const bytes = readChunks(
      raw,
      isSigned ? signing : undefined,
      trailer === undefined ? undefined : String(trailer),
    )
    return {
      size: numberIn(headers, 'x-amz-decoded-content-length'),
      bytes: withHeaderChecksums(bytes, headers),
    }
  }
  const size =
    numberIn(headers, 'content-length') ?? (headers['transfer-encoding'] === undefined ? 0 : undefined)
  const plain = payload === 'UNSIGNED-PAYLOAD' ? raw : hashed(raw, payload)
  return { size, bytes: withHeaderChecksums(plain, headers) }
}

/** readDocument returns the body of a request as text. */
export async function readDocument({ bytes }: S3Body): Promise<string> {
  let length = 0
  const bounded = async function* () {
    for await (const chunk of bytes) {
      length += chunk.byteLength
      if (length > MAX_DOCUMENT) throw new AppError('payload_too_large', 'The request has too many entries.')
      yield chunk
    }
  }
  return (await buffer(bounded())).toString('utf8')
}

async function* arriving(request: FastifyRequest, reply: FastifyReply): AsyncGenerator<Uint8Array> {
  letBodyCome(request, reply)
  yield* withoutStalls(request.raw)
}

function withHeaderChecksums(
  bytes: AsyncIterable<Uint8Array>,
  headers: IncomingHttpHeaders,
): AsyncIterable<Uint8Array> {
  let body = bytes
  for (const [name, value] of Object.entries(headers))
    if (isChecksumHeader(name)) body = checked(body, openChecksum(name), String(value))
  return body
}

async function* hashed(body: AsyncIterable<Uint8Array>, expected: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const bytes of body) {
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest('hex') !== expected)
    throw s3Error('XAmzContentSHA256Mismatch', 'The SHA-256 of the body is not the one that was signed.')
}

function numberIn(headers: IncomingHttpHeaders, name: string): number | undefined {
  const text = headers[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0)
    throw s3Error('InvalidRequest', `${name}: must be a number of bytes.`)
  return number
}
