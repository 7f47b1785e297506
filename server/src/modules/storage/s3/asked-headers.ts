// What GetObject and HeadObject ask for in their address: other headers than those of the object, and a part of it.
import type { FastifyRequest } from 'fastify'
import { checkCacheControl } from '#modules/storage/context/fields.ts'
import { checkFileHeader, FILE_HEADERS } from '#modules/storage/context/file-headers.ts'
import { declaredType } from '#modules/storage/uploads/sniff-type.ts'
import { s3Error } from './s3-errors.ts'

/** readAsked returns the headers that an answer is to have in place of its own, or throws where they cannot be sent. */
export function readAsked({ query, headers }: FastifyRequest): Readonly<Record<string, string>> {
  const asked = query as Readonly<Record<string, string | undefined>>
  checkPart(asked.partNumber, headers.range)
  const takenFor = (name: string, check: (text: string, field: string) => string) => {
    const field = `response-${name}`
    const value = asked[field]
    return value === undefined || value === '' ? [] : [[name, check(value, field)]]
  }
  return Object.fromEntries([
    ...takenFor('content-type', declaredType),
    ...takenFor('cache-control', checkCacheControl),
    ...FILE_HEADERS.flatMap((name) => takenFor(name, (text, field) => checkFileHeader(name, text, field))),
  ])
}

// Once its parts are joined, an object consists of one.
function checkPart(part: string | undefined, range: string | undefined): void {
  if (part === undefined) return
  if (range !== undefined)
    throw s3Error('InvalidRequest', 'partNumber and Range cannot be asked for at once.')
  if (part !== '1') throw s3Error('InvalidPartNumber', 'partNumber: this object consists of one part.')
}
