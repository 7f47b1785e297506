// What a project uses by day or month: one meter as bars, which are a table.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import { usageQuery } from '#api/projects.ts'
import type { UsagePeriod } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { buttonClass } from '#ui/button.tsx'
import { choicesOf } from '#ui/choices.ts'
import { Card, PageHeader } from '#ui/page-header.tsx'
import { Select } from '#ui/select.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { type Meter, meterOf, writeFigure } from './meters.ts'
import classes from './usage.module.css'

const route = getRouteApi('/signed-in/projects/$projectId/usage')
const PERIODS = { day: 30, month: 12 } as const

/** UsageScreen shows one meter over time. */
export function UsageScreen() {
  const { m } = useLanguage()
  const { projectId } = route.useParams()
  const { by = 'day', meter: named } = route.useSearch()
  const navigate = route.useNavigate()
  const meter = meterOf(named, m) ?? 'requests'
  const usage = useQuery(usageQuery(projectId, PERIODS[by], by))
  return (
    <>
      <PageHeader title={m.usage.title} about={m.usage.about} />
      <div className={classes.filters}>
        <Select
          label={m.usage.meter}
          choices={choicesOf(m.usage.meters)}
          value={meter}
          onChange={(meter) => navigate({ search: (now) => ({ ...now, meter }), replace: true })}
        />
        <Select
          label={m.usage.by}
          choices={choicesOf(m.usage.periods)}
          value={by}
          onChange={(by) => navigate({ search: (now) => ({ ...now, by }), replace: true })}
        />
      </div>
      {usage.isPending ? <Skeleton lines={8} /> : null}
      {usage.isError ? <ErrorState error={usage.error} onRetry={usage.refetch} /> : null}
      {usage.data?.length === 0 ? (
        <Card>
          <EmptyState
            icon={<ChartNoAxesColumn aria-hidden />}
            title={m.usage.emptyTitle}
            hint={m.usage.emptyHint}
            action={
              <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('primary')}>
                {m.usage.connect}
              </Link>
            }
          />
        </Card>
      ) : null}
      {usage.data !== undefined && usage.data.length > 0 ? <Bars periods={usage.data} meter={meter} /> : null}
    </>
  )
}

function Bars({ periods, meter }: { readonly periods: readonly UsagePeriod[]; readonly meter: Meter }) {
  const { m, format } = useLanguage()
  const highest = Math.max(1, ...periods.map((period) => period[meter]))
  const columns: Column<UsagePeriod>[] = [
    { title: m.usage.period, cell: ({ period }) => <span className={classes.short}>{period}</span> },
    {
      title: m.usage.share,
      hidden: true,
      cell: (period) => (
        <svg className={classes.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(period[meter] / highest) * 100} height="1" />
        </svg>
      ),
    },
    {
      title: m.usage.meters[meter],
      end: true,
      cell: (period) => <span className={classes.short}>{writeFigure(meter, period[meter], m, format)}</span>,
    },
  ]
  return (
    <Card>
      <Table
        label={`${m.usage.title}: ${m.usage.meters[meter]}`}
        columns={columns}
        rows={periods}
        rowKey={({ period }) => period}
      />
    </Card>
  )
}
