// The latest calls of a function.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { functionInvocationsQuery } from '#api/functions.ts'
import type { FunctionInvocation } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import type { FunctionPageProps } from './functions-search.ts'

const route = getRouteApi('/signed-in/projects/$projectId/functions')

/** FunctionInvocations lists calls, each of which leads to its lines in the log. */
export function FunctionInvocations({ projectId, functionId }: FunctionPageProps) {
  const { m, format } = useLanguage()
  const navigate = route.useNavigate()
  const invocations = useQuery(functionInvocationsQuery(projectId, functionId))
  const { columns: titles } = m.functions.invocations
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
      cell: ({ duration_ms }) => m.functions.milliseconds(format.number(duration_ms)),
    },
    { title: titles.caller, cell: ({ trigger }) => trigger },
    { title: titles.time, cell: ({ created_at }) => <Moment iso={created_at} /> },
  ]
  if (invocations.isPending) return <Skeleton lines={6} />
  if (invocations.isError) return <ErrorState error={invocations.error} onRetry={invocations.refetch} />
  return (
    <Card>
      {invocations.data.length === 0 ? (
        <EmptyState title={m.functions.invocations.none} hint={m.functions.invocations.noneHint} />
      ) : (
        <Table
          label={m.functions.tabs.invocations}
          columns={columns}
          rows={invocations.data}
          rowKey={({ id }) => id}
        />
      )}
    </Card>
  )
}
