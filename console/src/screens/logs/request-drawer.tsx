// One request in full.
import { useQuery } from '@tanstack/react-query'
import { requestLogEntryQuery } from '#api/request-logs.ts'
import type { RequestLogEntry } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { type Detail, Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { callerOf, Status } from './log-list.tsx'

/** RequestDrawer shows a request at the side of the list. */
export function RequestDrawer({
  projectId,
  id,
  onClose,
}: {
  readonly projectId: string
  readonly id: string
  readonly onClose: () => void
}) {
  const { m } = useLanguage()
  const { data: entry, isPending, error, refetch } = useQuery(requestLogEntryQuery(projectId, id))
  return (
    <Drawer open title={m.logs.details} onClose={onClose}>
      {isPending ? <Skeleton /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {entry === null ? <EmptyState title={m.logs.gone} /> : null}
      {entry === null || entry === undefined ? null : <Request entry={entry} />}
    </Drawer>
  )
}

function Request({ entry }: { readonly entry: RequestLogEntry }) {
  const { m, format } = useLanguage()
  const caller = callerOf(entry.actor)
  const items: Detail[] = [
    { title: m.logs.columns.status, value: <Status status={entry.status} /> },
    { title: m.logs.columns.time, value: <Moment iso={entry.created_at} /> },
    { title: m.logs.columns.duration, value: m.logs.milliseconds(format.number(entry.duration_ms)) },
    { title: m.logs.columns.caller, value: m.logs.callers[caller.kind] },
  ]
  if (caller.id !== undefined) items.push({ title: m.logs.fields.callerId, value: <code>{caller.id}</code> })
  items.push(
    { title: m.logs.fields.address, value: entry.address },
    { title: m.logs.fields.requestId, value: <code>{entry.request_id}</code> },
  )
  if (entry.left_out > 0) items.push({ title: m.logs.fields.leftOut, value: format.number(entry.left_out) })
  return (
    <>
      <CopyField text={`${entry.method} ${entry.path}`} what={m.logs.columns.path} />
      <Details items={items} />
    </>
  )
}
