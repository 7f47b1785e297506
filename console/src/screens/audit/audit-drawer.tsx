// One entry in full, with what was changed before and after.
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#api/client/schemas.ts'
import { type AuditFilter, type AuditOf, auditEntryQuery } from '#api/organisations/audit.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyText } from '#ui/buttons/copy-button.tsx'
import { Table } from '#ui/lists/table.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './audit.module.css'
import { changesOf } from './changes.ts'
import { messages } from './messages.ts'

/** AuditDrawer shows an entry at the side of the list. */
export function AuditDrawer({
  of,
  id,
  nameOf,
  onNarrow,
  onClose,
}: {
  readonly of: AuditOf
  readonly id: string
  readonly nameOf: (actor: string) => string
  readonly onNarrow: (filter: AuditFilter) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const entry = useQuery(auditEntryQuery(of, id))
  return (
    <Drawer open title={entry.data?.action ?? m.entry} onClose={onClose}>
      {entry.isPending ? <Skeleton /> : null}
      {entry.isError ? <ErrorState error={entry.error} onRetry={entry.refetch} /> : null}
      {entry.data === null ? <p>{m.gone}</p> : null}
      {entry.data ? <EntryDetails entry={entry.data} nameOf={nameOf} onNarrow={onNarrow} /> : null}
    </Drawer>
  )
}

function EntryDetails({
  entry,
  nameOf,
  onNarrow,
}: {
  readonly entry: AuditEntry
  readonly nameOf: (actor: string) => string
  readonly onNarrow: (filter: AuditFilter) => void
}) {
  const m = useMessages(messages)
  const changes = changesOf(entry.before, entry.after)
  const json = (title: string, value: unknown) =>
    value === null || value === undefined || JSON.stringify(value) === '{}'
      ? []
      : [{ title, value: <pre>{JSON.stringify(value, null, 2)}</pre> }]
  const copied = (title: string, value: string | null) => ({
    title,
    value: value === null || value === '' ? '—' : <CopyText text={value} what={title} />,
  })
  return (
    <>
      <Details
        items={[
          { title: m.actor, value: nameOf(entry.actor) },
          { title: m.time, value: <Moment iso={entry.created_at} /> },
          copied(m.address, entry.address),
          { title: m.targetName, value: entry.target_name ?? '—' },
          copied(m.target, entry.target),
          copied(m.credential, entry.credential),
          copied(m.request, entry.request_id),
          ...json(m.details, entry.details),
          ...(changes.length > 0 ? [] : [...json(m.before, entry.before), ...json(m.after, entry.after)]),
        ]}
      />
      {changes.length === 0 ? null : (
        <Table
          label={m.changed}
          rows={changes}
          rowKey={({ path }) => path}
          columns={[
            { title: m.field, cell: ({ path }) => <code>{path}</code> },
            { title: m.before, cell: ({ before }) => <Value value={before} className={classes.before} /> },
            { title: m.after, cell: ({ after }) => <Value value={after} className={classes.after} /> },
          ]}
        />
      )}
      <div className={classes.narrow}>
        <Button onClick={() => onNarrow({ actor: entry.actor })}>{m.ofActor}</Button>
        {entry.target === '' ? null : (
          <Button onClick={() => onNarrow({ target: entry.target })}>{m.ofTarget}</Button>
        )}
      </div>
    </>
  )
}

function Value({ value, className }: { readonly value: unknown; readonly className: string | undefined }) {
  return value === undefined ? '—' : <code className={className}>{JSON.stringify(value)}</code>
}
