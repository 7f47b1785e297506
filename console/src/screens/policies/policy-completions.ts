// What a condition may name.
import type { Table } from '#api/client/schemas.ts'
import type { Complete, Completion } from '#ui/code-editor/types.ts'

const CLAIMS: readonly Completion[] = [
  { label: 'auth.uid()', kind: 'function', detail: 'uuid' },
  { label: 'auth.email()', kind: 'function', detail: 'text' },
  { label: "auth.claim('aal')", kind: 'function', detail: 'text' },
  { label: "auth.claim('email_verified')", kind: 'function', detail: 'text' },
  { label: "auth.claim('is_anonymous')", kind: 'function', detail: 'text' },
]

// A table past its policies, such as the one that the policy is of.
const pastPolicies = (slug: string): Completion => ({ label: `unrestricted(${slug})`, kind: 'function' })

/** conditionCompletions proposes the columns of a table, and what is known of the caller. */
export function conditionCompletions({ columns, slug }: Table): Complete {
  const names = columns.map(({ name, data_type, description }) => ({
    label: name,
    kind: 'column' as const,
    detail: data_type,
    ...(description === null ? {} : { info: description }),
  }))
  return ({ text, from }) =>
    // After the dot only the rest is replaced.
    text.slice(0, from).endsWith('auth.')
      ? CLAIMS.map((claim) => ({ ...claim, label: claim.label.slice('auth.'.length) }))
      : [...names, ...CLAIMS, pastPolicies(slug)]
}
