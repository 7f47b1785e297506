// The table of requests.
import type { RequestLogEntry } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import classes from './logs.module.css'
import { messages } from './messages.ts'

/** LogList is the requests, each of which can be opened. */
export function LogList({
  rows,
  onOpen,
  onMore,
  loadingMore,
}: {
  readonly rows: readonly RequestLogEntry[]
  readonly onOpen: (id: string) => void
  readonly onMore: (() => void) | undefined
  readonly loadingMore: boolean
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const columns: Column<RequestLogEntry>[] = [
    {
      title: m.columns.path,
      cell: ({ id, method, path }) => (
        <LinkButton onClick={() => onOpen(id)}>
          <span className={classes.request}>
            {method} {path}
          </span>
        </LinkButton>
      ),
    },
    { title: m.columns.status, cell: ({ status }) => <Status status={status} /> },
    {
      title: m.columns.duration,
      end: true,
      cell: ({ duration_ms }) => (
        <span className={classes.short}>{m.milliseconds(format.number(duration_ms))}</span>
      ),
    },
    {
      title: m.columns.caller,
      cell: ({ actor }) => <span className={classes.short}>{m.callers[callerOf(actor).kind]}</span>,
    },
    { title: m.columns.time, cell: ({ created_at }) => <Moment iso={created_at} /> },
  ]
  return (
    <Card>
      <Table
        label={m.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        onMore={onMore}
        loadingMore={loadingMore}
      />
    </Card>
  )
}

/** Status is the status of an answer, in the colour of its class. */
export function Status({ status }: { readonly status: number }) {
  const tone = status >= 500 ? 'danger' : status >= 400 ? 'warning' : status >= 300 ? 'neutral' : 'success'
  return <Badge tone={tone}>{status}</Badge>
}

const KINDS = ['api_key', 'user', 'dashboard'] as const

/** callerOf splits the caller of a request, such as `api_key:<id>`, into its kind and its id. */
export function callerOf(actor: string): {
  readonly kind: (typeof KINDS)[number] | 'anonymous'
  readonly id: string | undefined
} {
  const [prefix, id] = actor.split(':')
  return { kind: KINDS.find((kind) => kind === prefix) ?? 'anonymous', id }
}
