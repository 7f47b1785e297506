// Who sees deleted rows and may make them live again: whoever the policies let delete them (docs/decisions/0003).
import { DEFAULT_ACCESS } from '#engine/access/default-policy.ts'
import { accessCondition } from '#engine/access/policies.ts'
import { CURRENT_CALLER } from '#engine/conditions/sql/caller-sql.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Asker } from '#platform/asker.ts'
import { compilePolicies } from './policies.service.ts'
import { listPolicies } from './policies.store.ts'

/** deletedAccess returns the SQL that must hold of a deleted row `t$` for the caller to see it. */
export async function deletedAccess(
  { platform, project, cluster }: Asker,
  table: TableShape,
): Promise<string> {
  const rows = await listPolicies(cluster.admin, table.id)
  if (rows.length === 0) return DEFAULT_ACCESS
  const ofDelete = rows.filter(({ action }) => action === 'delete')
  const policies = await compilePolicies(await platform.shapes.of(project), table, ofDelete)
  return accessCondition(table, 'delete', policies, { ...CURRENT_CALLER, row: () => 't$' })
}
