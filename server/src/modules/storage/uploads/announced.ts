// What a request says of the bytes that follow: their number, their checksums, and what the object will be.
import type { IncomingHttpHeaders } from 'node:http'
import { checkCacheControl, metadataFrom } from '#modules/storage/context/fields.ts'
import { type FileHeaders, readFileHeaders } from '#modules/storage/context/file-headers.ts'
import { readCondition, type WriteCondition } from '#modules/storage/objects/write-condition.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { declaredType } from './sniff-type.ts'

/** Announced is what the headers of an upload say. */
export interface Announced {
  readonly size: number | undefined
  readonly condition: WriteCondition | undefined
  readonly mimeType: string
  readonly headers: FileHeaders
  readonly cacheControl: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly expected: { readonly sha256?: string | undefined; readonly md5?: string | undefined }
}

const CHECKSUMS: ReadonlySet<string> = new Set(['x-amz-checksum-sha256'])

/** readAnnounced reads the headers of an upload, or throws a 400 that names the header. */
export function readAnnounced(headers: IncomingHttpHeaders): Announced {
  if (headers['content-range'] !== undefined)
    throw invalidInput('Content-Range: a file is sent whole. Use a resumable upload to send it in parts.')
  return {
    condition: readCondition(headers),
    size: sizeOf(headers['content-length']),
    mimeType: declaredType(headers['content-type']),
    headers: readFileHeaders(headers),
    cacheControl: cacheControlOf(headers['cache-control']),
    metadata: metadataOf(headers['x-object-metadata']),
    expected: digestsOf(headers),
  }
}

function sizeOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const size = Number(header)
  if (!Number.isSafeInteger(size) || size < 0)
    throw invalidInput('Content-Length: must be a number of bytes.')
  return size
}

// Browsers send no-cache with every reload, which says nothing of the file.
function cacheControlOf(header: string | undefined): string | null {
  if (header === undefined || header === 'no-cache') return null
  return checkCacheControl(header, 'Cache-Control')
}

function metadataOf(header: string | string[] | undefined): Record<string, unknown> {
  if (header === undefined) return {}
  // Node reads headers as Latin-1, and everybody writes UTF-8.
  return metadataFrom(Buffer.from(String(header), 'latin1').toString(), 'X-Object-Metadata')
}

function digestsOf(headers: IncomingHttpHeaders): Announced['expected'] {
  for (const name of Object.keys(headers)) {
    if (name.startsWith('x-amz-checksum-') && !CHECKSUMS.has(name))
      throw invalidInput(`${name}: is not supported; send x-amz-checksum-sha256 or Content-MD5.`)
  }
  return {
    sha256: hexOf(headers['x-amz-checksum-sha256'], 32, 'x-amz-checksum-sha256'),
    md5: hexOf(headers['content-md5'], 16, 'Content-MD5'),
  }
}

function hexOf(header: string | string[] | undefined, bytes: number, name: string): string | undefined {
  if (header === undefined) return undefined
  const digest = Buffer.from(String(header), 'base64')
  if (digest.length !== bytes || digest.toString('base64') !== header)
    throw invalidInput(`${name}: must be ${bytes} bytes in base64.`)
  return digest.toString('hex')
}
