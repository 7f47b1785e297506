// Which kinds of caller a policy can apply to at all, whoever they are and whatever the row.
import type { PolicySubject } from '#engine/access/policy.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'

/** admits reports whether some caller of a kind can be meant by a policy's subject. */
export function admits(subject: PolicySubject, kind: CallerKind): boolean {
  if (subject === 'public') return true
  return subject === 'api_key' ? kind !== 'user' : kind === 'user'
}
