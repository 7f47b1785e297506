// The schema of a project: its tables, one of them in full, and what has changed.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { messages } from './messages.ts'
import { messages as objectMessages } from './objects/object-messages.ts'
import { useSchema } from './search.ts'
import { TableDetails } from './tables/table-details.tsx'
import { TableList } from './tables/table-list.tsx'

const TABS = ['diagram', 'views', 'functions', 'triggers', 'history']

const SchemaDiagram = whenShown(
  async () => (await import('./diagram/schema-diagram.tsx')).SchemaDiagram,
  <Skeleton lines={5} />,
)
const Functions = whenShown(
  async () => (await import('./objects/functions.tsx')).Functions,
  <Skeleton lines={5} />,
)
const Triggers = whenShown(
  async () => (await import('./objects/triggers.tsx')).Triggers,
  <Skeleton lines={5} />,
)
const Views = whenShown(async () => (await import('./objects/views.tsx')).Views, <Skeleton lines={5} />)
const History = whenShown(async () => (await import('./history/history.tsx')).History, <Skeleton lines={5} />)

/** SchemaScreen shows all tables, or the one that the address names. */
export function SchemaScreen() {
  const m = useMessages(messages)
  const objects = useMessages(objectMessages)
  const { common } = useLanguage()
  const { projectId, search, show } = useSchema()
  const may = useMay(projectId)
  const tables = useQuery(tablesQuery(projectId))
  const table = tables.data?.find(({ slug }) => slug === search.table)
  const button = may('schema:write') ? (
    <Link
      to="/projects/$projectId/tables"
      params={{ projectId }}
      search={{ create: true }}
      className={buttonClass('primary')}
    >
      <Plus aria-hidden />
      {m.newTable}
    </Link>
  ) : undefined
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={button} />
      {tables.isPending ? <Skeleton lines={6} /> : null}
      {tables.isError ? <ErrorState error={tables.error} onRetry={tables.refetch} /> : null}
      {tables.data === undefined ? null : search.table === undefined ? (
        <Tabs
          label={m.title}
          value={TABS.includes(search.tab ?? '') ? (search.tab ?? '') : 'tables'}
          onChange={(tab) => show({ tab: TABS.includes(tab) ? tab : undefined })}
          tabs={[
            { value: 'tables', title: m.tables, content: <TableList tables={tables.data} /> },
            {
              value: 'diagram',
              title: m.diagram,
              content: <SchemaDiagram tables={tables.data} />,
            },
            { value: 'views', title: objects.views, content: <Views /> },
            { value: 'functions', title: objects.functions, content: <Functions /> },
            { value: 'triggers', title: objects.triggers, content: <Triggers tables={tables.data} /> },
            { value: 'history', title: m.history, content: <History projectId={projectId} /> },
          ]}
        />
      ) : (
        <>
          <Toolbar>
            <Button onClick={() => show({})}>{m.allTables}</Button>
            <Link
              to="/projects/$projectId/tables"
              params={{ projectId }}
              search={{ table: search.table }}
              className={buttonClass()}
            >
              {m.rows}
            </Link>
            <div>
              <Combobox
                label={m.table}
                search={common.actions.search}
                choices={tables.data.map(({ slug, name }) => ({ value: slug, label: name }))}
                value={search.table}
                onChange={(slug) => show({ table: slug, tab: search.tab })}
              />
            </div>
          </Toolbar>
          {table === undefined ? (
            <Card>
              <EmptyState title={m.missing(search.table)} />
            </Card>
          ) : (
            <TableDetails key={table.id} table={table} tables={tables.data} />
          )}
        </>
      )}
    </>
  )
}
