// A row-level policy of a table.
import type { Condition } from '#engine/conditions/condition.ts'

/** POLICY_ACTIONS, POLICY_SUBJECTS and POLICY_EFFECTS are what a policy may say. */
export const POLICY_ACTIONS = ['select', 'insert', 'update', 'delete'] as const
export const POLICY_SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role'] as const
export const POLICY_EFFECTS = ['allow', 'deny'] as const

/** PolicyAction, PolicySubject and PolicyEffect are one of these values each. */
export type PolicyAction = (typeof POLICY_ACTIONS)[number]
export type PolicySubject = (typeof POLICY_SUBJECTS)[number]
export type PolicyEffect = (typeof POLICY_EFFECTS)[number]

/** Policy is one policy of a table, its condition compiled. */
export interface Policy {
  readonly id: string
  readonly action: PolicyAction
  readonly subject: PolicySubject
  readonly effect: PolicyEffect
  readonly condition: Condition | undefined
  readonly role_ids: readonly string[]
}
