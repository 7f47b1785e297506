// Who is signed in, how the console looks, and signing out.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleUserRound, LogOut, UserRoundCog } from 'lucide-react'
import { meQuery, signOut } from '#api/accounts.ts'
import { LOCALES, useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { prefer, usePreferences } from './preferences.ts'

/** AccountMenu opens from the foot of the sidebar. */
export function AccountMenu() {
  const { m } = useLanguage()
  const { theme, density, locale } = usePreferences()
  const { data: me } = useQuery(meQuery)
  const navigate = useNavigate()
  const trigger = (
    <Button kind="quiet" size="icon">
      <CircleUserRound aria-hidden />
    </Button>
  )
  return (
    <Menu label={`${m.shell.account}${me === undefined ? '' : `: ${me.email}`}`} trigger={trigger}>
      <MenuChoice
        label={m.shell.theme}
        choices={m.shell.themes}
        value={theme}
        onChange={(theme) => prefer({ theme })}
      />
      <MenuSeparator />
      <MenuChoice
        label={m.shell.density}
        choices={m.shell.densities}
        value={density}
        onChange={(density) => prefer({ density })}
      />
      <MenuSeparator />
      <MenuChoice
        label={m.shell.language}
        choices={LOCALES}
        value={locale}
        onChange={(locale) => prefer({ locale })}
      />
      <MenuSeparator />
      <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => navigate({ to: '/account' })}>
        {m.account.title}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        {m.shell.signOut}
      </MenuItem>
    </Menu>
  )
}
