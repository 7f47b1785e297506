// One entry in full, with what was changed before and after.
import { useQuery } from '@tanstack/react-query'
import { type AuditOf, auditEntryQuery } from '#api/audit.ts'
import type { AuditEntry } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'

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
  const { m } = useLanguage()
  const entry = useQuery(auditEntryQuery(of, id))
  return (
    <Drawer open title={entry.data?.action ?? m.audit.entry} onClose={onClose}>
      {entry.isPending ? <Skeleton /> : null}
      {entry.isError ? <ErrorState error={entry.error} onRetry={entry.refetch} /> : null}
      {entry.data === null ? <p>{m.audit.gone}</p> : null}
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
  const { m } = useLanguage()
  const words = m.audit
  const json = (title: string, value: unknown) =>
    value === null || value === undefined || JSON.stringify(value) === '{}'
      ? []
      : [{ title, value: <pre>{JSON.stringify(value, null, 2)}</pre> }]
  return (
    <Details
      items={[
        { title: words.actor, value: nameOf(entry.actor) },
        { title: words.time, value: <Moment iso={entry.created_at} /> },
        { title: words.address, value: <code>{entry.address}</code> },
        { title: words.target, value: <code>{entry.target}</code> },
        { title: words.credential, value: <code>{entry.credential ?? '—'}</code> },
        { title: words.request, value: <code>{entry.request_id ?? '—'}</code> },
        ...json(words.details, entry.details),
        ...json(words.before, entry.before),
        ...json(words.after, entry.after),
      ]}
    />
  )
}
