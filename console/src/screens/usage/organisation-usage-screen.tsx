// What the projects of an organisation use in a month, beside each other, with their sum.
import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '#api/client/schemas.ts'
import { projectsQuery, usageQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { messages } from './messages.ts'
import { MeterBars } from './meter-bars.tsx'
import { type Meter, meterOf, writeFigure } from './meters.ts'
import classes from './usage.module.css'
import { UsageFrame } from './usage-frame.tsx'

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
  const others = (
    <Link to="/" className={buttonClass('primary')}>
      {m.allProjects}
    </Link>
  )
  return (
    <UsageFrame
      about={m.organisationAbout}
      meter={meter}
      onMeter={(meter) => navigate({ search: (now) => ({ ...now, meter }), replace: true })}
      times={choicesOf(m.months)}
      time={month}
      onTime={(month) => navigate({ search: (now) => ({ ...now, month }), replace: true })}
      query={projects}
      rows={projects.data?.filter(({ organisation_id }) => organisation_id === organisationId)}
      empty={{ title: m.noProjects, hint: m.noProjectsHint, action: others }}
    >
      {(own) => <Projects projects={own} meter={meter} period={month === 'current' ? 0 : 1} />}
    </UsageFrame>
  )
}

function Projects({
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
  // Of a project that did not exist yet, nothing is known.
  const rows = some.map(({ id, name }, at) => {
    const { data, error = null } = usages[at] ?? {}
    return { key: id, name, used: data?.[period]?.[meter], error }
  })
  const total = rows.reduce((sum, { used = 0 }) => sum + used, 0)
  return (
    <>
      <MeterBars
        meter={meter}
        first={{
          title: m.project,
          cell: ({ key, name }) => (
            <Link to="/projects/$projectId/usage" params={{ projectId: key }} className={classes.name}>
              {name}
            </Link>
          ),
        }}
        rows={rows}
        onMore={shown < projects.length ? () => setShown(shown + PAGE) : undefined}
      />
      <p className={classes.total} role="status">
        {m.total(writeFigure(meter, total, m, format))}
      </p>
    </>
  )
}
