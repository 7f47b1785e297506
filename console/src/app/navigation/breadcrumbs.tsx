// Where the viewer is, with a link to each step above.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { setupQuery } from '#api/account/accounts.ts'
import { organisationQuery } from '#api/organisations/organisations.ts'
import { projectQuery } from '#api/project/projects.ts'
import { messages } from '#app/messages.ts'
import classes from '#app/shell.module.css'
import { useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { entriesOf } from './navigation.ts'
import { organisationEntriesOf } from './organisation-navigation.ts'
import { useOrganisationId, useProjectId } from './sidebar-entries.tsx'

const all = () => true

/** Breadcrumbs lead from all projects, or all organisations, to the screen. */
export function Breadcrumbs() {
  const m = useMessages(messages)
  const titleOf = useMessages(titles)
  const projectId = useProjectId()
  const organisationId = useOrganisationId()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const here = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath.replace(/\/$/, '') })
  const entries = [...entriesOf(setup.modules, all), ...organisationEntriesOf(setup.modules, all)]
  const entry = entries.find(({ to }) => to === here)
  const isOrganisation = here?.startsWith('/organisations') ?? false
  return (
    <nav className={classes.crumbs} aria-label={m.breadcrumbs}>
      {isOrganisation ? (
        <Link to="/organisations">{titleOf.organisations}</Link>
      ) : (
        <Link to="/">{titleOf.projects}</Link>
      )}
      {projectId === undefined ? null : <ProjectCrumb projectId={projectId} />}
      {organisationId === undefined ? null : <OrganisationCrumb organisationId={organisationId} />}
      {entry === undefined ? null : <span aria-current="page">{titleOf[entry.title]}</span>}
      {here === '/notifications' ? <span aria-current="page">{titleOf.notifications}</span> : null}
      {here === '/server' ? <span aria-current="page">{titleOf.server}</span> : null}
      {here === '/account' ? <span aria-current="page">{titleOf.account}</span> : null}
    </nav>
  )
}

function ProjectCrumb({ projectId }: { readonly projectId: string }) {
  const { data: project } = useQuery(projectQuery(projectId))
  if (project === undefined) return null
  return (
    <Link to="/projects/$projectId" params={{ projectId }}>
      {project.name}
    </Link>
  )
}

function OrganisationCrumb({ organisationId }: { readonly organisationId: string }) {
  const { data: organisation } = useQuery(organisationQuery(organisationId))
  if (organisation === undefined) return null
  return (
    <Link to="/organisations/$organisationId" params={{ organisationId }}>
      {organisation.name}
    </Link>
  )
}
