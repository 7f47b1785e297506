// Who is signed in, how the console looks, and signing out.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, UserRoundCog } from 'lucide-react'
import { meQuery, signOut } from '#api/account/accounts.ts'
import { messages } from '#app/messages.ts'
import { LOCALES, useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { prefer, usePreferences } from '#ui/preferences.ts'
import classes from './account-menu.module.css'

/** AccountMenu opens from the foot of the sidebar. */
export function AccountMenu() {
  const m = useMessages(messages)
  const titleOf = useMessages(titles)
  const { theme, density, locale } = usePreferences()
  const { data: me } = useQuery(meQuery)
  const navigate = useNavigate()
  const initials = initialsOf(me?.full_name || me?.email || '')
  // What is seen on a button is part of its name, for those who say it aloud.
  const label = me === undefined ? m.account : `${m.account}: ${me.email}, ${initials}`
  const trigger = (
    <Button kind="quiet" size="icon">
      <span className={classes.initials} aria-hidden>
        {initials}
      </span>
    </Button>
  )
  return (
    <Menu label={label} trigger={trigger}>
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

// The first letters of the first and the last word.
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const shown = words.length === 1 ? words : [words[0], words.at(-1)]
  return shown.map((word = '') => Array.from(word)[0]?.toUpperCase() ?? '').join('')
}
