// How a project is doing, in figures.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '#api/organisations/permissions.ts'
import { overviewQuery } from '#api/project/overview.ts'
import { usageQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './projects.module.css'

const DAY_MS = 86_400_000
const A_LITTLE_MS = 300_000

type Figure = readonly [title: string, value: ReactNode]

/** LastDay is the requests of the last 24 hours, and what the project has. */
export function LastDay({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { home } = m
  const may = useMay(projectId)
  const { data, isPending, error, refetch } = useQuery(overviewQuery(projectId))
  if (isPending) return <Skeleton lines={3} />
  if (error !== null) return <ErrorState error={error} onRetry={refetch} />
  const { requests, counts, sizes } = data
  const { number, bytes } = format
  const milliseconds = (value: number | null) =>
    value === null ? '—' : home.milliseconds(number(Math.round(value)))
  const failures = number(requests.server_errors)
  const failed =
    requests.server_errors > 0 && may('logs:read') ? (
      <Link
        to="/projects/$projectId/logs"
        params={{ projectId }}
        search={{ status: '5xx', span: 'day' }}
        className={classes.failures}
      >
        {failures}
      </Link>
    ) : (
      failures
    )
  const whole = Date.parse(requests.since) < Date.now() - DAY_MS + A_LITTLE_MS
  return (
    <>
      <h2 className={classes.heading}>
        {home.lastDay} {whole ? null : <small>{home.since(format.time(requests.since))}</small>}
      </h2>
      <Figures
        figures={[
          [home.requests, number(requests.total)],
          [home.clientErrors, number(requests.client_errors)],
          [home.serverErrors, failed],
          [home.average, milliseconds(requests.average_ms)],
          [home.p95, milliseconds(requests.p95_ms)],
          [home.allUsers, number(counts.users)],
          [home.tables, number(counts.tables)],
          [home.rows, number(sizes.rows)],
          [home.database, bytes(sizes.database_bytes)],
          [home.files, bytes(sizes.storage_bytes)],
        ]}
      />
    </>
  )
}

/** Today is what the project has used since midnight UTC. */
export function Today({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { home } = m
  const usage = useQuery(usageQuery(projectId, 1))
  if (usage.isPending) return <Skeleton lines={2} />
  if (usage.isError) return <ErrorState error={usage.error} onRetry={usage.refetch} />
  const day = usage.data.at(0)
  return (
    <>
      <h2 className={classes.heading}>
        {home.today} <small>{home.todayHint}</small>
      </h2>
      <Figures
        figures={[
          [home.requests, format.number(day?.requests ?? 0)],
          [home.egress, format.bytes(day?.egress_bytes ?? 0)],
          [home.users, format.number(day?.active_users ?? 0)],
          [home.databaseMost, format.bytes(day?.database_bytes ?? 0)],
        ]}
      />
    </>
  )
}

function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
