// The type of a file: what its first bytes say, held against what the client has declared.
import { fileTypeFromBuffer } from 'file-type'
import type { FileHeaders } from '#modules/storage/context/file-headers.ts'
import { type AppError, invalidInput } from '#platform/errors/app-error.ts'

/** SNIFFED_BYTES is how much of a file is looked at. */
export const SNIFFED_BYTES = 4100

/** UNKNOWN_TYPE is what a file is of which nobody knows better. */
export const UNKNOWN_TYPE = 'application/octet-stream'

const PLAIN_TEXT = 'text/plain'

// Files of these types always begin with bytes that tell them.
const CERTAIN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'video/webm',
])

// Containers, and whatever may be in them.
const CONTAINERS: Readonly<Record<string, RegExp>> = {
  'application/zip': /zip|vnd\.|java-archive|epub/,
  'application/x-cfb': /ms|vnd\.|office|outlook/,
  'application/xml': /xml|svg|html|kml|gpx|rss/,
  'application/gzip': /gzip|tar|compressed/,
  'application/x-gzip': /gzip|tar|compressed/,
  'video/mp4': /^(?:audio|video)\/(?:mp4|x-m4a|x-m4v|quicktime|3gpp2?)$/,
  'video/webm': /^(?:audio|video)\/(?:webm|x-matroska|matroska)$/,
  'audio/ogg': /ogg|opus/,
  'video/ogg': /ogg|opus/,
}

/** declaredType reads a Content-Type; parameters such as a charset are left out. */
export function declaredType(header: string | undefined, field = 'Content-Type'): string {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === '') return UNKNOWN_TYPE
  if (type.length > 127 || !/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type))
    throw invalidInput(`${field}: must be a type such as image/png.`)
  return type
}

const GZIP = [0x1f, 0x8b]

/**
 * typeOf returns a file's type, or throws 400 where its bytes are not what was declared. Bytes that are encoded tell no type:
 * the declared one counts, unless it is one that bytes have to tell.
 */
export async function typeOf(
  declared: string,
  head: Uint8Array,
  { 'content-encoding': encoding }: FileHeaders = {},
): Promise<string> {
  if (encoding !== undefined) return typeOfEncoded(declared, head, encoding)
  if (head.length === 0) return declared
  const found = (await fileTypeFromBuffer(head))?.mime
  if (found === undefined) {
    if (CERTAIN.has(declared)) throw mismatch(declared, 'something else')
    return declared
  }
  if (declared === UNKNOWN_TYPE || declared === found) return found
  if (isSame(declared, found)) return declared
  // XML, calendars and the like are texts: that is less than could be said, and not wrong.
  if (declared === PLAIN_TEXT && !CERTAIN.has(found) && isText(head)) return declared
  throw mismatch(declared, found)
}

function typeOfEncoded(declared: string, head: Uint8Array, encoding: string): string {
  if (CERTAIN.has(declared))
    throw invalidInput(
      `Content-Encoding: a file of type ${declared} is stored as it is, without ${encoding}.`,
    )
  if (/gzip$/.test(encoding) && !GZIP.every((byte, n) => head[n] === byte))
    throw invalidInput('Content-Encoding: the bytes are not gzip.')
  return declared
}

// Many types have several names: what matters is that nobody passes one kind of content off as another.
function isSame(declared: string, found: string): boolean {
  const plain = (type: string) => type.replace(/\/(?:x-|vnd\.)?/, '/').replace('jpg', 'jpeg')
  if (plain(declared) === plain(found)) return true
  if (CERTAIN.has(declared)) return false
  return CONTAINERS[found]?.test(declared) === true
}

// The head may end within a character.
function isText(head: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }).includes('\0')
  } catch {
    return false
  }
}

function mismatch(declared: string, found: string): AppError {
  return invalidInput(
    `The file was declared as ${declared}, but its bytes are ${found}. Send the Content-Type that it has.`,
    { declared, found },
  )
}
