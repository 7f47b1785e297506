// Row-level policies as native policies of PostgreSQL: one for each action, made of all that
// the project has said about it.

import { type CallerSql, CURRENT_CALLER, FALSE, TRUE } from '#engine/conditions/sql/caller-sql.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { policySetOf } from './decision.ts'
import { DEFAULT_ACCESS, DEFAULT_POLICY } from './default-policy.ts'
import { POLICY_ACTIONS, type Policy, type PolicyAction } from './policy.ts'

const DELETING = "(select auth.action() = 'delete')"

/** NATIVE_POLICIES are the names of all native policies that nativePolicies may make. */
export const NATIVE_POLICIES: readonly string[] = [
  DEFAULT_POLICY,
  ...POLICY_ACTIONS.map((action) => `msingi_${action}`),
]

/** dropNativePolicies returns the statements that take all native policies from a table, which nobody can then read. */
export function dropNativePolicies({ schema, slug }: Pick<TableShape, 'schema' | 'slug'>): string[] {
  return NATIVE_POLICIES.map((name) => `drop policy if exists ${name} on ${qualify(schema, slug)}`)
}

/** nativePolicies returns the statements that replace all native policies of a table, with the functions they call. */
export function nativePolicies(table: TableShape, policies: readonly Policy[]): string[] {
  const relation = qualify(table.schema, table.slug)
  const drops = dropNativePolicies(table)
  if (policies.length === 0)
    return [...drops, `create policy ${DEFAULT_POLICY} on ${relation} using (${DEFAULT_ACCESS})`]
  const access = (action: PolicyAction) => accessCondition(table, action, policies)
  const creates = [
    `create policy msingi_select on ${relation} for select using (${access('select')})`,
    `create policy msingi_insert on ${relation} for insert with check (${access('insert')})`,
    updatePolicy(table, relation, access('update'), access('delete')),
    `create policy msingi_delete on ${relation} for delete using (${access('delete')})`,
  ]
  const functions = new Map(policies.flatMap(({ condition }) => [...(condition?.functions ?? [])]))
  return [...drops, ...functions.values(), ...creates]
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

/** accessCondition returns the rule of decision.ts as a condition that must be true of a row for an action. */
export function accessCondition(
  table: TableShape,
  action: PolicyAction,
  policies: readonly Policy[],
  caller = CURRENT_CALLER,
): string {
  const { allows, denies, decidesKeys } = policySetOf(policies, action)
  const matches = allows.map((policy) => matchCondition(table, policy, caller))
  if (denies.length === 0) {
    return anyOf([decidesKeys ? caller.is('dashboard') : caller.is('dashboard', 'secret'), ...matches])
  }
  const granted = anyOf(decidesKeys ? matches : [caller.is('secret'), ...matches])
  const denied = denies.map((policy) => isNotTrue(matchCondition(table, policy, caller)))
  return anyOf([caller.is('dashboard'), allOf([granted, ...denied])])
}

/** columnsRead returns the columns of a table that its policies for an action decide by. */
export function columnsRead(
  table: TableShape,
  action: PolicyAction,
  policies: readonly Policy[],
): ReadonlySet<string> {
  const { allows, denies } = policySetOf(policies, action)
  return new Set(
    [...allows, ...denies].flatMap(({ subject, condition }) => [
      ...(subject === 'owner' && table.owner_column !== undefined ? [table.owner_column] : []),
      ...(condition?.columns ?? []),
    ]),
  )
}

/** matchCondition is the condition under which a policy applies to a caller and a row. */
export function matchCondition(table: TableShape, policy: Policy, caller = CURRENT_CALLER): string {
  const subject = subjectCondition(table, policy, caller)
  return policy.condition === undefined ? subject : allOf([subject, policy.condition.sqlFor(caller)])
}

/** subjectCondition is what must hold of the caller, and of the row where the subject is its owner. */
export function subjectCondition(
  table: TableShape,
  { subject, role_ids }: Policy,
  caller = CURRENT_CALLER,
): string {
  switch (subject) {
    case 'public':
      return caller.is('dashboard', 'secret', 'publishable', 'user')
    case 'authenticated':
      return caller.is('user')
    case 'api_key':
      return caller.is('secret', 'publishable')
    case 'owner':
      return allOf([caller.is('user'), ownerIsCaller(table, caller)])
    case 'role':
      return allOf([caller.is('user'), caller.hasRole(role_ids)])
  }
}

// What is known beforehand is left out, so that PostgreSQL finds the subqueries of conditions where it can turn them
// into joins.
function anyOf(parts: readonly string[]): string {
  return joined(parts, ' or ', TRUE, FALSE)
}

function allOf(parts: readonly string[]): string {
  return joined(parts, ' and ', FALSE, TRUE)
}

// One decisive part decides, whatever the others say; neutral ones say nothing.
function joined(parts: readonly string[], operator: string, decisive: string, neutral: string): string {
  if (parts.includes(decisive)) return decisive
  const [first = neutral, ...more] = parts.filter((part) => part !== neutral)
  return more.length === 0 ? first : `(${[first, ...more].join(operator)})`
}

function isNotTrue(part: string): string {
  if (part === FALSE) return TRUE
  return part === TRUE ? FALSE : `((${part}) is not true)`
}

function ownerIsCaller(table: TableShape, caller: CallerSql): string {
  const owner = table.columns.get(table.owner_column ?? '')
  // Without an owner column nobody owns a row; such a policy is refused when it is made.
  if (owner === undefined) return FALSE
  const uid = caller.auth({ which: 'uid', claim: '' })
  const value = column(table, owner.name, caller)
  return owner.data_type === 'uuid' ? `${value} = ${uid}` : `${value}::text = ${uid}::text`
}

// Qualified by the table, as conditions are: the same text serves in a policy and over a row given as a record.
function column(table: TableShape, name: string, caller = CURRENT_CALLER): string {
  return `${quoteIdentifier(caller.row(table))}.${quoteIdentifier(name)}`
}
