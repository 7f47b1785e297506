// Row-level policies (spec 2.15, design 5) as native policies of PostgreSQL: one for each action, made of all that
// the project has said about it.
import type { Condition } from '#engine/conditions/condition.ts'
import { DEFAULT_ACCESS, DEFAULT_POLICY } from '#engine/default-policy.ts'
import { qualify, quoteIdentifier } from '#engine/identifiers.ts'
import type { TableShape } from '#engine/shape.ts'

/** POLICY_ACTIONS, POLICY_SUBJECTS and POLICY_EFFECTS are the allowed values of the specification's section 2.15. */
export const POLICY_ACTIONS = ['select', 'insert', 'update', 'delete'] as const
export const POLICY_SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role'] as const
export const POLICY_EFFECTS = ['allow', 'deny'] as const

/** PolicyAction is what a policy speaks of. */
export type PolicyAction = (typeof POLICY_ACTIONS)[number]

/** Policy is one policy of a table, its condition compiled. */
export interface Policy {
  readonly id: string
  readonly action: PolicyAction
  readonly subject: (typeof POLICY_SUBJECTS)[number]
  readonly effect: (typeof POLICY_EFFECTS)[number]
  readonly condition: Condition | undefined
  readonly role_ids: readonly string[]
}

const DELETING = "(select auth.action() = 'delete')"

// Who calls is asked once per statement, and as a boolean: see DEFAULT_ACCESS.
const callerIs = (...kinds: ActorKind[]) =>
  `(select auth.kind() in (${kinds.map((kind) => `'${kind}'`).join(', ')}))`

type ActorKind = 'dashboard' | 'secret' | 'publishable' | 'user'

/** NATIVE_POLICIES are the names of all native policies that nativePolicies may make. */
export const NATIVE_POLICIES: readonly string[] = [
  DEFAULT_POLICY,
  ...POLICY_ACTIONS.map((action) => `msingi_${action}`),
]

/** nativePolicies gives the statements that replace all native policies of a table. */
export function nativePolicies(table: TableShape, policies: readonly Policy[]): string[] {
  const relation = qualify(table.schema, table.slug)
  const drops = NATIVE_POLICIES.map((name) => `drop policy if exists ${name} on ${relation}`)
  if (policies.length === 0)
    return [...drops, `create policy ${DEFAULT_POLICY} on ${relation} using (${DEFAULT_ACCESS})`]
  const access = (action: PolicyAction) => accessCondition(table, action, policies)
  const creates = [
    `create policy msingi_select on ${relation} for select using (${access('select')})`,
    `create policy msingi_insert on ${relation} for insert with check (${access('insert')})`,
    updatePolicy(table, relation, access('update'), access('delete')),
    `create policy msingi_delete on ${relation} for delete using (${access('delete')})`,
  ]
  return [...drops, ...creates]
}

// A soft delete is an UPDATE to PostgreSQL. The executor says which one it means, so that the policies for delete
// decide the one and those for update the other.
function updatePolicy(table: TableShape, relation: string, update: string, remove: string): string {
  const head = `create policy msingi_update on ${relation} for update`
  if (!table.soft_delete) return `${head} using (${update})`
  const using = `case when ${DELETING} then ${remove} else ${update} end`
  const check = `case when ${DELETING} then ${column(table, 'deleted_at')} is not null else ${update} end`
  return `${head} using (${using}) with check (${check})`
}

/**
 * accessCondition is what must hold of a row for an action. Dashboard users may do all; allow policies add up;
 * a deny always wins; secret keys may by default, until an allow policy of subject api_key decides for all keys.
 */
export function accessCondition(
  table: TableShape,
  action: PolicyAction,
  policies: readonly Policy[],
): string {
  const of = policies.filter((policy) => policy.action === action)
  const allows = of.filter(({ effect }) => effect === 'allow').map((policy) => matchCondition(table, policy))
  const denies = of.filter(({ effect }) => effect === 'deny').map((policy) => matchCondition(table, policy))
  const keysDecided = of.some(({ effect, subject }) => effect === 'allow' && subject === 'api_key')
  if (denies.length === 0) {
    return [keysDecided ? callerIs('dashboard') : DEFAULT_ACCESS, ...allows].join(' or ')
  }
  const granted = keysDecided ? allows : [callerIs('secret'), ...allows]
  const allowed = [`(${granted.join(' or ')})`, ...denies.map((deny) => `(${deny}) is not true`)].join(
    ' and ',
  )
  return `${callerIs('dashboard')} or (${allowed})`
}

/** matchCondition is what must hold for a policy to speak of a caller and a row. */
export function matchCondition(table: TableShape, policy: Policy): string {
  const subject = subjectCondition(table, policy)
  return policy.condition === undefined ? subject : `(${subject} and ${policy.condition.sql})`
}

/** subjectCondition is what must hold of the caller, and of the row where the subject is its owner. */
export function subjectCondition(table: TableShape, { subject, role_ids }: Policy): string {
  switch (subject) {
    case 'public':
      return callerIs('dashboard', 'secret', 'publishable', 'user')
    case 'authenticated':
      return callerIs('user')
    case 'api_key':
      return callerIs('secret', 'publishable')
    case 'owner':
      return `(${callerIs('user')} and ${ownerIsCaller(table)})`
    case 'role':
      return `(${callerIs('user')} and (select auth.role_ids() && '{${role_ids.join(',')}}'::pg_catalog.uuid[]))`
  }
}

function ownerIsCaller(table: TableShape): string {
  const owner = table.columns.get(table.owner_column ?? '')
  // Without an owner column nobody owns a row; such a policy is refused when it is made.
  if (owner === undefined) return 'false'
  if (owner.data_type === 'uuid') return `${column(table, owner.name)} = (select auth.uid())`
  return `${column(table, owner.name)}::text = (select auth.uid()::text)`
}

// Qualified by the table, as conditions are: the same text serves in a policy and over a row given as a record.
function column(table: TableShape, name: string): string {
  return `${quoteIdentifier(table.slug)}.${quoteIdentifier(name)}`
}
