// What about a read is probably not as it was meant, told to developers: in a header, and as details beside the data.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import { unknownColumns } from '#engine/request/parse/unknown-columns.ts'
import { hintAtPolicies } from '#modules/database/policies/hint.service.ts'
import { askerOf } from '#platform/asker.ts'
import { tableOf } from '#platform/db/catalog/table-shapes.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { kindOf, projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'

/** withHints returns the data of a read of a table with what there is to say about it, in development. */
export async function withHints(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { slug, data }: { readonly slug: string; readonly data: JsonText },
): Promise<JsonText> {
  const { select } = request.query as QueryParams
  if (platform.config.production || (typeof select !== 'string' && data.text !== '[]')) return data
  const project = projectOf(request)
  const schema = await platform.shapes.schema(project, kindOf(request))
  const table = tableOf(schema, slug)
  const hints = typeof select === 'string' ? unknownColumns(schema, table, select) : []
  const policies = data.text === '[]' ? await hintAtPolicies(askerOf(platform, request), table) : undefined
  if (policies !== undefined) hints.push(policies)
  if (hints.length === 0) return data
  // A header holds ASCII alone.
  reply.header('x-msingi-hint', hints.join(' ').replaceAll(/[^ -~]/g, '?'))
  return new JsonText(data.text, { hints })
}
