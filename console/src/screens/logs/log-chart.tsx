// How many requests there were over time, by class of status, above the list; a bar narrows the list to its time.
import { useQuery } from '@tanstack/react-query'
import { type LogFilter, requestHistogramQuery } from '#api/project/request-logs.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { type Series, StackedBars } from '#ui/chart/stacked-bars.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './logs.module.css'
import { messages } from './messages.ts'

const CLASSES = {
  informational: 'accent',
  successful: 'success',
  redirection: 'neutral',
  client_error: 'warning',
  server_error: 'danger',
} as const
const NAMES = Object.keys(CLASSES) as readonly (keyof typeof CLASSES)[]
const REFRESH_MS = 10_000

/** LogChart draws the requests that match a filter; while they are followed, again and again. */
export function LogChart({
  projectId,
  filter,
  isFollowing,
  onPick,
}: {
  readonly projectId: string
  readonly filter: LogFilter
  readonly isFollowing: boolean
  readonly onPick: (span: { readonly since: string; readonly until: string }) => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const refetchInterval = isFollowing ? REFRESH_MS : false
  const { data, error, refetch } = useQuery({ ...requestHistogramQuery(projectId, filter), refetchInterval })
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  if (data === undefined)
    return (
      <div className={classes.chart}>
        <Skeleton lines={4} />
      </div>
    )
  const { seconds, buckets, complete } = data
  const endOf = (since: string) => new Date(Date.parse(since) + seconds * 1000).toISOString()
  const series: Series[] = NAMES.map((name) => ({ title: m.classes[name], tone: CLASSES[name] }))
  const leftOut = buckets.reduce((sum, { left_out }) => sum + left_out, 0)
  return (
    <div className={classes.chart}>
      <StackedBars
        label={m.histogram}
        first={m.from}
        series={series}
        bars={buckets.map((bucket) => ({
          key: bucket.since,
          title: format.time(bucket.since),
          values: NAMES.map((name) => bucket[name]),
        }))}
        onPick={(since) => onPick({ since, until: endOf(since) })}
      />
      {complete ? null : <p role="status">{m.notAllCounted}</p>}
      {leftOut === 0 ? null : <p role="status">{m.leftOut(format.number(leftOut))}</p>}
    </div>
  )
}
