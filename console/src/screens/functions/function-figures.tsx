// How often a function was called, how often that failed, how long it took, and its processor time and memory.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { FunctionFigures as Figures } from '#api/client/schemas.ts'
import { functionFiguresQuery } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { Select } from '#ui/forms/select.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './functions.module.css'
import type { FunctionPageProps } from './functions-search.ts'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/functions')
const DAY = 24

type Hour = Figures['hours'][number]

/** FunctionFigures shows the last hour, day or week. */
export function FunctionFigures({ projectId, functionId }: FunctionPageProps) {
  const m = useMessages(messages)
  const { hours = DAY } = route.useSearch()
  const navigate = route.useNavigate()
  const figures = useQuery(functionFiguresQuery(projectId, functionId, hours))
  const choose = (value: string) =>
    navigate({
      search: (now) => ({ ...now, hours: value === String(DAY) ? undefined : Number(value) }),
      replace: true,
    })
  return (
    <div className={classes.parts}>
      <div className={classes.span}>
        <Select
          label={m.figures.span}
          choices={choicesOf(m.figures.spans)}
          value={String(hours) as keyof typeof m.figures.spans}
          onChange={choose}
        />
      </div>
      {figures.isPending ? <Skeleton lines={6} /> : null}
      {figures.isError ? <ErrorState error={figures.error} onRetry={figures.refetch} /> : null}
      {figures.data === undefined ? null : figures.data.invocations === 0 ? (
        <Card>
          <EmptyState title={m.invocations.none} hint={m.invocations.noneHint} />
        </Card>
      ) : (
        <Counted figures={figures.data} />
      )}
    </div>
  )
}

function Counted({ figures }: { readonly figures: Figures }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const time = (ms: number | null) => (ms === null ? '—' : m.milliseconds(format.number(ms)))
  const memory = (bytes: number | null) => (bytes === null ? '—' : format.bytes(bytes))
  const errors = Object.entries(figures.errors) as [keyof Figures['errors'], number][]
  const failed = sum(figures.errors)
  const totals: readonly (readonly [string, string])[] = [
    [m.figures.invocations, format.number(figures.invocations)],
    [m.figures.errors, format.number(failed)],
    ['p50', time(figures.duration_ms.p50)],
    ['p95', time(figures.duration_ms.p95)],
    ['p99', time(figures.duration_ms.p99)],
    [m.figures.cpu, time(figures.cpu_ms.average)],
    [m.figures.memory, memory(figures.memory_bytes)],
  ]
  const short = (text: string) => <span className={classes.short}>{text}</span>
  const highest = Math.max(1, ...figures.hours.map(({ invocations }) => invocations))
  const columns: Column<Hour>[] = [
    { title: m.figures.hour, cell: ({ hour }) => short(format.time(hour)) },
    {
      title: m.figures.share,
      hidden: true,
      cell: ({ invocations, errors }) => (
        <svg className={classes.chart} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={(invocations / highest) * 100} height="1" />
          <rect className={classes.failed} width={(sum(errors) / highest) * 100} height="1" />
        </svg>
      ),
    },
    {
      title: m.figures.invocations,
      end: true,
      cell: ({ invocations }) => format.number(invocations),
    },
    { title: m.figures.errors, end: true, cell: ({ errors }) => format.number(sum(errors)) },
    { title: 'p50', end: true, cell: ({ duration_ms }) => short(time(duration_ms.p50)) },
    { title: 'p95', end: true, cell: ({ duration_ms }) => short(time(duration_ms.p95)) },
    { title: m.figures.cpuSum, end: true, cell: ({ cpu_ms }) => short(sumOf(cpu_ms, time)) },
    { title: m.figures.cpu, end: true, cell: ({ cpu_ms }) => short(time(cpu_ms.average)) },
    { title: m.figures.memory, end: true, cell: ({ memory_bytes }) => short(memory(memory_bytes)) },
  ]
  return (
    <>
      <dl className={classes.totals}>
        {totals.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {failed === 0 ? null : (
        <p className={classes.kinds}>
          {errors
            .filter(([, count]) => count > 0)
            .map(([kind, count]) => `${m.figures.kinds[kind]}: ${format.number(count)}`)
            .join(' · ')}
        </p>
      )}
      <p className={classes.kinds}>
        {m.figures.known(format.number(figures.cpu_ms.invocations), format.number(figures.invocations))}
      </p>
      <Card>
        <Table
          label={m.tabs.figures}
          columns={columns}
          rows={figures.hours.filter(({ invocations }) => invocations > 0).toReversed()}
          rowKey={({ hour }) => hour}
        />
      </Card>
    </>
  )
}

function sumOf({ invocations, sum }: Hour['cpu_ms'], time: (ms: number | null) => string): string {
  return time(invocations === 0 ? null : sum)
}

function sum(counts: Figures['errors']): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
