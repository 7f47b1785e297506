// The headers of tus 1.0 (https://tus.io/protocols/resumable-upload): read from requests, and said of the server.
import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { MAX_OBJECT_BYTES } from '#modules/storage/uploads/put-object.service.ts'
import { AppError, invalidInput } from '#platform/errors/app-error.ts'

/** TUS_VERSION is the version of the protocol, on every answer. */
export const TUS_VERSION = '1.0.0'

/** BODY_TYPE is the type of bodies that hold a part of a file. */
export const BODY_TYPE = 'application/offset+octet-stream'

const ALGORITHMS: ReadonlyMap<string, number> = new Map([
  ['sha1', 20],
  ['sha256', 32],
  ['md5', 16],
])

/** CAPABILITIES answer OPTIONS. */
export const CAPABILITIES: Readonly<Record<string, string>> = {
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination,concatenation',
  'tus-max-size': String(MAX_OBJECT_BYTES),
  'tus-checksum-algorithm': [...ALGORITHMS.keys()].join(),
}

/** checkVersion throws 412 where a client does not speak this version of tus. */
export function checkVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] === TUS_VERSION) return
  throw new AppError(
    'precondition_failed',
    `Tus-Resumable: must be ${TUS_VERSION}, the version of tus here.`,
    {
      headers: { 'tus-version': TUS_VERSION },
    },
  )
}

/** checkBodyType throws 415 where a body is not declared as a part of a file. */
export function checkBodyType(headers: IncomingHttpHeaders): void {
  if (isPart(headers)) return
  throw new AppError('unsupported_media_type', `Content-Type: must be ${BODY_TYPE}.`)
}

/** isPart reports whether a body is declared as a part of a file. */
export function isPart(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === BODY_TYPE
}

/** bytesIn reads a header that is a number of bytes, or throws 400. */
export function bytesIn(headers: IncomingHttpHeaders, name: string): number {
  const header = headers[name]
  if (header === undefined) throw invalidInput(`${titleOf(name)}: is required.`)
  const bytes = /^\d{1,16}$/.test(String(header)) ? Number(header) : Number.NaN
  if (Number.isSafeInteger(bytes)) return bytes
  throw invalidInput(`${titleOf(name)}: must be a number of bytes.`)
}

/** Checksum is what the bytes of a request must have. */
export interface Checksum {
  readonly hash: Hash
  /** check throws 460 where the bytes that the hash has seen are others. */
  check(): void
}

/** checksumIn reads Upload-Checksum, or throws 400. */
export function checksumIn(headers: IncomingHttpHeaders): Checksum | undefined {
  const header = headers['upload-checksum']
  if (header === undefined) return undefined
  const [algorithm = '', text = '', ...rest] = String(header).split(' ')
  const length = ALGORITHMS.get(algorithm)
  if (length === undefined)
    throw invalidInput(`Upload-Checksum: the algorithm must be one of ${[...ALGORITHMS.keys()].join(', ')}.`)
  const expected = Buffer.from(text, 'base64')
  if (rest.length > 0 || expected.length !== length || expected.toString('base64') !== text)
    throw invalidInput(`Upload-Checksum: must be ${algorithm}, a space, and ${length} bytes in base64.`)
  const hash = createHash(algorithm)
  return {
    hash,
    check: () => {
      if (!timingSafeEqual(hash.digest(), expected)) throw new AppError('checksum_mismatch')
    },
  }
}

/** Concat is whether an upload is part of another, or consists of others. */
export type Concat =
  | { readonly kind: 'partial' }
  | { readonly kind: 'final'; readonly ids: readonly string[] }

const MAX_PARTIALS = 200
const UPLOAD_ID = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i

/** concatIn reads Upload-Concat, or throws 400. Addresses of uploads may be whole, or only paths. */
export function concatIn(headers: IncomingHttpHeaders): Concat | undefined {
  const header = headers['upload-concat']
  if (header === undefined) return undefined
  if (header === 'partial') return { kind: 'partial' }
  const text = String(header)
  if (!text.startsWith('final;'))
    throw invalidInput('Upload-Concat: must be partial, or final; and addresses.')
  const addresses = text
    .slice('final;'.length)
    .split(' ')
    .filter((address) => address !== '')
  if (addresses.length === 0 || addresses.length > MAX_PARTIALS)
    throw invalidInput(`Upload-Concat: must name 1 to ${MAX_PARTIALS} uploads.`)
  const ids = addresses.map((address) => {
    const id = UPLOAD_ID.exec(address)?.[1]?.toLowerCase()
    if (id === undefined) throw invalidInput('Upload-Concat: must hold addresses of uploads.')
    return id
  })
  if (new Set(ids).size !== ids.length) throw invalidInput('Upload-Concat: must name each upload once.')
  return { kind: 'final', ids }
}

function titleOf(name: string): string {
  return name.replace(/(?:^|-)\w/g, (letter) => letter.toUpperCase())
}
