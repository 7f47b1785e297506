// One cron job: when it runs next, in its zone, and how its runs went.
import { useQuery } from '@tanstack/react-query'
import { cronRunsQuery } from '#api/cron.ts'
import type { CronJob, CronRun } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Details } from '#ui/details.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import classes from './cron.module.css'
import { type JobActs, Schedule, Target } from './job-list.tsx'
import { useJobActs } from './use-job-acts.ts'

const TONES = {
  queued: 'neutral',
  running: 'accent',
  succeeded: 'success',
  failed: 'danger',
  skipped: 'warning',
} as const

/** JobDrawer shows a job at the side of the list. */
export function JobDrawer({
  projectId,
  job,
  mayWrite,
  onEdit,
  onDelete,
  onClose,
}: JobActs & { readonly projectId: string; readonly job: CronJob; readonly onClose: () => void }) {
  const { m, format } = useLanguage()
  const acts = useJobActs(projectId)
  const footer = mayWrite ? (
    <>
      <Button kind="quiet" onClick={() => onDelete(job)}>
        {m.cron.delete}
      </Button>
      <Button onClick={() => onEdit(job)}>{m.cron.edit}</Button>
      <Button busy={acts.isBusy} onClick={() => acts.toggle(job)}>
        {job.enabled ? m.cron.pause : m.cron.resume}
      </Button>
      <Button kind="primary" busy={acts.isBusy} onClick={() => acts.run(job)}>
        {m.cron.run}
      </Button>
    </>
  ) : undefined
  const items = [
    { title: m.cron.columns.schedule, value: <Schedule job={job} /> },
    { title: m.cron.columns.target, value: <Target job={job} /> },
    { title: m.cron.overlap, value: m.cron.overlaps[job.overlap] },
    ...(job.payload === null
      ? []
      : [{ title: m.cron.payload, value: <pre>{JSON.stringify(job.payload, null, 2)}</pre> }]),
  ]
  return (
    <Drawer open title={job.name} onClose={onClose} footer={footer}>
      {job.enabled ? null : <Badge tone="warning">{m.cron.isPaused}</Badge>}
      <Details items={items} />
      <section className={classes.part}>
        <h3>{m.cron.nextRuns(job.timezone)}</h3>
        <ol className={classes.next}>
          {job.next_runs.map((iso) => (
            <li key={iso}>
              <span>{format.timeIn(iso, job.timezone)}</span>
              <Moment iso={iso} relative />
            </li>
          ))}
        </ol>
      </section>
      <section className={classes.part}>
        <h3>{m.cron.history}</h3>
        <Runs projectId={projectId} jobId={job.id} />
      </section>
    </Drawer>
  )
}

function Runs({ projectId, jobId }: { readonly projectId: string; readonly jobId: string }) {
  const { m } = useLanguage()
  const runs = useQuery(cronRunsQuery(projectId, jobId))
  if (runs.isPending) return <Skeleton />
  if (runs.isError) return <ErrorState error={runs.error} onRetry={runs.refetch} />
  if (runs.data.length === 0) return <EmptyState title={m.cron.noRuns} hint={m.cron.noRunsHint} />
  return (
    <ol className={classes.runs}>
      {runs.data.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </ol>
  )
}

function Run({ run }: { readonly run: CronRun }) {
  const { m, format } = useLanguage()
  const { status, trigger, scheduled_at, started_at, finished_at, response_status, output, error } = run
  const took =
    started_at === null || finished_at === null
      ? undefined
      : m.cron.took(format.number(Date.parse(finished_at) - Date.parse(started_at)))
  const facts = [
    m.cron.triggers[trigger],
    response_status === null ? undefined : String(response_status),
    took,
  ]
  return (
    <li>
      <div className={classes.run}>
        <Badge tone={TONES[status]}>{m.cron.statuses[status]}</Badge>
        <Moment iso={scheduled_at} />
        <small>{facts.filter((fact) => fact !== undefined).join(' · ')}</small>
      </div>
      {error === null ? null : <p className={classes.failure}>{error}</p>}
      {output === null || output === '' ? null : (
        <details>
          <summary>{m.cron.output}</summary>
          <pre>{output}</pre>
        </details>
      )}
    </li>
  )
}
