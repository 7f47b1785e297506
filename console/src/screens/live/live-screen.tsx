// Live changes and messages of a project: an inspector, explanations, channels and settings, each in a tab.
import { getRouteApi } from '@tanstack/react-router'
import { useMessages } from '#i18n/language.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { Channels } from './channels.tsx'
import { Explain } from './explain.tsx'
import { Inspector } from './inspector.tsx'
import { TABS } from './live-search.ts'
import { messages } from './messages.ts'
import { Settings } from './settings.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/live')

/** LiveScreen shows what subscribers of a project receive. */
export function LiveScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { tab = 'inspector' } = route.useSearch()
  const navigate = route.useNavigate()
  const content = {
    inspector: <Inspector projectId={projectId} />,
    explain: <Explain projectId={projectId} />,
    channels: <Channels projectId={projectId} />,
    settings: <Settings projectId={projectId} />,
  }
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      <Tabs
        label={m.title}
        tabs={TABS.map((value) => ({ value, title: m.tabs[value], content: content[value] }))}
        value={tab}
        onChange={(next) => navigate({ search: { tab: TABS.find((one) => one === next) } })}
      />
    </>
  )
}
