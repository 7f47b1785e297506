// The header Upload-Metadata of tus: what the object will be called, and what is said of it.

import { checkCacheControl, flagOf, metadataFrom } from '#modules/storage/context/fields.ts'
import { objectName } from '#modules/storage/context/object-names.ts'
import { declaredType } from '#modules/storage/uploads/sniff-type.ts'
import { invalidInput } from '#platform/errors/app-error.ts'

/** PlannedObject is what Upload-Metadata says. */
export interface PlannedObject {
  readonly name: string | undefined
  readonly mimeType: string
  readonly overwrite: boolean
  readonly cacheControl: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

const FIELD = 'Upload-Metadata'
const MAX_PAIRS = 50

/** readMetadata reads the header, or throws a 400 that says which of its keys is wrong. Keys that mean nothing here are left. */
export function readMetadata(header: string | string[] | undefined): PlannedObject {
  const values = pairsOf(header === undefined ? '' : String(header))
  const named = values.get('name') ?? values.get('filename')
  const cacheControl = values.get('cache_control') ?? null
  if (cacheControl !== null) checkCacheControl(cacheControl, `${FIELD}: cache_control`)
  return {
    name: named === undefined ? undefined : objectName(named, `${FIELD}: name`),
    mimeType: declaredType(values.get('type') ?? values.get('filetype'), `${FIELD}: type`),
    overwrite: flagOf(values.get('overwrite') ?? 'false', `${FIELD}: overwrite`),
    cacheControl,
    metadata: metadataFrom(values.get('metadata') ?? '{}', `${FIELD}: metadata`),
  }
}

// Pairs are a key and a value in base64, with commas between; a key may stand alone.
function pairsOf(header: string): Map<string, string> {
  const values = new Map<string, string>()
  if (header.trim() === '') return values
  const pairs = header.split(',')
  if (pairs.length > MAX_PAIRS) throw invalidInput(`${FIELD}: must have at most ${MAX_PAIRS} keys.`)
  for (const pair of pairs) {
    const [key = '', text = '', ...rest] = pair.trim().split(' ')
    if (!/^[\x21-\x2b\x2d-\x7e]{1,100}$/.test(key) || rest.length > 0)
      throw invalidInput(`${FIELD}: must be pairs of a key and a value in base64, with commas between.`)
    if (values.has(key)) throw invalidInput(`${FIELD}: ${key} is there twice.`)
    values.set(key, textOf(key, text))
  }
  return values
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function textOf(key: string, text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const written = bytes.toString('base64')
  // Some clients leave the padding out.
  if (written !== text.padEnd(written.length, '=')) throw invalidInput(`${FIELD}: ${key} must be in base64.`)
  try {
    return UTF8.decode(bytes)
  } catch {
    throw invalidInput(`${FIELD}: ${key} must be UTF-8 in base64.`)
  }
}
