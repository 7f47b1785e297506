// What the screens of usage share: the choice of a meter and of a time, and what stands there before there are figures.
import type { UseQueryResult } from '@tanstack/react-query'
import { ChartNoAxesColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { type Choice, choicesOf } from '#ui/forms/choices.ts'
import { Select } from '#ui/forms/select.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import type { Meter } from './meters.ts'
import classes from './usage.module.css'

/** UsageFrame shows the figures of what is measured, which `rows` are; `empty` stands there where there are none. */
export function UsageFrame<Row, Time extends string>({
  about,
  meter,
  onMeter,
  times,
  time,
  onTime,
  query,
  rows,
  empty,
  children,
}: {
  readonly about: string
  readonly meter: Meter
  readonly onMeter: (meter: Meter) => void
  readonly times: readonly Choice<Time>[]
  readonly time: Time
  readonly onTime: (time: Time) => void
  readonly query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>
  readonly rows: readonly Row[] | undefined
  readonly empty: { readonly title: string; readonly hint: string; readonly action: ReactNode }
  readonly children: (rows: readonly Row[]) => ReactNode
}) {
  const m = useMessages(messages)
  return (
    <>
      <PageHeader title={m.title} about={about} />
      <div className={classes.filters}>
        <Select label={m.meter} choices={choicesOf(m.meters)} value={meter} onChange={onMeter} />
        <Select label={m.by} choices={times} value={time} onChange={onTime} />
      </div>
      {query.isPending ? <Skeleton lines={8} /> : null}
      {query.error === null ? null : <ErrorState error={query.error} onRetry={query.refetch} />}
      {rows?.length === 0 ? (
        <Card>
          <EmptyState icon={<ChartNoAxesColumn aria-hidden />} {...empty} />
        </Card>
      ) : null}
      {rows !== undefined && rows.length > 0 ? children(rows) : null}
    </>
  )
}
