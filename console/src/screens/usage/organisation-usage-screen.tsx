// What the projects of an organisation use in a month, beside each other, with their sum and where it leads to.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { organisationUsageQuery } from '#api/organisations/billing.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { messages } from './messages.ts'
import { MeterBars } from './meter-bars.tsx'
import { forecastOf, meterOf, writeFigure } from './meters.ts'
import classes from './usage.module.css'
import { UsageFrame } from './usage-frame.tsx'

const route = getRouteApi('/signed-in/organisations/$organisationId/usage')

/** OrganisationUsageScreen compares the projects of an organisation. */
export function OrganisationUsageScreen() {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { organisationId } = route.useParams()
  const { meter: named, month = 'current' } = route.useSearch()
  const navigate = route.useNavigate()
  const meter = meterOf(named, m) ?? 'requests'
  const now = new Date()
  const usage = useInfiniteQuery(organisationUsageQuery(organisationId, monthOf(now, month)))
  const total = usage.data?.pages[0]?.total[meter] ?? 0
  const forecast = month === 'current' ? forecastOf(meter, total, now) : undefined
  const rows = usage.data?.pages.flatMap(({ projects }) =>
    projects.map((one) => ({ key: one.project_id, name: one.project_name, used: one[meter] })),
  )
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
      query={usage}
      rows={rows}
      empty={{ title: m.noProjects, hint: m.noProjectsHint, action: others }}
    >
      {(rows) => (
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
            onMore={usage.hasNextPage ? () => usage.fetchNextPage() : undefined}
          />
          <p className={classes.total} role="status">
            {m.total(writeFigure(meter, total, m, format))}
            {forecast === undefined ? null : ` ${m.forecast(writeFigure(meter, forecast, m, format))}`}
          </p>
        </>
      )}
    </UsageFrame>
  )
}

function monthOf(now: Date, month: 'current' | 'previous'): string {
  const back = month === 'current' ? 0 : 1
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7)
}
