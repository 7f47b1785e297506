// What the policies of a project leave open to a kind of caller, table by table.
import { decide, policySetOf, VERDICTS } from '#engine/access/decision.ts'
import { POLICY_ACTIONS, type PolicyAction } from '#engine/access/policy.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { admits } from './admits.ts'
import { listPolicyKinds } from './policies.store.ts'

/** OpenActions are the actions that callers of a kind can do with some row, by the id of the table. */
export type OpenActions = ReadonlyMap<string, ReadonlySet<PolicyAction>>

/** listOpenActions leaves out tables that have no policy. */
export async function listOpenActions(
  platform: Platform,
  project: ProjectRecord,
  kind: CallerKind,
): Promise<OpenActions> {
  const policies = await listPolicyKinds(platform.clusters.of(project).admin, project.id)
  const open = new Map<string, Set<PolicyAction>>()
  for (const [table, own] of Map.groupBy(policies, ({ table_id }) => table_id)) {
    const actions = POLICY_ACTIONS.filter((action) => {
      const decision = decide(policySetOf(own, action), kind, ({ subject, conditional }) => {
        if (!admits(subject, kind)) return false
        return conditional ? undefined : true
      })
      return VERDICTS[decision] !== false
    })
    open.set(table, new Set(actions))
  }
  return open
}
