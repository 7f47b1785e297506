// Environment variables and secrets of a project: which of them, and which environment, is in the address.
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '#i18n/language.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Secrets } from './secrets.tsx'
import { Variables } from './variables.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/environment')

/** EnvironmentScreen lists variables and secrets. */
export function EnvironmentScreen() {
  const { m } = useLanguage()
  const { tab = 'variables' } = route.useSearch()
  const navigate = route.useNavigate()
  const { tabs } = m.environment
  return (
    <>
      <PageHeader title={m.environment.title} about={m.environment.about} />
      <Tabs
        label={m.environment.title}
        tabs={[
          { value: 'variables', title: tabs.variables, content: <Variables /> },
          { value: 'secrets', title: tabs.secrets, content: <Secrets /> },
        ]}
        value={tab}
        onChange={(tab) => navigate({ search: tab === 'secrets' ? { tab } : {}, resetScroll: false })}
      />
    </>
  )
}
