// All tables, and what their policies leave open to whom.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OpenTable } from '#api/client/schemas.ts'
import { openTablesQuery } from '#api/data/policies.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'

/** PolicyOverview leads to the policies of each table. */
export function PolicyOverview({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const tables = useQuery(openTablesQuery(projectId))
  if (tables.isPending) return <Skeleton lines={5} />
  if (tables.isError) return <ErrorState error={tables.error} onRetry={tables.refetch} />
  const columns: Column<OpenTable>[] = [
    {
      title: m.table,
      cell: ({ table }) => (
        <Link to="/projects/$projectId/policies" params={{ projectId }} search={(now) => ({ ...now, table })}>
          {table}
        </Link>
      ),
    },
    { title: m.policies, end: true, cell: ({ policies }) => format.number(policies) },
    { title: m.everybody, cell: ({ publishable }) => <Actions open={publishable} tone="warning" /> },
    { title: m.users, cell: ({ users }) => <Actions open={users} tone="success" /> },
  ]
  return (
    <Card>
      <Table label={m.overview} columns={columns} rows={tables.data} rowKey={({ table_id }) => table_id} />
    </Card>
  )
}

function Actions({
  open,
  tone,
}: {
  readonly open: OpenTable['users']
  readonly tone: 'warning' | 'success'
}) {
  const m = useMessages(messages)
  return (
    <span className={classes.cell}>
      {open.length === 0 ? <Badge>{m.nothing}</Badge> : null}
      {open.map((action) => (
        <Badge key={action} tone={tone}>
          {m.actions[action]}
        </Badge>
      ))}
    </span>
  )
}
