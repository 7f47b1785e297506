// The own account.
import { getRouteApi } from '@tanstack/react-router'
import { useMessages } from '#i18n/language.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { messages } from './messages.ts'
import { Profile } from './profile.tsx'

const Security = whenShown(async () => (await import('./security.tsx')).Security, <Skeleton lines={5} />)
const Sessions = whenShown(async () => (await import('./sessions.tsx')).Sessions, <Skeleton lines={5} />)
const Tokens = whenShown(async () => (await import('./tokens.tsx')).Tokens, <Skeleton lines={5} />)

const route = getRouteApi('/signed-in/account')

/** AccountScreen is what people do with their own account. */
export function AccountScreen() {
  const m = useMessages(messages)
  const { tab = 'profile' } = route.useSearch()
  const navigate = route.useNavigate()
  const { tabs } = m
  return (
    <>
      <PageHeader title={m.title} />
      <Tabs
        label={m.title}
        tabs={[
          { value: 'profile', title: tabs.profile, content: <Profile /> },
          { value: 'security', title: tabs.security, content: <Security /> },
          { value: 'sessions', title: tabs.sessions, content: <Sessions /> },
          { value: 'tokens', title: tabs.tokens, content: <Tokens /> },
        ]}
        value={tab in tabs ? tab : 'profile'}
        onChange={(tab) => navigate({ search: { tab }, resetScroll: false })}
      />
    </>
  )
}
