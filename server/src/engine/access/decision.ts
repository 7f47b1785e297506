// The one rule of row-level policies: allow policies add up, a deny wins, and as soon as an allow policy of
// subject `api_key` exists for an action, policies decide what secret keys may do. `policies.ts` writes the same rule as
// SQL; modules/database/policies/decision-differential.test.ts compares the two.
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { PolicyAction, PolicyEffect, PolicySubject } from './policy.ts'

/** Verdict is a decision, or undefined where only PostgreSQL can make it. */
export type Verdict = boolean | undefined

/** PolicySet is what a table's policies say of one action, by effect. */
export interface PolicySet<P> {
  readonly allows: readonly P[]
  readonly denies: readonly P[]
  /** decidesKeys is true where an allow policy of subject `api_key` ends the default access of secret keys. */
  readonly decidesKeys: boolean
}

/** policySetOf selects the policies of an action and sorts them by effect. */
export function policySetOf<
  P extends { readonly action: PolicyAction; readonly effect: PolicyEffect; readonly subject: PolicySubject },
>(policies: readonly P[], action: PolicyAction): PolicySet<P> {
  const ofAction = policies.filter((policy) => policy.action === action)
  const allows = ofAction.filter(({ effect }) => effect === 'allow')
  return {
    allows,
    denies: ofAction.filter(({ effect }) => effect === 'deny'),
    decidesKeys: allows.some(({ subject }) => subject === 'api_key'),
  }
}

/**
 * Decision is the outcome and what led to it: dashboard access, a deny or an allow policy that matches, the default of
 * secret keys, policies for keys of which none matches, no policy that matches, or that only PostgreSQL can decide.
 */
export type Decision =
  | 'dashboard'
  | 'denied'
  | 'allowed'
  | 'secret-key-default'
  | 'no-key-policy'
  | 'no-allow-policy'
  | 'undecided'

/** VERDICTS are the decisions as verdicts. */
export const VERDICTS: Readonly<Record<Decision, Verdict>> = {
  dashboard: true,
  allowed: true,
  'secret-key-default': true,
  denied: false,
  'no-key-policy': false,
  'no-allow-policy': false,
  undecided: undefined,
}

/** decide applies the rule to a kind of caller; `matches` says whether a policy applies to the caller and the row. */
export function decide<P>(
  { allows, denies, decidesKeys }: PolicySet<P>,
  kind: CallerKind,
  matches: (policy: P) => Verdict,
): Decision {
  if (kind === 'dashboard') return 'dashboard'
  const denied = anyMatches(denies, matches)
  if (denied === true) return 'denied'
  const granted = anyMatches(allows, matches)
  const byDefault = kind === 'secret' && !decidesKeys
  if (granted === false && !byDefault) return kind === 'secret' ? 'no-key-policy' : 'no-allow-policy'
  if (denied === undefined) return 'undecided'
  if (granted === true) return 'allowed'
  return byDefault ? 'secret-key-default' : 'undecided'
}

function anyMatches<P>(policies: readonly P[], matches: (policy: P) => Verdict): Verdict {
  let verdict: Verdict = false
  for (const policy of policies) {
    const matched = matches(policy)
    if (matched === true) return true
    if (matched === undefined) verdict = undefined
  }
  return verdict
}
