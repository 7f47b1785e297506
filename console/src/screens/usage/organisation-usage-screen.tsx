// What the projects of an organisation use in a month, beside each other: one meter, as bars and as a sum.
import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import type { Project } from '#api/client/schemas.ts'
import { projectsQuery, usageQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import { type Meter, meterOf, writeFigure } from './meters.ts'
import classes from './usage.module.css'

const route = getRouteApi('/signed-in/organisations/$organisationId/usage')
const MONTHS = 2
// Each project is a request of its own.
const PAGE = 20

/** OrganisationUsageScreen compares the projects of an organisation. */
export function OrganisationUsageScreen() {
  const m = useMessages(messages)
  const { organisationId } = route.useParams()
  const { meter: named, month = 'current' } = route.useSearch()
  const navigate = route.useNavigate()
  const meter = meterOf(named, m) ?? 'requests'
  const projects = useQuery(projectsQuery)
  const own = projects.data?.filter(({ organisation_id }) => organisation_id === organisationId)
  return (
    <>
      <PageHeader title={m.title} about={m.organisationAbout} />
      <div className={classes.filters}>
        <Select
          label={m.meter}
          choices={choicesOf(m.meters)}
          value={meter}
          onChange={(meter) => navigate({ search: (now) => ({ ...now, meter }), replace: true })}
        />
        <Select
          label={m.by}
          choices={choicesOf(m.months)}
          value={month}
          onChange={(month) => navigate({ search: (now) => ({ ...now, month }), replace: true })}
        />
      </div>
      {projects.isPending ? <Skeleton lines={8} /> : null}
      {projects.isError ? <ErrorState error={projects.error} onRetry={projects.refetch} /> : null}
      {own?.length === 0 ? (
        <Card>
          <EmptyState
            icon={<ChartNoAxesColumn aria-hidden />}
            title={m.noProjects}
            hint={m.noProjectsHint}
            action={
              <Link to="/" className={buttonClass('primary')}>
                {m.allProjects}
              </Link>
            }
          />
        </Card>
      ) : null}
      {own !== undefined && own.length > 0 ? (
        <Bars projects={own} meter={meter} period={month === 'current' ? 0 : 1} />
      ) : null}
    </>
  )
}

interface Used {
  readonly project: Project
  /** used is undefined while it loads, and null where the project did not exist yet. */
  readonly used: number | null | undefined
  readonly error: Error | null
}

function Bars({
  projects,
  meter,
  period,
}: {
  readonly projects: readonly Project[]
  readonly meter: Meter
  readonly period: 0 | 1
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const [shown, setShown] = useState(PAGE)
  const some = projects.slice(0, shown)
  const usages = useQueries({ queries: some.map(({ id }) => usageQuery(id, MONTHS, 'month')) })
  const rows = some.map((project, at): Used => {
    const { data, error = null } = usages[at] ?? {}
    return { project, used: data === undefined ? undefined : (data[period]?.[meter] ?? null), error }
  })
  const figures = rows.map(({ used }) => used ?? 0)
  const highest = Math.max(1, ...figures)
  const total = figures.reduce((sum, one) => sum + one, 0)
  const columns: Column<Used>[] = [
    {
      title: m.project,
      cell: ({ project: { id, name } }) => (
        <Link to="/projects/$projectId/usage" params={{ projectId: id }} className={classes.name}>
          {name}
        </Link>
      ),
    },
    {
      title: m.share,
      hidden: true,
      cell: ({ used }) => (
        <svg className={classes.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={((used ?? 0) / highest) * 100} height="1" />
        </svg>
      ),
    },
    {
      title: m.meters[meter],
      end: true,
      cell: ({ used, error }) => (
        <span className={classes.short}>
          {error?.message ??
            (used === undefined || used === null ? '—' : writeFigure(meter, used, m, format))}
        </span>
      ),
    },
  ]
  return (
    <>
      <Card>
        <Table
          label={`${m.title}: ${m.meters[meter]}`}
          columns={columns}
          rows={rows}
          rowKey={({ project: { id } }) => id}
          onMore={shown < projects.length ? () => setShown(shown + PAGE) : undefined}
        />
      </Card>
      <p className={classes.total} role="status">
        {m.total(writeFigure(meter, total, m, format))}
      </p>
    </>
  )
}
