// Writes of several rows from their request to their answer, for the data API and for records.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ManyRows } from '#engine/request/parse/parse-many.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { linkSourceOf, withLinks } from '#modules/rows/data/operations/file-links.service.ts'
import type { RowOperation } from '#modules/rows/data/operations/operations.ts'
import { readManyPreferences } from '#modules/rows/data/operations/prefer.ts'
import type { ManyWrite } from '#modules/rows/data/writing/many-operations.ts'
import { write } from '#modules/rows/data/writing/write-rows.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import type { JsonText } from '#platform/http/answers/envelope.ts'
import type { ResponseHeader } from '#platform/http/schemas/api-headers.ts'
import type { Platform } from '#platform/platform.ts'
import { withDetails } from './data-http.ts'

/** MANY_HEADERS are the headers of answers to writes of several rows. */
export const MANY_HEADERS: readonly ResponseHeader[] = ['Content-Range', 'Preference-Applied']

/** ManyRequest is a request to write several rows. */
export interface ManyRequest {
  readonly table: TableShape
  readonly rows: ManyRows
  readonly expected?: number | undefined
  make(write: ManyWrite): RowOperation
}

/** runMany runs the write and answers with the number of its rows, or with the rows where that is preferred. */
export async function runMany(
  platform: Platform,
  links: ObjectLinks,
  request: FastifyRequest,
  reply: FastifyReply,
  { table, rows, expected, make }: ManyRequest,
): Promise<{ readonly data: JsonText | null; readonly count: number }> {
  const asker = askerOf(platform, request)
  const schema = await asker.schema()
  const preferences = readManyPreferences(request.headers.prefer)
  const made = make({ schema, table, rows, preferences, expected })
  const statements = await withLinks(made.statements, linkSourceOf(platform, links, request))
  const operation = { ...made, statements }
  const { data, count = 0, details } = await write(asker, operation, undefined)
  reply.header('content-range', `*/${count}`)
  if (preferences.applied !== '') reply.header('preference-applied', preferences.applied)
  return { data: data && withDetails(data, details), count }
}
