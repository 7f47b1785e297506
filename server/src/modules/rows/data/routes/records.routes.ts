// Records: the rows of the data API at an address below their project, for dashboard users as well. A body
// is `{data: {…}}`, and a parameter is the value that a column must have (record-params.ts). A table goes by its slug, or
// by its id as in the other routes below /tables.
import type { FastifyRequest } from 'fastify'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { isUnchanged, readMatch } from '#modules/rows/data/operations/etags.ts'
import { linkSourceOf } from '#modules/rows/data/operations/file-links.service.ts'
import {
  deleteOperation,
  insertOperation,
  updateOperation,
} from '#modules/rows/data/operations/operations.ts'
import { getRow, listRows, rowId } from '#modules/rows/data/reading/read-rows.service.ts'
import { idempotentOf } from '#modules/rows/data/writing/idempotency.service.ts'
import { write } from '#modules/rows/data/writing/write-rows.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import { getTable } from '#platform/db/catalog/table-shapes.ts'
import { refusing } from '#platform/db/executor/value-errors.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { kindOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './data.schema.ts'
import { LIST_HEADERS, linkPage, readCountPreference, send } from './data-http.ts'
import { withHints } from './hints.ts'
import { dataParams } from './record-params.ts'

const DEFAULT_LIMIT = '20'

const { recordsParams: params, recordParams } = schema

function paramsOf(table: TableShape, request: FastifyRequest): QueryParams {
  return refusing(() => dataParams(table, request.query as QueryParams))
}

/** recordRoutes registers the routes of records. */
export function recordRoutes(app: App, platform: Platform, links: ObjectLinks): void {
  const tableOf = async (request: FastifyRequest, key: string): Promise<TableShape> =>
    getTable(await platform.shapes.of(projectOf(request), kindOf(request)), key)

  const routes = section(app, {
    at: '/projects/:projectID/tables/:tableID/records',
    tag: 'Records',
    group: 'data',
    audit: { keys: false, states: 'nobody' },
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'data', actAs: true },
    params,
  })

  routes.get(
    '',
    {
      summary: 'List records',
      query: schema.recordsQuery,
      requestHeaders: ['Prefer', 'If-None-Match'],
      responseHeaders: [...LIST_HEADERS, 'X-Msingi-Hint'],
      response: answers(200, schema.rows),
    },
    async (request, reply) => {
      const table = await tableOf(request, request.params.tableID)
      const { slug } = table
      const params = { limit: DEFAULT_LIMIT, ...paramsOf(table, request) }
      const asked = { params, links: linkSourceOf(platform, links, request) }
      const page = await listRows(askerOf(platform, request), slug, asked, readCountPreference(request))
      linkPage(request, reply, page)
      if (isUnchanged(request, reply, page.rows)) return reply.code(304).send()
      return withHints(platform, request, reply, { slug, data: page.rows })
    },
  )

  routes.get(
    '/:recordID',
    {
      summary: 'Get a record',
      params: recordParams,
      query: schema.rowQuery,
      requestHeaders: ['If-None-Match'],
      responseHeaders: ['ETag', 'X-Msingi-Hint'],
      response: answers(200, schema.row),
    },
    async (request, reply) => {
      const { tableID, recordID } = request.params
      const table = await tableOf(request, tableID)
      const { slug } = table
      const asked = { params: paramsOf(table, request), links: linkSourceOf(platform, links, request) }
      const { row, tag } = await getRow(askerOf(platform, request), slug, recordID, asked)
      if (isUnchanged(request, reply, row, tag)) return reply.code(304).send()
      return withHints(platform, request, reply, { slug, data: row })
    },
  )

  routes.post(
    '',
    {
      summary: 'Create a record',
      body: schema.recordBody,
      requestHeaders: ['Idempotency-Key'],
      responseHeaders: ['Idempotency-Replayed'],
      response: answers(201, schema.row),
    },
    async (request, reply) => {
      const asker = askerOf(platform, request)
      const table = await tableOf(request, request.params.tableID)
      const operation = insertOperation(table, asker.actor, request.body.data, undefined)
      return send(reply, await write(asker, operation, idempotentOf(request)))
    },
  )

  routes.patch(
    '/:recordID',
    {
      summary: 'Change a record',
      params: recordParams,
      body: schema.recordBody,
      requestHeaders: ['If-Match', 'Idempotency-Key'],
      responseHeaders: ['ETag', 'Idempotency-Replayed'],
      response: answers(200, schema.row),
    },
    async (request, reply) => {
      const asker = askerOf(platform, request)
      const table = await tableOf(request, request.params.tableID)
      const id = rowId(table.slug, request.params.recordID)
      const operation = updateOperation(table, asker.actor, id, request.body.data, readMatch(request, table))
      return send(reply, await write(asker, operation, idempotentOf(request)))
    },
  )

  routes.delete(
    '/:recordID',
    {
      summary: 'Delete a record',
      params: recordParams,
      requestHeaders: ['If-Match'],
      response: answers(204),
    },
    async (request, reply) => {
      const table = await tableOf(request, request.params.tableID)
      const id = rowId(table.slug, request.params.recordID)
      const operation = deleteOperation(table, id, readMatch(request, table))
      return send(reply, await write(askerOf(platform, request), operation, undefined))
    },
  )
}
