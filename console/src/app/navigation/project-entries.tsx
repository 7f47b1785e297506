// The links to the screens of a project, in groups that fold.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { setupQuery } from '#api/account/accounts.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { messages } from '#app/messages.ts'
import classes from '#app/shell.module.css'
import { useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { prefer, usePreferences } from '#ui/preferences.ts'
import { EntryLabel } from './entry-label.tsx'
import { type Entry, type GroupName, groupsOf } from './navigation.ts'

// What is seldom needed is folded until somebody opens it: so all others fit on a screen.
const FOLDED: Partial<Record<GroupName, boolean>> = { observe: true, project: true }

/** ProjectEntries remembers which groups are folded; the one of the current screen is opened. Of a `folded` sidebar all icons are seen. */
export function ProjectEntries({
  projectId,
  folded,
}: {
  readonly projectId: string
  readonly folded: boolean
}) {
  const m = useMessages(messages)
  const { data: setup } = useSuspenseQuery(setupQuery)
  const groups = groupsOf(setup.modules, useMay(projectId))
  const { groups: chosen } = usePreferences()
  const current = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId })
  const now = groups.find(({ entries }) => entries.some(({ to }) => current === `/signed-in${to}`))?.name
  const [opened, setOpened] = useState({ by: now, name: now })
  if (opened.by !== now) setOpened({ by: now, name: now })
  const toggle = (name: GroupName, isOpen: boolean) => {
    if (name === opened.name) setOpened({ by: now, name: undefined })
    prefer({ groups: { ...chosen, [name]: isOpen ? 'folded' : 'open' } })
  }
  return groups.map(({ name, entries }) => {
    const links = entries.map((entry) => (
      <EntryLink key={entry.to} entry={entry} projectId={projectId} folded={folded} />
    ))
    if (name === 'home') return links
    const title = m.groups[name]
    const isOpen =
      folded || opened.name === name || !(chosen[name] ? chosen[name] === 'folded' : FOLDED[name])
    return (
      // biome-ignore lint/a11y/useSemanticElements: it is no part of a form.
      <div key={name} role="group" aria-label={title} className={classes.group}>
        <button
          type="button"
          className={classes.groupTitle}
          aria-expanded={isOpen}
          onClick={() => toggle(name, isOpen)}
        >
          {title}
          <ChevronRight aria-hidden />
        </button>
        {isOpen ? links : null}
      </div>
    )
  })
}

function EntryLink({
  entry: { to, icon, title },
  projectId,
  folded,
}: {
  readonly entry: Entry
  readonly projectId: string
  readonly folded: boolean
}) {
  const titleOf = useMessages(titles)
  return (
    <Link
      to={to}
      params={{ projectId }}
      className={classes.entry}
      activeOptions={{ exact: to === '/projects/$projectId', includeSearch: false }}
      title={folded ? titleOf[title] : undefined}
    >
      <EntryLabel icon={icon} title={titleOf[title]} />
    </Link>
  )
}
