// What a project uses by day or month: one meter as bars, which are a table.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChartNoAxesColumn } from 'lucide-react'
import type { UsagePeriod } from '#api/client/schemas.ts'
import { usageQuery } from '#api/project/projects.ts'
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

const route = getRouteApi('/signed-in/projects/$projectId/usage')
const PERIODS = { day: 30, month: 12 } as const

/** UsageScreen shows one meter over time. */
export function UsageScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { by = 'day', meter: named } = route.useSearch()
  const navigate = route.useNavigate()
  const meter = meterOf(named, m) ?? 'requests'
  const usage = useQuery(usageQuery(projectId, PERIODS[by], by))
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      <div className={classes.filters}>
        <Select
          label={m.meter}
          choices={choicesOf(m.meters)}
          value={meter}
          onChange={(meter) => navigate({ search: (now) => ({ ...now, meter }), replace: true })}
        />
        <Select
          label={m.by}
          choices={choicesOf(m.periods)}
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
            title={m.emptyTitle}
            hint={m.emptyHint}
            action={
              <Link to="/projects/$projectId" params={{ projectId }} className={buttonClass('primary')}>
                {m.connect}
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
  const m = useMessages(messages)
  const { format } = useLanguage()
  const highest = Math.max(1, ...periods.map((period) => period[meter]))
  const columns: Column<UsagePeriod>[] = [
    { title: m.period, cell: ({ period }) => <span className={classes.short}>{period}</span> },
    {
      title: m.share,
      hidden: true,
      cell: (period) => (
        <svg className={classes.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(period[meter] / highest) * 100} height="1" />
        </svg>
      ),
    },
    {
      title: m.meters[meter],
      end: true,
      cell: (period) => <span className={classes.short}>{writeFigure(meter, period[meter], m, format)}</span>,
    },
  ]
  return (
    <Card>
      <Table
        label={`${m.title}: ${m.meters[meter]}`}
        columns={columns}
        rows={periods}
        rowKey={({ period }) => period}
      />
    </Card>
  )
}
