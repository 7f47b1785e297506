// The links of the sidebar: the screens of the project or the organisation that is open, else of the installation.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useMatch } from '@tanstack/react-router'
import { Building2, Database, Server } from 'lucide-react'
import { meQuery, setupQuery } from '#api/account/accounts.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import classes from '#app/shell.module.css'
import { useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { EntryLabel } from './entry-label.tsx'
import { organisationEntriesOf } from './organisation-navigation.ts'
import { ProjectEntries } from './project-entries.tsx'

/** useProjectId returns the project that is open. */
export function useProjectId(): string | undefined {
  return useMatch({ from: '/signed-in/projects/$projectId', shouldThrow: false })?.params.projectId
}

/** useOrganisationId returns the organisation that is open. */
export function useOrganisationId(): string | undefined {
  const match = useMatch({ from: '/signed-in/organisations/$organisationId', shouldThrow: false })
  return match?.params.organisationId
}

/** SidebarEntries are links with an icon; folded, the icon alone is seen. */
export function SidebarEntries({ folded }: { readonly folded: boolean }) {
  const projectId = useProjectId()
  const organisationId = useOrganisationId()
  if (projectId !== undefined) return <ProjectEntries projectId={projectId} folded={folded} />
  if (organisationId !== undefined)
    return <OrganisationEntries organisationId={organisationId} folded={folded} />
  return <GeneralEntries folded={folded} />
}

function OrganisationEntries({
  organisationId,
  folded,
}: {
  readonly organisationId: string
  readonly folded: boolean
}) {
  const titleOf = useMessages(titles)
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMayIn(organisationId)
  return organisationEntriesOf(setup.modules, may).map(({ to, icon, title }) => (
    <Link
      key={to}
      to={to}
      params={{ organisationId }}
      className={classes.entry}
      activeOptions={{ exact: to === '/organisations/$organisationId', includeSearch: false }}
      title={folded ? titleOf[title] : undefined}
    >
      <EntryLabel icon={icon} title={titleOf[title]} />
    </Link>
  ))
}

const GENERAL = [
  { to: '/', icon: Database, title: 'projects' },
  { to: '/organisations', icon: Building2, title: 'organisations' },
] as const
const SERVER = { to: '/server', icon: Server, title: 'server' } as const

function GeneralEntries({ folded }: { readonly folded: boolean }) {
  const titleOf = useMessages(titles)
  const { data: me } = useQuery(meQuery)
  const entries = me?.is_operator === true ? [...GENERAL, SERVER] : GENERAL
  return entries.map(({ to, icon, title }) => (
    <Link
      key={to}
      to={to}
      className={classes.entry}
      activeOptions={{ exact: true, includeSearch: false }}
      title={folded ? titleOf[title] : undefined}
    >
      <EntryLabel icon={icon} title={titleOf[title]} />
    </Link>
  ))
}
