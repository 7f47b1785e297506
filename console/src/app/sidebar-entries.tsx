// The links of the sidebar: the screens of the project or the organisation that is open, else of the installation.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useMatch } from '@tanstack/react-router'
import { Building2, Database, type LucideIcon } from 'lucide-react'
import { setupQuery } from '#api/accounts.ts'
import { useMay, useMayIn } from '#api/permissions.ts'
import { useLanguage } from '#i18n/language.tsx'
import { entriesOf } from './navigation.ts'
import { organisationEntriesOf } from './organisation-navigation.ts'
import classes from './shell.module.css'

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

function ProjectEntries({ projectId, folded }: { readonly projectId: string; readonly folded: boolean }) {
  const { m } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMay(projectId)
  return entriesOf(setup.modules, may).map(({ to, icon, title }) => (
    <Link
      key={to}
      to={to}
      params={{ projectId }}
      className={classes.entry}
      activeOptions={{ exact: to === '/projects/$projectId', includeSearch: false }}
      title={folded ? title(m) : undefined}
    >
      <Label icon={icon} title={title(m)} />
    </Link>
  ))
}

function OrganisationEntries({
  organisationId,
  folded,
}: {
  readonly organisationId: string
  readonly folded: boolean
}) {
  const { m } = useLanguage()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMayIn(organisationId)
  return organisationEntriesOf(setup.modules, may).map(({ to, icon, title }) => (
    <Link
      key={to}
      to={to}
      params={{ organisationId }}
      className={classes.entry}
      activeOptions={{ exact: to === '/organisations/$organisationId', includeSearch: false }}
      title={folded ? title(m) : undefined}
    >
      <Label icon={icon} title={title(m)} />
    </Link>
  ))
}

const GENERAL = [
  { to: '/', icon: Database },
  { to: '/organisations', icon: Building2 },
] as const

function GeneralEntries({ folded }: { readonly folded: boolean }) {
  const { m } = useLanguage()
  const titles = { '/': m.shell.screens.projects, '/organisations': m.organisations.title }
  return GENERAL.map(({ to, icon }) => (
    <Link
      key={to}
      to={to}
      className={classes.entry}
      activeOptions={{ exact: true, includeSearch: false }}
      title={folded ? titles[to] : undefined}
    >
      <Label icon={icon} title={titles[to]} />
    </Link>
  ))
}

function Label({ icon: Icon, title }: { readonly icon: LucideIcon; readonly title: string }) {
  return (
    <>
      <Icon aria-hidden />
      <span>{title}</span>
    </>
  )
}
