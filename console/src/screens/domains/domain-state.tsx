// Whether a domain leads to its project.
import type { Domain } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { messages } from './messages.ts'

const TONES = { pending: 'warning', verified: 'success', disabled: 'danger' } as const

/** DomainState is whether the name leads to the project. */
export function DomainState({ domain: { status, lost_since } }: { readonly domain: Domain }) {
  const m = useMessages(messages)
  if (status === 'verified' && lost_since !== null) return <Badge tone="warning">{m.states.losing}</Badge>
  return <Badge tone={TONES[status]}>{m.states[status]}</Badge>
}
