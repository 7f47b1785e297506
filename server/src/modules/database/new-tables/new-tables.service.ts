// A new table with its policies, which stand above tables: in one transaction, all or none.
import type { z } from 'zod'
import { policyEntries, setPolicies } from '#modules/database/policies/table-policies.service.ts'
import type { ChangeScope } from '#modules/database/schema/change/schema-change.service.ts'
import { type Applier, applier } from '#modules/database/schema/sync/apply-change.service.ts'
import { createTable, newTableFields } from '#modules/database/schema/tables/new-table.service.ts'
import type { Platform } from '#platform/platform.ts'

/** tableCreate is the body of POST /tables. */
export const tableCreate = newTableFields
  .extend({ policies: policyEntries.optional() })
  .meta({ id: 'TableCreate' })

/** createWholeTable creates a table with all that belongs to it. */
export function createWholeTable(
  platform: Platform,
  scope: ChangeScope,
  input: z.output<typeof tableCreate>,
) {
  return createTable(platform, scope, input, async (change, slug) => {
    if (input.policies !== undefined) await setPolicies(change, slug, input.policies)
  })
}

/** NEW_TABLE does again what the history has noted of a new table. */
export const NEW_TABLE: Readonly<Record<'table.create', Applier>> = {
  'table.create': applier({ input: tableCreate }, (platform, scope, { input }) =>
    createWholeTable(platform, scope, input),
  ),
}
