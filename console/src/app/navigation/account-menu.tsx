// Who is signed in, how the console looks, and signing out.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleUserRound, LogOut, UserRoundCog } from 'lucide-react'
import { meQuery, signOut } from '#api/account/accounts.ts'
import { messages } from '#app/messages.ts'
import { prefer, usePreferences } from '#app/preferences.ts'
import { LOCALES, useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'

/** AccountMenu opens from the foot of the sidebar. */
export function AccountMenu() {
  const m = useMessages(messages)
  const titleOf = useMessages(titles)
  const { theme, density, locale } = usePreferences()
  const { data: me } = useQuery(meQuery)
  const navigate = useNavigate()
  const trigger = (
    <Button kind="quiet" size="icon">
      <CircleUserRound aria-hidden />
    </Button>
  )
  return (
    <Menu label={`${m.account}${me === undefined ? '' : `: ${me.email}`}`} trigger={trigger}>
      <MenuChoice label={m.theme} choices={m.themes} value={theme} onChange={(theme) => prefer({ theme })} />
      <MenuSeparator />
      <MenuChoice
        label={m.density}
        choices={m.densities}
        value={density}
        onChange={(density) => prefer({ density })}
      />
      <MenuSeparator />
      <MenuChoice
        label={m.language}
        choices={LOCALES}
        value={locale}
        onChange={(locale) => prefer({ locale })}
      />
      <MenuSeparator />
      <MenuItem icon={<UserRoundCog aria-hidden />} onSelect={() => navigate({ to: '/account' })}>
        {titleOf.account}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        {m.signOut}
      </MenuItem>
    </Menu>
  )
}
