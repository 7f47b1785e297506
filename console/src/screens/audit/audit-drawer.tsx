// One entry in full, with what was changed before and after.
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#api/client/schemas.ts'
import { type AuditOf, auditEntryQuery } from '#api/organisations/audit.ts'
import { useMessages } from '#i18n/language.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'

/** AuditDrawer shows an entry at the side of the list. */
export function AuditDrawer({
  of,
  id,
  nameOf,
  onClose,
}: {
  readonly of: AuditOf
  readonly id: string
  readonly nameOf: (actor: string) => string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const entry = useQuery(auditEntryQuery(of, id))
  return (
    <Drawer open title={entry.data?.action ?? m.entry} onClose={onClose}>
      {entry.isPending ? <Skeleton /> : null}
      {entry.isError ? <ErrorState error={entry.error} onRetry={entry.refetch} /> : null}
      {entry.data === null ? <p>{m.gone}</p> : null}
      {entry.data ? <EntryDetails entry={entry.data} nameOf={nameOf} /> : null}
    </Drawer>
  )
}

function EntryDetails({
  entry,
  nameOf,
}: {
  readonly entry: AuditEntry
  readonly nameOf: (actor: string) => string
}) {
  const m = useMessages(messages)
  const json = (title: string, value: unknown) =>
    value === null || value === undefined || JSON.stringify(value) === '{}'
      ? []
      : [{ title, value: <pre>{JSON.stringify(value, null, 2)}</pre> }]
  return (
    <Details
      items={[
        { title: m.actor, value: nameOf(entry.actor) },
        { title: m.time, value: <Moment iso={entry.created_at} /> },
        { title: m.address, value: <code>{entry.address}</code> },
        { title: m.target, value: <code>{entry.target}</code> },
        { title: m.credential, value: <code>{entry.credential ?? '—'}</code> },
        { title: m.request, value: <code>{entry.request_id ?? '—'}</code> },
        ...json(m.details, entry.details),
        ...json(m.before, entry.before),
        ...json(m.after, entry.after),
      ]}
    />
  )
}
