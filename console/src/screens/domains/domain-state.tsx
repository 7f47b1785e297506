// Whether a domain leads to its project.
import type { Domain } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'

const TONES = { pending: 'warning', verified: 'success', disabled: 'danger' } as const

/** DomainState is whether the name leads to the project. */
export function DomainState({ domain: { status, lost_since } }: { readonly domain: Domain }) {
  const { m } = useLanguage()
  if (status === 'verified' && lost_since !== null)
    return <Badge tone="warning">{m.domains.states.losing}</Badge>
  return <Badge tone={TONES[status]}>{m.domains.states[status]}</Badge>
}
