// The policies of a table: who may do what with which rows.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Table } from '#api/client/schemas.ts'
import { ANY_KEY } from '#api/data/seen-as.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { messages } from './messages.ts'
import { PolicyMatrix } from './policy-matrix.tsx'
import { PolicyOverview } from './policy-overview.tsx'

const TryPolicies = whenShown(
  async () => (await import('./try-policies.tsx')).TryPolicies,
  <Skeleton lines={5} />,
)

const route = getRouteApi('/signed-in/projects/$projectId/policies')

/** PoliciesScreen shows the policies of the table that the address names. */
export function PoliciesScreen() {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const tables = useQuery(tablesQuery(projectId))
  const all = tables.data ?? []
  const table = all.find(({ slug }) => slug === search.table)
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      {tables.isPending ? <Skeleton lines={5} /> : null}
      {tables.isError ? <ErrorState error={tables.error} onRetry={tables.refetch} /> : null}
      {tables.data === undefined ? null : (
        <Toolbar>
          <div>
            <Combobox
              label={m.choose}
              search={common.actions.search}
              choices={all.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={search.table}
              onChange={(slug) => navigate({ search: (now) => ({ ...now, table: slug }) })}
            />
          </div>
        </Toolbar>
      )}
      {tables.data !== undefined && table === undefined ? (
        <PolicyOverview projectId={projectId} tables={all} />
      ) : null}
      {table === undefined ? null : (
        <Parts
          key={table.id}
          projectId={projectId}
          table={table}
          tab={search.tab === 'try' ? 'try' : 'policies'}
          onTab={(tab) => navigate({ search: (now) => ({ ...now, tab: tab === 'try' ? tab : undefined }) })}
          isNew={search.create === true}
          onClosed={() => navigate({ search: (now) => ({ ...now, create: undefined }), replace: true })}
          caller={search.caller ?? ANY_KEY}
          onCaller={(caller) =>
            navigate({ search: (now) => ({ ...now, caller }), replace: true, resetScroll: false })
          }
        />
      )}
    </>
  )
}

function Parts({
  projectId,
  table,
  tab,
  onTab,
  isNew,
  onClosed,
  caller,
  onCaller,
}: {
  readonly projectId: string
  readonly table: Table
  readonly tab: string
  readonly onTab: (tab: string) => void
  readonly isNew: boolean
  readonly onClosed: () => void
  readonly caller: string
  readonly onCaller: (caller: string) => void
}) {
  const m = useMessages(messages)
  return (
    <Tabs
      label={table.name}
      value={tab}
      onChange={onTab}
      tabs={[
        {
          value: 'policies',
          title: m.title,
          content: <PolicyMatrix projectId={projectId} table={table} isNew={isNew} onClosed={onClosed} />,
        },
        {
          value: 'try',
          title: m.try,
          content: <TryPolicies projectId={projectId} table={table} caller={caller} onCaller={onCaller} />,
        },
      ]}
    />
  )
}
