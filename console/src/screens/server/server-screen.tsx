// The installation, for its operators: health, organisations, projects, operators and settings, each in a tab.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { meQuery } from '#api/account/accounts.ts'
import { useMessages } from '#i18n/language.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { Health } from './health.tsx'
import { AllOrganisations, AllProjects } from './lists.tsx'
import { messages } from './messages.ts'
import { Operators } from './operators.tsx'
import { TABS } from './server-search.ts'
import { Settings } from './settings.tsx'

const route = getRouteApi('/signed-in/server')

/** ServerScreen shows the installation to its operators. */
export function ServerScreen() {
  const m = useMessages(messages)
  const me = useQuery(meQuery)
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      {me.isPending ? <Skeleton /> : null}
      {me.isError ? <ErrorState error={me.error} onRetry={me.refetch} /> : null}
      {me.data?.is_operator === true ? <Parts /> : null}
      {me.data?.is_operator === false ? (
        <Card>
          <EmptyState title={m.notOperator} hint={m.notOperatorHint} />
        </Card>
      ) : null}
    </>
  )
}

function Parts() {
  const m = useMessages(messages)
  const { tab = 'health', search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const find = (search: string) =>
    navigate({ search: (now) => ({ ...now, search: search || undefined }), replace: true })
  const content = {
    health: <Health />,
    organisations: <AllOrganisations search={search} onSearch={find} />,
    projects: <AllProjects search={search} onSearch={find} />,
    operators: <Operators />,
    settings: <Settings />,
  }
  return (
    <Tabs
      label={m.title}
      tabs={TABS.map((value) => ({ value, title: m.tabs[value], content: content[value] }))}
      value={tab}
      onChange={(next) => navigate({ search: { tab: TABS.find((one) => one === next) } })}
    />
  )
}
