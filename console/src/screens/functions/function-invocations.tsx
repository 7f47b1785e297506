// The latest calls of a function.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { FunctionInvocation } from '#api/client/schemas.ts'
import { functionInvocationsQuery } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import type { FunctionPageProps } from './functions-search.ts'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

/** FunctionInvocations lists calls, each of which leads to its lines in the log. */
export function FunctionInvocations({ projectId, functionId }: FunctionPageProps) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const navigate = route.useNavigate()
  const invocations = useQuery(functionInvocationsQuery(projectId, functionId))
  const { columns: titles } = m.invocations
  const columns: Column<FunctionInvocation>[] = [
    {
      title: titles.request,
      cell: ({ id, method, path }) => (
        <LinkButton
          onClick={() => navigate({ search: { function: functionId, tab: 'logs', invocation: id } })}
        >
          {method} {path}
        </LinkButton>
      ),
    },
    {
      title: titles.status,
      cell: ({ status, error }) => (
        <Badge tone={error !== null || status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'}>
          {error === null ? status : `${status} · ${error}`}
        </Badge>
      ),
    },
    { title: titles.version, end: true, cell: ({ version }) => version },
    {
      title: titles.duration,
      end: true,
      cell: ({ duration_ms }) => m.milliseconds(format.number(duration_ms)),
    },
    {
      title: titles.cpu,
      end: true,
      cell: ({ cpu_ms }) => (cpu_ms === null ? '—' : m.milliseconds(format.number(cpu_ms))),
    },
    {
      title: titles.memory,
      end: true,
      cell: ({ memory_bytes }) => (memory_bytes === null ? '—' : format.bytes(memory_bytes)),
    },
    { title: titles.caller, cell: ({ trigger }) => trigger },
    { title: titles.time, cell: ({ created_at }) => <Moment iso={created_at} /> },
  ]
  if (invocations.isPending) return <Skeleton lines={6} />
  if (invocations.isError) return <ErrorState error={invocations.error} onRetry={invocations.refetch} />
  return (
    <Card>
      {invocations.data.length === 0 ? (
        <EmptyState title={m.invocations.none} hint={m.invocations.noneHint} />
      ) : (
        <Table label={m.tabs.invocations} columns={columns} rows={invocations.data} rowKey={({ id }) => id} />
      )}
    </Card>
  )
}
