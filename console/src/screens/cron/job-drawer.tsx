// One cron job: when it runs next, in its zone, and how its runs went.
import { useQuery } from '@tanstack/react-query'
import type { CronJob, CronRun } from '#api/client/schemas.ts'
import { cronRunsQuery } from '#api/services/cron.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './cron.module.css'
import { type JobActs, Schedule, Target } from './job-list.tsx'
import { messages } from './messages.ts'
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
  const m = useMessages(messages)
  const { format } = useLanguage()
  const acts = useJobActs(projectId)
  const footer = mayWrite ? (
    <>
      <Button kind="quiet" onClick={() => onDelete(job)}>
        {m.delete}
      </Button>
      <Button onClick={() => onEdit(job)}>{m.edit}</Button>
      <Button busy={acts.isBusy} onClick={() => acts.toggle(job)}>
        {job.enabled ? m.pause : m.resume}
      </Button>
      <Button kind="primary" busy={acts.isBusy} onClick={() => acts.run(job)}>
        {m.run}
      </Button>
    </>
  ) : undefined
  const items = [
    { title: m.columns.schedule, value: <Schedule job={job} /> },
    { title: m.columns.target, value: <Target job={job} /> },
    { title: m.overlap, value: m.overlaps[job.overlap] },
    ...(job.payload === null
      ? []
      : [{ title: m.payload, value: <pre>{JSON.stringify(job.payload, null, 2)}</pre> }]),
  ]
  return (
    <Drawer open title={job.name} onClose={onClose} footer={footer}>
      {job.enabled ? null : <Badge tone="warning">{m.isPaused}</Badge>}
      <Details items={items} />
      <section className={classes.part}>
        <h3>{m.nextRuns(job.timezone)}</h3>
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
        <h3>{m.history}</h3>
        <Runs projectId={projectId} jobId={job.id} />
      </section>
    </Drawer>
  )
}

function Runs({ projectId, jobId }: { readonly projectId: string; readonly jobId: string }) {
  const m = useMessages(messages)
  const runs = useQuery(cronRunsQuery(projectId, jobId))
  if (runs.isPending) return <Skeleton />
  if (runs.isError) return <ErrorState error={runs.error} onRetry={runs.refetch} />
  if (runs.data.length === 0) return <EmptyState title={m.noRuns} hint={m.noRunsHint} />
  return (
    <ol className={classes.runs}>
      {runs.data.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </ol>
  )
}

function Run({ run }: { readonly run: CronRun }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { status, trigger, scheduled_at, started_at, finished_at, response_status, output, error } = run
  const took =
    started_at === null || finished_at === null
      ? undefined
      : m.took(format.number(Date.parse(finished_at) - Date.parse(started_at)))
  const facts = [m.triggers[trigger], response_status === null ? undefined : String(response_status), took]
  return (
    <li>
      <div className={classes.run}>
        <Badge tone={TONES[status]}>{m.statuses[status]}</Badge>
        <Moment iso={scheduled_at} />
        <small>{facts.filter((fact) => fact !== undefined).join(' · ')}</small>
      </div>
      {error === null ? null : <p className={classes.failure}>{error}</p>}
      {output === null || output === '' ? null : (
        <details>
          <summary>{m.output}</summary>
          <pre>{output}</pre>
        </details>
      )}
    </li>
  )
}
