// Who sees all rows of a table, whatever is in them.
import { decide, policySetOf } from '#engine/access/decision.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Asker } from '#platform/asker.ts'
import { listPolicies, type PolicyRow } from './policies.store.ts'

/** seesAllRows reports whether no policy keeps any row of a table from the actor: false where that depends on the row. */
export async function seesAllRows({ cluster, context }: Asker, table: TableShape): Promise<boolean> {
  const { kind } = context
  if (kind === 'dashboard') return true
  // Views have the policies of their tables.
  if (kind !== 'secret' || table.is_view === true) return false
  const policies = await listPolicies(cluster.admin, table.id)
  const decision = decide(policySetOf(policies, 'select'), kind, matchesAll)
  return decision === 'allowed' || decision === 'secret-key-default'
}

function matchesAll({ subject, condition }: PolicyRow): boolean | undefined {
  if (subject !== 'public' && subject !== 'api_key') return false
  return condition === null ? true : undefined
}
