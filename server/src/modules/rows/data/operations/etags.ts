// ETag, If-None-Match and If-Match (RFC 9110). A row's tag is its version in PostgreSQL, which every read has at hand. A tag of
// a list, or of related rows, takes a hash of the whole answer: it is made only for those who come back with one, and until
// then the tag names that one answer alone.
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TableShape } from '#engine/shapes/shape.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { namesTag, tagsIn } from '#platform/http/answers/entity-tags.ts'
import type { JsonText } from '#platform/http/answers/envelope.ts'
import { LARGE_ANSWER } from '#platform/http/answers/large-answers.ts'

// Every answer is asked for again, and only those who may see it are told that it is the same.
const CACHE_CONTROL = 'private, no-cache'
const MAX_VERSION = 2 ** 32 - 1

/** rowTag returns the tag of a row: its version, and that of its table's columns. */
export function rowTag({ version: columns }: TableShape, version: string): string {
  return `"${version}-${columns}"`
}

/** isUnchanged sets the ETag of an answer, `tag` where it is known, and reports whether the caller has that answer already. */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  { text }: JsonText,
  tag?: string | undefined,
): boolean {
  const { 'if-none-match': known } = request.headers
  const current = tag ?? contentTag(request.id, known, text)
  if (current === undefined) return false
  reply.header('etag', current).header('cache-control', CACHE_CONTROL)
  return namesTag(known, current)
}

// A large answer is neither hashed in one turn nor worth several.
function contentTag(id: string, known: string | undefined, text: string): string | undefined {
  if (known === undefined) return `W/"${id}"`
  return text.length > LARGE_ANSWER ? undefined : `W/"${hash('sha1', text, 'base64url')}"`
}

/** readMatch returns the versions of which `If-Match` wants one, or undefined where any will do. */
export function readMatch(
  { headers }: FastifyRequest,
  { version: columns }: TableShape,
): readonly string[] | undefined {
  const { 'if-match': wanted } = headers
  if (wanted === undefined || wanted.trim() === '*') return undefined
  const tags = tagsIn(wanted)
  if (tags.length === 0) throw invalidInput('If-Match: must be an ETag with its quotes, or *.')
  return tags.flatMap((tag) => {
    // The version of the columns may hold a hyphen itself.
    const [, version = '', made] = /^(\d{1,10})-(.*)$/.exec(tag) ?? []
    return made === columns && Number(version) <= MAX_VERSION ? [version] : []
  })
}
