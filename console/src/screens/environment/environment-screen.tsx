// Environment variables and secrets of a project: which of them, and which environment, is in the address.
import { getRouteApi } from '@tanstack/react-router'
import { useMessages } from '#i18n/language.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { messages } from './messages.ts'
import { Secrets } from './secrets.tsx'
import { Variables } from './variables.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/environment')

/** EnvironmentScreen lists variables and secrets. */
export function EnvironmentScreen() {
  const m = useMessages(messages)
  const { tab = 'variables' } = route.useSearch()
  const navigate = route.useNavigate()
  const { tabs } = m
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      <Tabs
        label={m.title}
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
