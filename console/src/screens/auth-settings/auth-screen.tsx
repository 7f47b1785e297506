// How end users of a project sign up and in: settings, providers, messages, roles, signing keys, and what was sent.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { setupQuery } from '#api/account/accounts.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Sections } from '#ui/page/section.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import type { AuthTab } from './auth-search.ts'
import { messages } from './messages.ts'
import { Outbox } from './outbox.tsx'
import { Permissions } from './permissions.tsx'
import { Providers } from './providers.tsx'
import { Roles } from './roles.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SigningKeys } from './signing-keys.tsx'
import { Templates } from './templates.tsx'

const HooksForm = whenShown(async () => (await import('./hooks-form.tsx')).HooksForm)
const route = getRouteApi('/signed-in/projects/$projectId/auth')

/** AuthScreen has a tab for each part. */
export function AuthScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { tab = 'settings' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMay(projectId)
  const props = { projectId, mayWrite: may('auth:write') }
  const tabs = [
    { value: 'settings', title: m.tabs.settings, content: <SettingsForm {...props} /> },
    { value: 'providers', title: m.tabs.providers, content: <Providers {...props} /> },
    { value: 'messages', title: m.tabs.messages, content: <Templates {...props} /> },
    {
      value: 'roles',
      title: m.tabs.roles,
      content: (
        <Sections>
          <Roles {...props} />
          <Permissions {...props} />
        </Sections>
      ),
    },
    ...(setup.modules.includes('functions')
      ? [{ value: 'hooks', title: m.tabs.hooks, content: <HooksForm {...props} /> }]
      : []),
    {
      value: 'keys',
      title: m.tabs.keys,
      content: <SigningKeys projectId={projectId} mayRotate={may('auth:configure')} />,
    },
  ]
  // In production messages are sent, and none is kept.
  if (setup.environment === 'development' && may('auth:write'))
    tabs.push({ value: 'outbox', title: m.tabs.outbox, content: <Outbox projectId={projectId} /> })
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      <Tabs
        label={m.tabs.label}
        tabs={tabs}
        value={tabs.some(({ value }) => value === tab) ? tab : 'settings'}
        onChange={(tab) => navigate({ search: { tab: tab as AuthTab } })}
      />
    </>
  )
}
