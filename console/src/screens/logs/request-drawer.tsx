// One request in full.
import { useQuery } from '@tanstack/react-query'
import type { RequestLogEntry } from '#api/client/schemas.ts'
import { type LogFilter, requestLogEntryQuery } from '#api/project/request-logs.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField, CopyText } from '#ui/buttons/copy-button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { type Detail, Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { callerOf, Status } from './log-list.tsx'
import classes from './logs.module.css'
import { messages } from './messages.ts'

/** RequestDrawer shows a request at the side of the list. */
export function RequestDrawer({
  projectId,
  id,
  onNarrow,
  onClose,
}: {
  readonly projectId: string
  readonly id: string
  readonly onNarrow: (filter: LogFilter) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { data: entry, isPending, error, refetch } = useQuery(requestLogEntryQuery(projectId, id))
  return (
    <Drawer open title={m.details} onClose={onClose}>
      {isPending ? <Skeleton /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {entry === null ? <EmptyState title={m.gone} /> : null}
      {entry === null || entry === undefined ? null : <Request entry={entry} onNarrow={onNarrow} />}
    </Drawer>
  )
}

function Request({
  entry,
  onNarrow,
}: {
  readonly entry: RequestLogEntry
  readonly onNarrow: (filter: LogFilter) => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const caller = callerOf(entry.actor)
  const narrowed = callerFilter(caller)
  const items: Detail[] = [
    { title: m.columns.status, value: <Status status={entry.status} /> },
    { title: m.columns.time, value: <Moment iso={entry.created_at} /> },
    { title: m.columns.duration, value: m.milliseconds(format.number(entry.duration_ms)) },
    { title: m.columns.caller, value: m.callers[caller.kind] },
  ]
  if (caller.id !== undefined)
    items.push({ title: m.fields.callerId, value: <CopyText text={caller.id} what={m.fields.callerId} /> })
  items.push(
    { title: m.fields.address, value: <CopyText text={entry.address} what={m.fields.address} /> },
    { title: m.fields.requestId, value: <CopyText text={entry.request_id} what={m.fields.requestId} /> },
  )
  if (entry.left_out > 0) items.push({ title: m.fields.leftOut, value: format.number(entry.left_out) })
  return (
    <>
      <CopyField text={`${entry.method} ${entry.path}`} what={m.columns.path} />
      <Details items={items} />
      <div className={classes.narrow}>
        {narrowed === undefined ? null : <Button onClick={() => onNarrow(narrowed)}>{m.ofCaller}</Button>}
        <Button onClick={() => onNarrow({ address: entry.address })}>{m.ofAddress}</Button>
      </div>
    </>
  )
}

function callerFilter({ kind, id }: ReturnType<typeof callerOf>): LogFilter | undefined {
  if (id === undefined) return undefined
  if (kind === 'api_key') return { key: id }
  return kind === 'user' ? { user: id } : undefined
}
