// What users may say of an object: its Cache-Control, and metadata of their own.
import { invalidInput } from '#platform/errors/app-error.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import { exactNumber } from '#platform/json/exact-json.ts'

const MAX_METADATA = 8 * 1024
const CACHE_CONTROL = /^[a-zA-Z0-9 ,="-]{1,200}$/

/** checkCacheControl throws a 400 where a text cannot be sent as Cache-Control. */
export function checkCacheControl(text: string, field: string): string {
  if (CACHE_CONTROL.test(text)) return text
  throw invalidInput(`${field}: must be a value of Cache-Control, such as "public, max-age=3600".`)
}

/** checkMetadata throws a 400 where metadata of a user are too large. */
export function checkMetadata(metadata: Record<string, unknown>, field: string): Record<string, unknown> {
  const text = JSON.stringify(metadata)
  if (text.includes('\\u0000')) throw invalidInput(`${field}: must not contain NUL characters.`)
  if (text.length <= MAX_METADATA) return metadata
  throw invalidInput(`${field}: must have at most ${MAX_METADATA} characters as JSON.`)
}

/** metadataFrom reads metadata as JSON text, or throws a 400. */
export function metadataFrom(text: string, field: string): Record<string, unknown> {
  let metadata: unknown
  try {
    metadata = parseJsonBody(Buffer.from(text))
  } catch {
    throw invalidInput(`${field}: must be a JSON object.`)
  }
  if (
    typeof metadata !== 'object' ||
    metadata === null ||
    Array.isArray(metadata) ||
    exactNumber(metadata) !== undefined
  )
    throw invalidInput(`${field}: must be a JSON object.`)
  return checkMetadata(metadata as Record<string, unknown>, field)
}

/** flagOf reads true or false, or throws a 400. */
export function flagOf(text: string, field: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw invalidInput(`${field}: must be true or false.`)
}
