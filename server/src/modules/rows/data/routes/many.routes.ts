// PATCH and DELETE of /data/{table}: writes of all rows that match a filter, under the caller's policies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import { deleteManyOperation, updateManyOperation } from '#modules/rows/data/writing/many-operations.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, kindOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './data.schema.ts'
import { MANY_HEADERS, type ManyRequest, runMany } from './run-many.ts'

const DESCRIPTION =
  'At least one filter is required; `id=is.not.null` matches all rows. All rows are written or none. `Prefer: ' +
  'max-affected=10` refuses the request where more rows match, at most 10,000; `return=representation` answers with ' +
  'the rows instead of `{count: n}`. Rows that policies protect are passed over; where they protect all, the answer is 403.'

/** manyRoutes registers the writes by filter. */
export function manyRoutes(app: App, platform: Platform, links: ObjectLinks): void {
  const run = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { slug, make }: Pick<ManyRequest, 'make'> & { readonly slug: string },
  ) => {
    const table = await platform.shapes.get(projectOf(request), slug, kindOf(request))
    const ways =
      `one by its id, as /data/${slug}/{id}, or those that match a filter, as ` +
      `/data/${slug}?created_at=lt.2026-01-31. For all rows, the filter is id=is.not.null`
    const rows = { params: request.query as QueryParams, ways }
    return (await runMany(platform, links, request, reply, { table, rows, make })).data
  }

  const routes = section(app, {
    at: '/data/:table',
    tag: 'Data',
    group: 'data',
    access: { by: ['project_user', 'api_key'], scope: 'data' },
    params: schema.tableParams,
  })

  routes.patch(
    '',
    {
      summary: 'Change all rows that match a filter',
      description: DESCRIPTION,
      query: schema.manyQuery,
      body: schema.rowBody,
      requestHeaders: ['Prefer'],
      responseHeaders: MANY_HEADERS,
      response: answers(200, schema.rows),
    },
    (request, reply) => {
      const { table: slug } = request.params
      const make: ManyRequest['make'] = (one) => updateManyOperation(one, actorOf(request), request.body)
      return run(request, reply, { slug, make })
    },
  )

  routes.delete(
    '',
    {
      summary: 'Delete all rows that match a filter',
      description: `${DESCRIPTION} The rows are deleted softly, as single ones are.`,
      query: schema.manyQuery,
      requestHeaders: ['Prefer'],
      responseHeaders: MANY_HEADERS,
      response: answers(200, schema.rows),
    },
    (request, reply) => run(request, reply, { slug: request.params.table, make: deleteManyOperation }),
  )
}
