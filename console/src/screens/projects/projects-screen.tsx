// The list of projects, with search, order and the form for a new one in the address.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Database, Plus } from 'lucide-react'
import { organisationsQuery } from '#api/account/accounts.ts'
import type { Project } from '#api/client/schemas.ts'
import { listedProjectsQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { ColorDot } from '#ui/page/color-dot.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { arrangeProjects } from './arrange-projects.ts'
import { CreateProject } from './create-project.tsx'
import { DeletedProjects } from './deleted-projects.tsx'
import { messages } from './messages.ts'
import classes from './projects.module.css'

const route = getRouteApi('/signed-in/')

/** ProjectsScreen lists the projects that the viewer can see. */
export function ProjectsScreen() {
  const m = useMessages(messages)
  const { create } = route.useSearch()
  const navigate = route.useNavigate()
  const projects = useQuery(listedProjectsQuery)
  const openForm = (create: true | undefined) => navigate({ search: (now) => ({ ...now, create }) })
  const button = (
    <Button kind="primary" onClick={() => openForm(true)}>
      <Plus aria-hidden />
      {m.create}
    </Button>
  )
  const none = projects.data?.length === 0
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={none ? undefined : button} />
      {projects.isPending ? <Skeleton /> : null}
      {projects.isError ? <ErrorState error={projects.error} onRetry={projects.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<Database aria-hidden />}
            title={m.emptyTitle}
            hint={m.emptyHint}
            action={button}
          />
        </Card>
      ) : null}
      {projects.data !== undefined && !none ? <ProjectList projects={projects.data} /> : null}
      <DeletedProjects />
      {create ? <CreateProject onClose={() => openForm(undefined)} /> : null}
    </>
  )
}

function ProjectList({ projects }: { readonly projects: readonly Project[] }) {
  const m = useMessages(messages)
  const { common, format, plural } = useLanguage()
  const { search = '', sort = '-created_at' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  const rows = arrangeProjects(projects, search, sort)
  const columns: Column<Project>[] = [
    {
      title: m.columns.name,
      sort: 'name',
      cell: ({ id, name, color }) => (
        <Link to="/projects/$projectId" params={{ projectId: id }} className={classes.name}>
          <ColorDot color={color} />
          {name}
        </Link>
      ),
    },
    { title: m.columns.organisation, cell: (project) => names.get(project.organisation_id) },
    {
      title: m.columns.size,
      sort: 'bytes',
      end: true,
      cell: ({ figures }) => (figures?.bytes == null ? '—' : format.bytes(figures.bytes)),
    },
    {
      title: m.columns.requests,
      sort: 'requests',
      end: true,
      cell: ({ figures }) => (figures == null ? '—' : format.number(figures.requests)),
    },
    {
      title: m.columns.created,
      sort: 'created_at',
      cell: ({ created_at }) => <Moment iso={created_at} relative />,
    },
  ]
  return (
    <>
      <Toolbar>
        <SearchInput
          label={m.search}
          value={search}
          onChange={(text) =>
            navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
          }
        />
        <span className={classes.count}>{m.count(rows.length, plural)}</span>
      </Toolbar>
      <Card>
        {rows.length === 0 ? (
          <EmptyState title={common.states.nothing} />
        ) : (
          <Table
            label={m.title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            sort={sort}
            onSort={(sort) => navigate({ search: (now) => ({ ...now, sort }), replace: true })}
          />
        )}
      </Card>
    </>
  )
}
