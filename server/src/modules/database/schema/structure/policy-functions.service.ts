// Functions by which policies read tables past the policies of these: renamed with what they read, and dropped with the
// last policy that calls them.
import { dropNativePolicies } from '#engine/access/policies.ts'
import { compileCondition } from '#engine/conditions/condition.ts'
import { POLICY_FUNCTION } from '#engine/conditions/sql/past-policies.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { readTables } from '#platform/db/catalog/table-shapes.ts'

const UNUSED = `
select p.oid::regprocedure::text as signature from msingi_catalog.pg_proc p
where p.pronamespace = $1::regnamespace and starts_with(p.proname::text, $2) and not exists (
  select from msingi_catalog.pg_depend d
  where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.classid = 'pg_policy'::regclass)
order by 1`

/** dropUnusedFunctions drops the functions that no policy calls any longer. */
export async function dropUnusedFunctions(change: SchemaChange): Promise<void> {
  const { rows } = await change.client.query<{ signature: string }>(UNUSED, [
    change.names.schema,
    POLICY_FUNCTION,
  ])
  await run(
    change,
    rows.map(({ signature }) => `drop function ${signature}`),
  )
}

/** shedPolicies takes the native policies from a table that is about to be dropped, and so what keeps it from being dropped. */
export async function shedPolicies(change: SchemaChange, slug: string): Promise<void> {
  await run(change, dropNativePolicies({ schema: change.names.schema, slug }))
  await dropUnusedFunctions(change)
}

/** StoredCondition is the condition of a policy, and the slug of the policy's table. */
export interface StoredCondition {
  readonly id: string
  readonly slug: string
  readonly condition: string
}

/** functionNames returns the names of the functions that each of some conditions calls, in the order of the condition. */
export async function functionNames(
  change: SchemaChange,
  conditions: readonly StoredCondition[],
): Promise<string[][]> {
  if (conditions.length === 0) return []
  const tables = await readTables(change.client, change.project.id)
  return conditions.map(({ slug, condition }) => {
    const table = tables.get(slug)
    if (table === undefined) throw new Error(`the table ${slug} of a policy is missing`)
    return [...compileCondition(condition, { table, findTable: (name) => tables.get(name) }).functions.keys()]
  })
}

/** renameFunctions gives functions the names that follow from what they read by now. */
export async function renameFunctions(
  change: SchemaChange,
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): Promise<void> {
  const names = new Map(
    before.flatMap((some, index) => some.map((name, n) => [name, after[index]?.[n] ?? name])),
  )
  await run(
    change,
    [...names]
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => `alter function ${from} rename to ${to.slice(to.indexOf('.') + 1)}`),
  )
}
