// Routes for deleted rows: restored by whoever was allowed to delete them, and purged by administrators and secret keys.

import { purgeRow, restoreRow } from '#modules/rows/data/writing/restore.ts'
import { askerOf } from '#platform/asker.ts'
import { recordCommitted } from '#platform/audit/audit.ts'
import { getTable } from '#platform/db/catalog/table-shapes.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { kindOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './data.schema.ts'
import { send } from './data-http.ts'

const DESCRIPTION =
  'The policies must let the caller both delete and update the row. Rows that were deleted together with it stay deleted.'

/** restoreRoutes registers them for the data API and for records. */
export function restoreRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/data/:table/:id/restore',
    tag: 'Data',
    group: 'data',
    access: { by: ['project_user', 'api_key'], scope: 'data' },
    params: schema.rowParams,
  })

  routes.post(
    '',
    { summary: 'Restore a deleted row', description: DESCRIPTION, response: answers(200, schema.row) },
    async (request, reply) => {
      const { table: slug, id } = request.params
      const project = projectOf(request)
      const table = await platform.shapes.get(project, slug, kindOf(request))
      return send(reply, await restoreRow(askerOf(platform, request), table, id))
    },
  )

  const projects = section(app, {
    at: '/projects/:projectID/tables/:tableID/records/:recordID',
    tag: 'Records',
    group: 'data',
    audit: { keys: false, states: 'nobody' },
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'data', actAs: true },
    params: schema.recordParams,
  })

  projects.post(
    '/restore',
    { summary: 'Restore a deleted record', description: DESCRIPTION, response: answers(200, schema.row) },
    async (request, reply) => {
      const { tableID, recordID } = request.params
      const project = projectOf(request)
      const table = getTable(await platform.shapes.of(project, kindOf(request)), tableID)
      return send(reply, await restoreRow(askerOf(platform, request), table, recordID))
    },
  )

  projects.post(
    '/purge',
    {
      summary: 'Remove a deleted record for good',
      description:
        'Only a record that has been deleted can be purged. Relationships with `on_delete: cascade` take the records ' +
        'that refer to it along, deleted or not.',
      response: answers(204),
      access: { by: ['dashboard', 'api_key'], scope: 'data', permission: 'data:purge', secretOnly: true },
    },
    async (request, reply) => {
      const { tableID, recordID } = request.params
      const project = projectOf(request)
      const table = getTable(await platform.shapes.of(project, kindOf(request)), tableID)
      const purged = await purgeRow(askerOf(platform, request), table, recordID)
      recordCommitted(request.act, {
        action: 'records.purge',
        target: recordID.toLowerCase(),
        details: { table: table.slug },
      })
      return send(reply, purged)
    },
  )
}
