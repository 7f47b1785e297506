// The requests of each table: what they take, how programs write them, and what they answer.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Braces } from 'lucide-react'
import type { Table } from '#api/client/schemas.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './api.module.css'
import type { ApiSearch } from './api-search.ts'
import { KeyBar } from './key-bar.tsx'
import { messages } from './messages.ts'
import { type Operation, operationsOf } from './operations.ts'
import { RequestForm } from './request-form.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/api')

/** ApiScreen shows one request of one table. */
export function ApiScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const may = useMay(projectId)
  const tables = useQuery(tablesQuery(projectId))
  const table = tables.data?.find(({ slug }) => slug === search.table) ?? tables.data?.[0]
  const navigate = route.useNavigate()
  const change = (part: Partial<ApiSearch>) =>
    navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false })
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      {tables.isPending ? <Skeleton lines={8} /> : null}
      {tables.isError ? <ErrorState error={tables.error} onRetry={tables.refetch} /> : null}
      {tables.data?.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Braces aria-hidden />}
            title={m.noTables}
            hint={m.noTablesHint}
            action={
              may('schema:write') ? (
                <Link
                  to="/projects/$projectId/tables"
                  params={{ projectId }}
                  search={{ create: true }}
                  className={buttonClass('primary')}
                >
                  {m.makeTable}
                </Link>
              ) : undefined
            }
          />
        </Card>
      ) : null}
      {table === undefined ? null : (
        <div className={classes.screen}>
          <KeyBar projectId={projectId} />
          <div className={classes.side}>
            <Combobox
              label={m.table}
              search={m.searchTables}
              choices={(tables.data ?? []).map(({ slug }) => ({ value: slug, label: slug }))}
              value={table.slug}
              onChange={(table) => change({ table })}
            />
            <Operations
              table={table}
              shown={shownOf(search.do, table)}
              onChoose={(next) => change({ do: next })}
            />
          </div>
          <RequestForm
            key={`${projectId} ${table.slug} ${shownOf(search.do, table)}`}
            projectId={projectId}
            table={table}
            operation={shownOf(search.do, table)}
            language={search.language}
            onLanguage={(language) => change({ language })}
          />
        </div>
      )}
    </>
  )
}

function shownOf(operation: Operation | undefined, table: Table): Operation {
  return operationsOf(table).find((one) => one === operation) ?? 'list'
}

function Operations({
  table,
  shown,
  onChoose,
}: {
  readonly table: Table
  readonly shown: Operation
  readonly onChoose: (operation: Operation) => void
}) {
  const m = useMessages(messages)
  return (
    <nav aria-label={m.request}>
      <ul className={classes.operations}>
        {operationsOf(table).map((operation) => (
          <li key={operation}>
            <button
              type="button"
              aria-current={operation === shown ? 'page' : undefined}
              onClick={() => onChoose(operation)}
            >
              {m.operations[operation]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
