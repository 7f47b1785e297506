// The schema of a project: its tables, one of them in full, and what has changed.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMay } from '#api/permissions.ts'
import { tablesQuery } from '#api/tables.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { History } from './history.tsx'
import { useSchema } from './search.ts'
import { TableDetails } from './table-details.tsx'
import { TableForm } from './table-form.tsx'
import { TableList } from './table-list.tsx'

/** SchemaScreen shows all tables, or the one that the address names. */
export function SchemaScreen() {
  const { m } = useLanguage()
  const { projectId, search, show } = useSchema()
  const may = useMay(projectId)
  const tables = useQuery(tablesQuery(projectId))
  const table = tables.data?.find(({ slug }) => slug === search.table)
  const button = may('schema:write') ? (
    <Button kind="primary" onClick={() => show({ ...search, create: true })}>
      <Plus aria-hidden />
      {m.schema.newTable}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={m.schema.title} about={m.schema.about} actions={button} />
      {tables.isPending ? <Skeleton lines={6} /> : null}
      {tables.isError ? <ErrorState error={tables.error} onRetry={tables.refetch} /> : null}
      {tables.data === undefined ? null : search.table === undefined ? (
        <Tabs
          label={m.schema.title}
          value={search.tab === 'history' ? 'history' : 'tables'}
          onChange={(tab) => show({ tab: tab === 'history' ? tab : undefined })}
          tabs={[
            { value: 'tables', title: m.schema.tables, content: <TableList tables={tables.data} /> },
            { value: 'history', title: m.schema.history, content: <History projectId={projectId} /> },
          ]}
        />
      ) : (
        <>
          <Toolbar>
            <Button onClick={() => show({})}>{m.schema.allTables}</Button>
            <div>
              <Combobox
                label={m.schema.table}
                search={m.common.actions.search}
                choices={tables.data.map(({ slug, name }) => ({ value: slug, label: name }))}
                value={search.table}
                onChange={(slug) => show({ table: slug, tab: search.tab })}
              />
            </div>
          </Toolbar>
          {table === undefined ? (
            <Card>
              <EmptyState title={m.schema.missing(search.table)} />
            </Card>
          ) : (
            <TableDetails key={table.id} table={table} tables={tables.data} />
          )}
        </>
      )}
      {search.create && may('schema:write') ? (
        <TableForm
          projectId={projectId}
          onDone={() => show({ ...search, create: undefined })}
          onClose={() => show({ ...search, create: undefined })}
        />
      ) : null}
    </>
  )
}
