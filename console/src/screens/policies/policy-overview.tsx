// All tables: what their policies leave open to whom, and each rule.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OpenTable, Table as ProjectTable } from '#api/client/schemas.ts'
import { openTablesQuery } from '#api/data/policies.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './policies.module.css'
import { PolicyRules } from './policy-rules.tsx'

// Rules are a request for each table: of more tables, somebody opens those that count.
const MOST_OPENED = 20

/** PolicyOverview leads to the policies of each table. */
export function PolicyOverview({
  projectId,
  tables,
}: {
  readonly projectId: string
  readonly tables: readonly ProjectTable[]
}) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const states = useQuery(openTablesQuery(projectId))
  if (states.isPending) return <Skeleton lines={5} />
  if (states.isError) return <ErrorState error={states.error} onRetry={states.refetch} />
  const isFew = states.data.filter(({ policies }) => policies > 0).length <= MOST_OPENED
  const address = { to: '/projects/$projectId/policies', params: { projectId } } as const
  const columns: Column<OpenTable>[] = [
    {
      title: m.table,
      cell: ({ table }) => (
        <Link {...address} search={{ table }} className={classes.name}>
          {table}
        </Link>
      ),
    },
    { title: m.state, cell: (table) => <State table={table} /> },
    {
      title: m.policies,
      cell: ({ table: slug, policies }) => {
        const table = tables.find((one) => one.slug === slug)
        if (policies === 0 || table === undefined) return '—'
        return <PolicyRules projectId={projectId} table={table} count={policies} isOpen={isFew} />
      },
    },
    {
      title: m.acts,
      end: true,
      cell: ({ table }) => (
        <span className={classes.acts}>
          {may('policies:write') ? (
            <Link
              {...address}
              search={{ table, create: true }}
              className={buttonClass('quiet')}
              aria-label={`${m.new}: ${table}`}
            >
              {m.new}
            </Link>
          ) : null}
          <Link
            {...address}
            search={{ table, tab: 'try' }}
            className={buttonClass('quiet')}
            aria-label={`${m.try}: ${table}`}
          >
            {m.try}
          </Link>
        </span>
      ),
    },
  ]
  return (
    <Card>
      <Table label={m.overview} columns={columns} rows={states.data} rowKey={({ table_id }) => table_id} />
    </Card>
  )
}

function State({ table: { policies, publishable, users } }: { readonly table: OpenTable }) {
  const m = useMessages(messages)
  const named = (actions: OpenTable['users']) => actions.map((action) => m.actions[action]).join(', ')
  const others = users.filter((action) => !publishable.includes(action))
  return (
    <span className={classes.cell}>
      {publishable.length === 0 ? null : (
        <Badge tone="warning">
          {m.everybody}: {named(publishable)}
        </Badge>
      )}
      {others.length === 0 ? null : (
        <Badge tone="success">
          {m.users}: {named(others)}
        </Badge>
      )}
      {publishable.length + others.length > 0 ? null : <Badge>{policies === 0 ? m.closed : m.shut}</Badge>}
    </span>
  )
}
