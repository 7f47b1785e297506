// Whether a policy applies to a caller and a row, decided in JavaScript as `matchCondition` decides it in PostgreSQL.
import type { ConditionActor } from '#engine/conditions/condition.ts'
import { rowKeyValue } from '#engine/conditions/evaluate/caller-keys.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import { Work } from '#engine/conditions/values/work.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Verdict } from './decision.ts'
import type { Policy } from './policy.ts'

/** Caller is a subscriber as policies see it. */
export interface Caller {
  readonly kind: CallerKind
  readonly actor: ConditionActor
  readonly role_ids: readonly string[]
}

/** PolicyMatch decides whether one policy applies. */
export interface PolicyMatch {
  readonly policy: Policy
  /** byRow is true where the condition, if there is one, does not depend on the caller. */
  readonly byRow: boolean
  /** matches is undefined where only PostgreSQL can tell. */
  matches(facts: RowFacts, caller: Caller): Verdict
}

/** matchOf prepares a policy of a table. */
export function matchOf(table: TableShape, policy: Policy): PolicyMatch {
  const byRow = policy.condition?.readsCaller !== true
  const matchesSubject = subjectTest(table, policy)
  return {
    policy,
    byRow,
    matches(facts, caller) {
      const subject = matchesSubject(facts.row, caller)
      if (subject === false) return false
      const condition = byRow
        ? facts.condition(policy)
        : evaluate(policy, facts.row, caller.actor, facts.work)
      return condition === false ? false : subject === true ? condition : undefined
    },
  }
}

/** RowFacts is one row, and what conditions say of it whoever asks, each evaluated once. */
export class RowFacts {
  readonly row: JsonRow
  readonly work = new Work()
  readonly #conditions = new Map<Policy, Verdict>()

  constructor(row: JsonRow) {
    this.row = row
  }

  /** condition evaluates a policy's condition, which must not depend on the caller. */
  condition(policy: Policy): Verdict {
    if (policy.condition === undefined) return true
    if (this.#conditions.has(policy)) return this.#conditions.get(policy)
    const verdict = evaluate(policy, this.row, NOBODY, this.work)
    this.#conditions.set(policy, verdict)
    return verdict
  }
}

const NOBODY: ConditionActor = { uid: null, email: null, claims: {} }

function evaluate({ condition }: Policy, row: JsonRow, actor: ConditionActor, work: Work): Verdict {
  if (condition === undefined) return true
  if (condition.evaluate === undefined) return undefined
  const value = condition.evaluate(row, actor, work)
  return value === undefined ? undefined : value === true
}

function subjectTest(
  table: TableShape,
  { subject, role_ids }: Policy,
): (row: JsonRow, caller: Caller) => Verdict {
  const isUser = (_: JsonRow, { kind }: Caller) => kind === 'user'
  switch (subject) {
    case 'public':
      return () => true
    case 'authenticated':
      return isUser
    case 'api_key':
      return (_, { kind }) => kind === 'secret' || kind === 'publishable'
    case 'owner': {
      const owner = ownerOf(table)
      return (row, caller) => {
        if (caller.kind !== 'user') return false
        const value = owner === undefined ? undefined : rowKeyValue(row, owner)
        return value === undefined ? undefined : value !== null && value === caller.actor.uid
      }
    }
    case 'role':
      return (row, caller) => isUser(row, caller) && caller.role_ids.some((id) => role_ids.includes(id))
  }
}

/**
 * ownerOf returns the owner column, or undefined where JavaScript cannot compare it with a uid as PostgreSQL does: a
 * padded text, or a number.
 */
export function ownerOf({ columns, owner_column }: TableShape): string | undefined {
  const column = columns.get(owner_column ?? '')
  return column !== undefined && ['uuid', 'text', 'string'].includes(column.data_type)
    ? column.name
    : undefined
}
