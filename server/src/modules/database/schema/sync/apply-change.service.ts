// Applies recorded changes of tables, columns and relationships to a project, the same or another one.
// Recorded changes are validated like the body of a request.
import { z } from 'zod'
import { columnCreate, columnUpdate } from '#modules/database/schema/change/columns.schema.ts'
import type { ChangeScope } from '#modules/database/schema/change/schema-change.service.ts'
import { tableUpdate } from '#modules/database/schema/change/tables.schema.ts'
import { addColumn } from '#modules/database/schema/columns/add-column.ts'
import { removeColumn } from '#modules/database/schema/columns/remove-column.ts'
import { updateColumn } from '#modules/database/schema/columns/update-column.ts'
import * as relationships from '#modules/database/schema/relationships/relationships.schema.ts'
import {
  createRelationship,
  removeRelationship,
  updateRelationship,
} from '#modules/database/schema/relationships/relationships.service.ts'
import { listRelationships } from '#modules/database/schema/structure/relationships.store.ts'
import { removeTable, updateTable } from '#modules/database/schema/tables/tables.service.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'

/** Applier applies a recorded change to the project of the scope. */
export type Applier = (platform: Platform, scope: ChangeScope, operation: unknown) => Promise<unknown>

/** applier returns an Applier that validates the recorded change first. */
export function applier<Fields extends z.ZodRawShape>(
  fields: Fields,
  work: (
    platform: Platform,
    scope: ChangeScope,
    operation: z.output<z.ZodObject<Fields, z.core.$strict>>,
  ) => Promise<unknown>,
): Applier {
  const operation = z.strictObject(fields)
  return (platform, scope, recorded) => work(platform, scope, operation.parse(recorded))
}

const name = z.string()
const cascade = z.boolean()
// Why the server made a change by itself.
const reason = name.optional()
const source = { from_table: name, from_column: name }

/** CHANGES are the appliers of tables that are there, of columns and of relationships, by kind of change. */
export const CHANGES: Readonly<Record<string, Applier>> = {
  'table.update': applier({ table: name, input: tableUpdate, reason }, (platform, scope, { table, input }) =>
    updateTable(platform, scope, table, input),
  ),
  'table.remove': applier({ table: name, cascade }, (platform, scope, operation) =>
    removeTable(platform, scope, operation.table, operation.cascade),
  ),
  'column.create': applier({ table: name, input: columnCreate }, (platform, scope, { table, input }) =>
    addColumn(platform, scope, table, input),
  ),
  'column.update': applier(
    { table: name, column: name, input: columnUpdate, reason },
    (platform, scope, { table, column, input }) => updateColumn(platform, scope, table, column, input),
  ),
  'column.remove': applier({ table: name, column: name, cascade }, (platform, scope, operation) =>
    removeColumn(platform, scope, operation.table, operation.column, operation.cascade),
  ),
  'relationship.create': applier({ input: relationships.relationshipCreate }, (platform, scope, { input }) =>
    createRelationship(platform, scope, input),
  ),
  'relationship.update': applier(
    { ...source, input: relationships.relationshipUpdate },
    async (platform, scope, { input, ...from }) =>
      updateRelationship(platform, scope, await relationshipAt(platform, scope, from), input),
  ),
  'relationship.remove': applier(source, async (platform, scope, from) =>
    removeRelationship(platform, scope, await relationshipAt(platform, scope, from)),
  ),
}

async function relationshipAt(
  platform: Platform,
  { project }: ChangeScope,
  from: { readonly from_table: string; readonly from_column: string },
): Promise<string> {
  const links = await listRelationships(platform.clusters.of(project).admin, project.id)
  const link = links.find((one) => one.from_table === from.from_table && one.from_column === from.from_column)
  if (link === undefined) throw notFound(`The relationship of ${from.from_table}.${from.from_column}`)
  return link.id
}
