// The own account.
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '#i18n/language.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

const route = getRouteApi('/signed-in/account')

/** AccountScreen is what people do with their own account. */
export function AccountScreen() {
  const { m } = useLanguage()
  const { tab = 'profile' } = route.useSearch()
  const navigate = route.useNavigate()
  const { tabs } = m.account
  return (
    <>
      <PageHeader title={m.account.title} />
      <Tabs
        label={m.account.title}
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
