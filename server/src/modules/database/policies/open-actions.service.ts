// What the policies of a project leave open to a kind of caller, table by table.
import { decide, policySetOf, VERDICTS } from '#engine/access/decision.ts'
import { POLICY_ACTIONS, type PolicyAction } from '#engine/access/policy.ts'
import { builtInTable } from '#engine/built-in/built-in-tables.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { admits } from './admits.ts'
import { listPolicyKinds, type PolicyKind } from './policies.store.ts'

/** OpenActions are the actions that callers of a kind can do with some row, by the id of the table. */
export type OpenActions = ReadonlyMap<string, ReadonlySet<PolicyAction>>

/** listOpenActions leaves out tables that have no policy. */
export async function listOpenActions(
  platform: Platform,
  project: ProjectRecord,
  kind: CallerKind,
): Promise<OpenActions> {
  return openActions(await listPolicyKinds(platform.clusters.of(project).admin, project.id), kind)
}

function openActions(policies: readonly PolicyKind[], kind: CallerKind): OpenActions {
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

/** OpenTable is what the policies of a table leave open. */
export interface OpenTable {
  readonly table_id: string
  readonly table: string
  readonly policies: number
  readonly publishable: readonly PolicyAction[]
  readonly users: readonly PolicyAction[]
}

/** listOpenTables returns what the policies of each table leave open, by the names of the tables. */
export async function listOpenTables(platform: Platform, project: ProjectRecord): Promise<OpenTable[]> {
  const tables = await platform.shapes.of(project, 'dashboard')
  const kinds = await listPolicyKinds(platform.clusters.of(project).admin, project.id)
  const counts = new Map<string, number>()
  for (const { table_id, count } of kinds) counts.set(table_id, (counts.get(table_id) ?? 0) + count)
  const publishable = openActions(kinds, 'publishable')
  const users = openActions(kinds, 'user')
  return [...tables.values()]
    .filter(({ is_view }) => is_view !== true)
    .map(({ id, slug }) => {
      const rights = builtInTable(slug)?.rights
      const possible = POLICY_ACTIONS.filter((action) => rights === undefined || rights.includes(action))
      return {
        table_id: id,
        table: slug,
        policies: counts.get(id) ?? 0,
        publishable: possible.filter((action) => publishable.get(id)?.has(action)),
        users: possible.filter((action) => users.get(id)?.has(action)),
      }
    })
    .toSorted((a, b) => a.table.localeCompare(b.table, 'en'))
}
