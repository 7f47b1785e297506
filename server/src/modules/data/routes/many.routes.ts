// PATCH and DELETE of /data/{table}: writes of all rows that match a filter, under the caller's policies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkSourceOf, withLinks } from '#data/operations/file-links.service.ts'
import type { RowOperation } from '#data/operations/operations.ts'
import { readManyPreferences } from '#data/operations/prefer.ts'
import { deleteManyOperation, type ManyWrite, updateManyOperation } from '#data/writing/many-operations.ts'
import { write } from '#data/writing/write-rows.ts'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { tableOf } from '#platform/db/catalog/table-shapes.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, kindOf, projectOf } from '#platform/http/routes/request.ts'
import type { ResponseHeader } from '#platform/http/schemas/api-headers.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './data.schema.ts'

const tags = ['Data']
const access = { by: ['project_user', 'api_key'], scope: 'data' } as const
const responseHeaders: readonly ResponseHeader[] = ['Content-Range', 'Preference-Applied']

const DESCRIPTION =
  'At least one filter is required; `id=is.not.null` matches all rows. All rows are written or none. `Prefer: ' +
  'max-affected=10` refuses the request where more rows match, at most 10,000; `return=representation` answers with ' +
  'the rows instead of `{count: n}`. Rows that policies protect are passed over; where they protect all, the answer is 403.'

/** manyRoutes registers the writes by filter. */
export function manyRoutes(app: App, platform: Platform, links: ObjectLinks): void {
  const run = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, make }: { slug: string; make: (write: ManyWrite) => RowOperation },
  ) => {
    const project = projectOf(request)
    const tables = await platform.shapes.schema(project, kindOf(request))
    const preferences = readManyPreferences(request.headers.prefer)
    const params = request.query as QueryParams
    const made = make({ schema: tables, table: tableOf(tables, slug), params, preferences })
    const statements = await withLinks(made.statements, linkSourceOf(platform, links, request))
    const operation = { ...made, statements }
    const { data, count } = await write(platform, project, actorOf(request), operation, undefined)
    reply.header('content-range', `*/${count}`)
    if (preferences.applied !== '') reply.header('preference-applied', preferences.applied)
    return data
  }

  app.patch(
    '/data/:table',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Change all rows that match a filter',
        description: DESCRIPTION,
        params: schema.tableParams,
        querystring: schema.manyQuery,
        body: schema.rowBody,
        requestHeaders: ['Prefer'],
        responseHeaders,
        response: answers(200, schema.rows),
      },
    },
    (request, reply) => {
      const make = (one: ManyWrite) => updateManyOperation(one, actorOf(request), request.body)
      return run(request, reply, { slug: request.params.table, make })
    },
  )

  app.delete(
    '/data/:table',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Delete all rows that match a filter',
        description: `${DESCRIPTION} The rows are deleted softly, as single ones are.`,
        params: schema.tableParams,
        querystring: schema.manyQuery,
        requestHeaders: ['Prefer'],
        responseHeaders,
        response: answers(200, schema.rows),
      },
    },
    (request, reply) => run(request, reply, { slug: request.params.table, make: deleteManyOperation }),
  )
}
