// A rule while it is typed: numbers are text until the server has taken them.
import type { RateLimitRule } from '#api/client/schemas.ts'

/** Draft is a rule that is being edited; `all` is all routes together. */
export interface Draft {
  readonly group: NonNullable<RateLimitRule['group']> | 'all'
  readonly by: RateLimitRule['by']
  readonly limit: string
  readonly window: string
}

/** Drafts are rules by what tells them apart, and new ones by an id; one that is taken away is undefined. */
export type Drafts = Readonly<Record<string, Draft | undefined>>

/** draftOf returns a rule to be edited. */
export function draftOf({ group, by, limit, window_seconds }: RateLimitRule): Draft {
  return { group: group ?? 'all', by, limit: String(limit), window: String(window_seconds) }
}

/** draftsOf returns rules to be edited. What others change meanwhile is merged rule by rule. */
export function draftsOf(rules: readonly RateLimitRule[]): Drafts {
  const keyed = rules.map((rule) => [`${rule.group} ${rule.by} ${rule.window_seconds}`, draftOf(rule)])
  return Object.fromEntries(keyed)
}

/** listedIn returns the rules that there are, with their keys. */
export function listedIn(drafts: Drafts): readonly (readonly [key: string, draft: Draft])[] {
  return Object.entries(drafts).flatMap(([key, draft]) =>
    draft === undefined ? [] : [[key, draft] as const],
  )
}

/** rulesOf returns the rules that were typed. */
export function rulesOf(drafts: Drafts): RateLimitRule[] {
  return listedIn(drafts).map(([, { group, by, limit, window }]) => ({
    ...(group !== 'all' && { group }),
    by,
    limit: Number(limit),
    window_seconds: Number(window),
  }))
}
