// Who may have done what is in the log: members of the organisation, and API keys of the project.
import { useQuery } from '@tanstack/react-query'
import type { AuditOf } from '#api/organisations/audit.ts'
import { membersQuery } from '#api/organisations/organisations.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { useMessages } from '#i18n/language.tsx'
import type { Choice } from '#ui/forms/choices.ts'
import { messages } from './messages.ts'

/** Actors are the known ones as choices, and the name of any. */
export interface Actors {
  readonly choices: readonly Choice<string>[]
  nameOf(actor: string): string
}

/** useActors returns those that the viewer may see. */
export function useActors(of: AuditOf, organisationId: string): Actors {
  const m = useMessages(messages)
  const projectId = 'projectId' in of ? of.projectId : undefined
  const enabled = useMay(projectId)('api_keys:read')
  const { data: members = [] } = useQuery(membersQuery(organisationId))
  const { data: keys = [] } = useQuery({ ...apiKeysQuery(projectId ?? ''), enabled })
  const choices = [
    ...members.map(({ account_id, full_name }) => ({ value: `dashboard:${account_id}`, label: full_name })),
    ...keys.map(({ id, name }) => ({ value: `api_key:${id}`, label: m.key(name) })),
  ]
  const names = new Map(choices.map(({ value, label }) => [value, label]))
  return {
    choices,
    nameOf: (actor) => names.get(actor) ?? (actor.startsWith('api_key:') ? m.apiKey : m.formerMember),
  }
}
