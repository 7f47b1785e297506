// Writes of several records, all or none: PATCH and DELETE of …/records, and POST …/records/restore and …/records/purge.
// They concern the records of some ids, or those that match the filters of a list.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryParams } from '#engine/request/parse/parse-level.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { deletedAccess } from '#modules/database/policies/deleted-rows.service.ts'
import { requireReading } from '#modules/rows/data/operations/require-reading.ts'
import {
  deleteManyOperation,
  purgeManyOperation,
  restoreManyOperation,
  updateManyOperation,
} from '#modules/rows/data/writing/many-operations.ts'
import type { ObjectLinks } from '#modules/storage/links/object-links.service.ts'
import { askerOf } from '#platform/asker.ts'
import { recordCommitted } from '#platform/audit/audit.ts'
import { getTable } from '#platform/db/catalog/table-shapes.ts'
import { refusing } from '#platform/db/executor/value-errors.ts'
import { idsOf } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, kindOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { manyRecords, manyRecordsUpdate } from './bulk.schema.ts'
import * as schema from './data.schema.ts'
import { dataParams } from './record-params.ts'
import { MANY_HEADERS, type ManyRequest, runMany } from './run-many.ts'

// The number of the records, or where the records themselves are preferred their ids.
const minimal = (answer: object) => (Array.isArray(answer) ? idsOf(answer) : answer)
const WAYS =
  'ids in the body, or a filter, as ?where=(created_at.lt.2026-01-31). For all records, it is where=(id.is.not.null)'
const DESCRIPTION =
  'The records are those of `ids` in the body, or those that match the filters of the query string, as in a list; with ' +
  'both, those of `ids` that match. All are written or none, at most 10,000. With `expected_count` the answer is 409 ' +
  'where another number is concerned.'

const common = {
  query: schema.bulkQuery,
  requestHeaders: ['Prefer'],
  responseHeaders: MANY_HEADERS,
  response: answers(200, schema.rows),
  conflicts: true,
} as const

/** bulkRecordRoutes registers the writes of several records. */
export function bulkRecordRoutes(app: App, platform: Platform, links: ObjectLinks): void {
  const tableOf = async (request: FastifyRequest): Promise<TableShape> => {
    const { tableID } = request.params as { tableID: string }
    return getTable(await platform.shapes.of(projectOf(request), kindOf(request)), tableID)
  }
  const run = (
    request: FastifyRequest,
    reply: FastifyReply,
    { table, make, params = paramsOf(table, request) }: BulkWrite,
  ) => {
    const { ids, expected_count: expected } = (request.body ?? {}) as Chosen
    if (ids === undefined || Object.keys(params).length > 0) requireReading(request)
    const rows = { params, ids: ids && [...new Set(ids)], ways: WAYS }
    return runMany(platform, links, request, reply, { table, rows, expected, make })
  }

  const routes = section(app, {
    at: '/projects/:projectID/tables/:tableID/records',
    tag: 'Records',
    group: 'data',
    audit: { keys: false, states: 'nobody' },
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'data', actAs: true },
    params: schema.recordsParams,
  })

  routes.patch(
    '',
    {
      ...common,
      summary: 'Change several records',
      description: DESCRIPTION,
      body: manyRecordsUpdate,
      minimal,
    },
    async (request, reply) => {
      const make: ManyRequest['make'] = (one) => updateManyOperation(one, actorOf(request), request.body.data)
      return (await run(request, reply, { table: await tableOf(request), make })).data
    },
  )

  routes.delete(
    '',
    {
      ...common,
      summary: 'Delete several records',
      description: `${DESCRIPTION} They are deleted softly.`,
      body: manyRecords.optional(),
      minimal,
    },
    async (request, reply) =>
      (await run(request, reply, { table: await tableOf(request), make: deleteManyOperation })).data,
  )

  routes.post(
    '/restore',
    {
      ...common,
      summary: 'Restore several deleted records',
      description: DESCRIPTION,
      body: manyRecords.optional(),
      minimal,
    },
    async (request, reply) => {
      const table = await tableOf(request)
      const deleted = await deletedAccess(askerOf(platform, request), table)
      const make: ManyRequest['make'] = (one) => restoreManyOperation(one, deleted)
      return (await run(request, reply, { table, make, params: ofDeleted(table, request) })).data
    },
  )

  routes.post(
    '/purge',
    {
      ...common,
      summary: 'Remove several deleted records for good',
      description: `${DESCRIPTION} Only deleted records are removed.`,
      body: manyRecords.optional(),
      access: { by: ['dashboard', 'api_key'], scope: 'data', permission: 'data:purge', secretOnly: true },
      minimal,
    },
    async (request, reply) => {
      const table = await tableOf(request)
      const deleted = await deletedAccess(askerOf(platform, request), table)
      const make: ManyRequest['make'] = (one) => purgeManyOperation(one, deleted)
      const { data, count } = await run(request, reply, { table, make, params: ofDeleted(table, request) })
      recordCommitted(request.act, {
        action: 'records.purge',
        target: table.slug,
        details: { table: table.slug, count },
      })
      return data
    },
  )
}

interface Chosen {
  readonly ids?: readonly string[]
  readonly expected_count?: number
}

interface BulkWrite extends Pick<ManyRequest, 'make' | 'table'> {
  readonly params?: QueryParams
}

function paramsOf(table: TableShape, request: FastifyRequest): QueryParams {
  return refusing(() => dataParams(table, request.query as QueryParams))
}

// Deleted records are meant in any case, so that the query string of a list of them serves as it is.
function ofDeleted(table: TableShape, request: FastifyRequest): QueryParams {
  const { deleted, ...params } = paramsOf(table, request)
  return deleted === undefined || deleted === 'only' ? params : { ...params, deleted }
}
