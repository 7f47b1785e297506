// A rule while it is typed: numbers are text until the server has taken them.
import type { RateLimitRule } from '#api/client/schemas.ts'

/** Draft is a rule that is being edited; `all` is all routes together. */
export interface Draft {
  readonly id: string
  readonly group: NonNullable<RateLimitRule['group']> | 'all'
  readonly by: RateLimitRule['by']
  readonly limit: string
  readonly window: string
}

/** draftOf returns a rule to be edited. */
export function draftOf({ group, by, limit, window_seconds }: RateLimitRule): Draft {
  return {
    id: crypto.randomUUID(),
    group: group ?? 'all',
    by,
    limit: String(limit),
    window: String(window_seconds),
  }
}

/** ruleOf returns the rule that was typed. */
export function ruleOf({ group, by, limit, window }: Draft): RateLimitRule {
  return {
    ...(group !== 'all' && { group }),
    by,
    limit: Number(limit),
    window_seconds: Number(window),
  }
}
