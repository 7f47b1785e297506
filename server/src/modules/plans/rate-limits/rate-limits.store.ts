// The SQL of projects' own rate limits: table `platform.rate_limits`.
import type { Queryable } from '#platform/db/transaction.ts'
import type { LimitRule } from '#platform/http/routes/limit-rules.ts'

/** RuleSet is the rules of a project; `version` grows with each change, and is 0 before the first. */
export interface RuleSet {
  readonly rules: readonly LimitRule[]
  readonly version: number
}

/** findRules returns the rules of a project. */
export async function findRules(db: Queryable, projectId: string): Promise<RuleSet> {
  const { rows } = await db.query<RuleSet>(
    'select rules, version from platform.rate_limits where project_id = $1',
    [projectId],
  )
  return rows[0] ?? { rules: [], version: 0 }
}

/** listRules returns the rules of all projects that have some. */
export async function listRules(db: Queryable): Promise<Map<string, readonly LimitRule[]>> {
  const { rows } = await db.query<{ project_id: string; rules: LimitRule[] }>(
    'select project_id, rules from platform.rate_limits',
  )
  return new Map(rows.map(({ project_id, rules }) => [project_id, rules]))
}

/** saveRules replaces the rules of a project if their version is still the one given, and reports whether it was. */
export async function saveRules(
  db: Queryable,
  projectId: string,
  { rules, version }: RuleSet,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into platform.rate_limits as r (project_id, rules, version) select $1, $2, 1 where $3 = 0
     on conflict (project_id) do nothing`,
    [projectId, JSON.stringify(rules), version],
  )
  if (rowCount === 1) return true
  const updated = await db.query(
    'update platform.rate_limits set rules = $2, version = version + 1 where project_id = $1 and version = $3',
    [projectId, JSON.stringify(rules), version],
  )
  return updated.rowCount === 1
}
