// What the routes of rows have in common: answers to writes, links to more pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPrecision } from '#engine/request/parse/parse-list.ts'
import type { Precision } from '#engine/request/plan.ts'
import type { Written } from '#modules/rows/data/operations/operations.ts'
import { preferencesIn } from '#modules/rows/data/operations/prefer.ts'
import type { Page } from '#modules/rows/data/reading/read-rows.service.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { linkCursor, linkNext } from '#platform/http/routes/next-page.ts'
import { PAGE_HEADERS, type ResponseHeader } from '#platform/http/schemas/api-headers.ts'

/** LIST_HEADERS are the headers of lists of rows. */
export const LIST_HEADERS: readonly ResponseHeader[] = [
  ...PAGE_HEADERS,
  'X-Prev-Cursor',
  'Content-Range',
  'Preference-Applied',
  'ETag',
]

/** send answers with what a write came to. */
export function send(reply: FastifyReply, { status, data, tag, replayed, details }: Written) {
  reply.code(status)
  if (tag !== undefined) reply.header('etag', tag)
  if (replayed) reply.header('idempotency-replayed', 'true')
  return data === null ? reply.send() : withDetails(data, details)
}

/** withDetails returns the data of a write with what stands beside it. */
export function withDetails(data: JsonText, details: object | undefined): JsonText {
  return details === undefined ? data : new JsonText(data.text, details)
}

/** readCountPreference returns how precisely the rows of a list shall be counted: `Prefer: count=exact`. */
export function readCountPreference({ headers }: FastifyRequest): Precision | undefined {
  const { prefer } = headers
  // Most lists come without, and cost nothing for it.
  const precision = prefer === undefined ? undefined : preferencesIn(prefer).get('count')
  if (precision === undefined || isPrecision(precision)) return precision
  throw invalidInput('Prefer: count is exact, planned or estimated.')
}

/** linkPage says in headers where the pages before and behind this one are, and which of all rows these are. */
export function linkPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { next, previous, counted }: Page,
): void {
  if (counted !== undefined) {
    reply.header('content-range', counted.range)
    reply.header('preference-applied', `count=${counted.precision}`)
  }
  if (next !== undefined && 'offset' in next) linkNext(request, reply, { offset: String(next.offset) })
  else if (next !== undefined) linkCursor(request, reply, next.cursor)
  if (previous !== undefined) linkCursor(request, reply, previous.cursor, 'prev')
}
