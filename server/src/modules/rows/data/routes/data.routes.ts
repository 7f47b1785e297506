// The data API: /data/{table}. Deletes are soft.

import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import { isUnchanged, readMatch } from '#modules/rows/data/operations/etags.ts'
import { linkSourceOf } from '#modules/rows/data/operations/file-links.service.ts'
import {
  deleteOperation,
  insertOperation,
  updateOperation,
} from '#modules/rows/data/operations/operations.ts'
import { getRow, listRows, rowId } from '#modules/rows/data/reading/read-rows.service.ts'
import { readConflict } from '#modules/rows/data/writing/conflict.ts'
import { idempotentOf } from '#modules/rows/data/writing/idempotency.service.ts'
import { write } from '#modules/rows/data/writing/write-rows.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, kindOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './data.schema.ts'
import { LIST_HEADERS, linkPage, readCountPreference, send } from './data-http.ts'
import { withHints } from './hints.ts'

/** dataRoutes registers the data API. */
export function dataRoutes(app: App, platform: Platform, links: ObjectLinks): void {
  const routes = section(app, {
    at: '/data/:table',
    tag: 'Data',
    group: 'data',
    access: { by: ['project_user', 'api_key'], scope: 'data' },
    params: schema.tableParams,
  })

  routes.get(
    '',
    {
      summary: 'List rows',
      query: schema.listQuery,
      requestHeaders: ['Prefer', 'If-None-Match'],
      responseHeaders: [...LIST_HEADERS, 'X-Msingi-Hint'],
      response: answers(200, schema.rows),
    },
    async (request, reply) => {
      const { table } = request.params
      const asked = { params: request.query as QueryParams, links: linkSourceOf(platform, links, request) }
      const precision = readCountPreference(request)
      const page = await listRows(askerOf(platform, request), table, asked, precision)
      linkPage(request, reply, page)
      if (isUnchanged(request, reply, page.rows)) return reply.code(304).send()
      return withHints(platform, request, reply, { slug: table, data: page.rows })
    },
  )

  routes.get(
    '/:id',
    {
      summary: 'Get a row',
      params: schema.rowParams,
      query: schema.rowQuery,
      requestHeaders: ['If-None-Match'],
      responseHeaders: ['ETag', 'X-Msingi-Hint'],
      response: answers(200, schema.row),
    },
    async (request, reply) => {
      const { table, id } = request.params
      const asked = { params: request.query as QueryParams, links: linkSourceOf(platform, links, request) }
      const { row, tag } = await getRow(askerOf(platform, request), table, id, asked)
      if (isUnchanged(request, reply, row, tag)) return reply.code(304).send()
      return withHints(platform, request, reply, { slug: table, data: row })
    },
  )

  routes.post(
    '',
    {
      summary: 'Insert one row or several',
      description:
        'An array is inserted whole or not at all. `Prefer: resolution=merge-duplicates` with `?on_conflict=column` ' +
        'updates rows that exist; `resolution=ignore-duplicates` leaves them. `Idempotency-Key` makes a repeat safe.',
      query: schema.insertQuery,
      body: schema.rowsBody,
      requestHeaders: ['Prefer', 'Idempotency-Key'],
      responseHeaders: ['Idempotency-Replayed'],
      response: answers(201, schema.inserted),
      bodyLimit: schema.BULK_LIMIT,
    },
    async (request, reply) => {
      const project = projectOf(request)
      const actor = actorOf(request)
      const table = await platform.shapes.get(project, request.params.table, kindOf(request))
      const conflict = readConflict(table, request.query as QueryParams, request.headers.prefer)
      const operation = insertOperation(table, actor, request.body, conflict)
      return send(reply, await write(askerOf(platform, request), operation, idempotentOf(request)))
    },
  )

  routes.patch(
    '/:id',
    {
      summary: 'Change part of a row',
      params: schema.rowParams,
      body: schema.rowBody,
      requestHeaders: ['If-Match', 'Idempotency-Key'],
      responseHeaders: ['ETag', 'Idempotency-Replayed'],
      response: answers(200, schema.row),
    },
    async (request, reply) => {
      const project = projectOf(request)
      const actor = actorOf(request)
      const table = await platform.shapes.get(project, request.params.table, kindOf(request))
      const id = rowId(table.slug, request.params.id)
      const operation = updateOperation(table, actor, id, request.body, readMatch(request, table))
      return send(reply, await write(askerOf(platform, request), operation, idempotentOf(request)))
    },
  )

  routes.delete(
    '/:id',
    {
      summary: 'Delete a row',
      params: schema.rowParams,
      requestHeaders: ['If-Match'],
      response: answers(204),
    },
    async (request, reply) => {
      const project = projectOf(request)
      const table = await platform.shapes.get(project, request.params.table, kindOf(request))
      const id = rowId(table.slug, request.params.id)
      const operation = deleteOperation(table, id, readMatch(request, table))
      return send(reply, await write(askerOf(platform, request), operation, undefined))
    },
  )
}
