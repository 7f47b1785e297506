// The SQL of policies: table `msingi.policies` of the project's cluster, written by the project's owner role.
import type { Policy } from '#engine/access/policy.ts'
import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** PolicyRow is a stored policy. */
export interface PolicyRow {
  readonly id: string
  readonly table_id: string
  readonly action: Policy['action']
  readonly subject: Policy['subject']
  readonly effect: Policy['effect']
  readonly condition: string | null
  readonly role_ids: string[] | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** PolicyFields are what a client decides of a policy. */
export type PolicyFields = Pick<PolicyRow, 'action' | 'subject' | 'effect' | 'condition' | 'role_ids'>

const COLUMNS = 'id, table_id, action, subject, effect, condition, role_ids, created_at, updated_at'

/** listPolicies returns a table's policies in the order in which they were made. */
export async function listPolicies(db: Queryable, tableId: string): Promise<PolicyRow[]> {
  const sql = `select ${COLUMNS} from msingi.policies where table_id = $1 order by created_at, id
    limit ${MOST.policies + 1}`
  return bounded((await db.query<PolicyRow>(sql, [tableId])).rows, MOST.policies, 'policies')
}

/** findExpressions returns how the generated columns of a table are computed, by their names. */
export async function findExpressions(
  db: Queryable,
  { schema, slug }: { readonly schema: string; readonly slug: string },
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ name: string; expression: string }>(
    `select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as expression
     from pg_attribute a
     join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     join pg_class c on c.oid = a.attrelid and c.relname = $2
     join pg_namespace n on n.oid = c.relnamespace and n.nspname = $1
     where a.attgenerated <> '' and not a.attisdropped limit ${MOST.columns + 1}`,
    [schema, slug],
  )
  return new Map(bounded(rows, MOST.columns, 'columns').map(({ name, expression }) => [name, expression]))
}

/** PolicyKind is what a policy says of callers, without whom and which rows it means. */
export interface PolicyKind extends Pick<PolicyRow, 'table_id' | 'action' | 'subject' | 'effect'> {
  /** conditional is true where it depends on the row. */
  readonly conditional: boolean
  /** count is how many policies say so. */
  readonly count: number
}

/** listPolicyKinds returns what the policies of a project say, each kind of policy of a table once. */
export async function listPolicyKinds(db: Queryable, projectId: string): Promise<PolicyKind[]> {
  const sql = `select p.table_id, p.action, p.subject, p.effect, p.condition is not null as conditional, count(*)::int as count
    from msingi.policies p join msingi.tables t on t.id = p.table_id
    where t.project_id = $1 group by 1, 2, 3, 4, 5 limit ${MOST.columns + 1}`
  return bounded((await db.query<PolicyKind>(sql, [projectId])).rows, MOST.columns, 'policies')
}

/** listUnrestricted returns the policies of a project whose conditions may read tables past their policies, a thousand at most. */
export async function listUnrestricted(db: Queryable, projectId: string): Promise<PolicyRow[]> {
  const sql = `select ${COLUMNS.replaceAll(/\w+/g, 'p.$&')} from msingi.policies p join msingi.tables t on t.id = p.table_id
    where t.project_id = $1 and p.condition ~* 'unrestricted' order by t.slug, p.created_at, p.id limit ${MOST.policies}`
  return (await db.query<PolicyRow>(sql, [projectId])).rows
}

/** listPoliciesOfRole returns the policies of a project that name a role, a thousand at most, with the tables' slugs. */
export async function listPoliciesOfRole(
  db: Queryable,
  projectId: string,
  roleId: string,
): Promise<(Pick<PolicyRow, 'id' | 'action'> & { readonly slug: string })[]> {
  const { rows } = await db.query<Pick<PolicyRow, 'id' | 'action'> & { slug: string }>(
    `select p.id, p.action, t.slug from msingi.policies p join msingi.tables t on t.id = p.table_id
     where t.project_id = $1 and $2::uuid = any (p.role_ids)
     order by t.slug, p.created_at, p.id limit ${MOST.policies}`,
    [projectId, roleId],
  )
  return rows
}

/** insertPolicy stores a new policy. */
export async function insertPolicy(db: Queryable, tableId: string, fields: PolicyFields): Promise<PolicyRow> {
  const { action, subject, effect, condition, role_ids } = fields
  const { rows } = await db.query<PolicyRow>(
    `insert into msingi.policies (table_id, action, subject, effect, condition, role_ids)
     values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [tableId, action, subject, effect, condition, role_ids],
  )
  return rows[0] as PolicyRow
}

/** updatePolicy changes a policy. */
export async function updatePolicy(db: Queryable, id: string, fields: PolicyFields): Promise<PolicyRow> {
  const { action, subject, effect, condition, role_ids } = fields
  const { rows } = await db.query<PolicyRow>(
    `update msingi.policies set action = $2, subject = $3, effect = $4, condition = $5, role_ids = $6,
     updated_at = now() where id = $1 returning ${COLUMNS}`,
    [id, action, subject, effect, condition, role_ids],
  )
  return rows[0] as PolicyRow
}

/** deletePolicy removes a policy. */
export async function deletePolicy(db: Queryable, id: string): Promise<void> {
  await db.query('select msingi.delete_from_policies($1)', [id])
}
