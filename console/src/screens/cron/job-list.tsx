// The table of cron jobs.
import { Pause, Pencil, Play, StepForward, Trash2 } from 'lucide-react'
import type { CronJob } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { Moment } from '#ui/moment.tsx'
import { Card } from '#ui/page-header.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { wordsOf } from './schedule-words.ts'
import { useJobActs } from './use-job-acts.ts'

/** JobActs are what can be done to a job; `mayWrite` is whether the viewer may. */
export interface JobActs {
  readonly mayWrite: boolean
  readonly onEdit: (job: CronJob) => void
  readonly onDelete: (job: CronJob) => void
}

/** JobList shows jobs with their next run. */
export function JobList({
  projectId,
  jobs,
  onOpen,
  mayWrite,
  onEdit,
  onDelete,
}: JobActs & {
  readonly projectId: string
  readonly jobs: readonly CronJob[]
  readonly onOpen: (id: string) => void
}) {
  const { m } = useLanguage()
  const acts = useJobActs(projectId)
  const columns: Column<CronJob>[] = [
    {
      title: m.cron.columns.name,
      cell: ({ id, name }) => <LinkButton onClick={() => onOpen(id)}>{name}</LinkButton>,
    },
    { title: m.cron.columns.schedule, cell: (job) => <Schedule job={job} /> },
    { title: m.cron.columns.target, cell: (job) => <Target job={job} /> },
    {
      title: m.cron.columns.next,
      cell: ({ enabled, next_runs: [next] }) =>
        enabled && next !== undefined ? (
          <Moment iso={next} relative />
        ) : (
          <Badge tone="warning">{m.cron.isPaused}</Badge>
        ),
    },
  ]
  if (mayWrite)
    columns.push({
      title: m.common.actions.menu,
      hidden: true,
      end: true,
      cell: (job) => (
        <Menu label={`${m.common.actions.menu}: ${job.name}`}>
          <MenuItem icon={<Play aria-hidden />} onSelect={() => acts.run(job)}>
            {m.cron.run}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(job)}>
            {m.cron.edit}
          </MenuItem>
          <MenuItem
            icon={job.enabled ? <Pause aria-hidden /> : <StepForward aria-hidden />}
            onSelect={() => acts.toggle(job)}
          >
            {job.enabled ? m.cron.pause : m.cron.resume}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onDelete(job)}>
            {m.cron.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      <Table label={m.cron.title} columns={columns} rows={jobs} rowKey={({ id }) => id} />
    </Card>
  )
}

/** Schedule is when a job runs: in words where there are some, with its zone. */
export function Schedule({ job }: { readonly job: CronJob }) {
  const { m, format } = useLanguage()
  const words = wordsOf(job.schedule, m, format)
  return (
    <span title={job.schedule}>
      {words ?? <code>{job.schedule}</code>} <small>({job.timezone})</small>
    </span>
  )
}

/** Target is what a job calls. */
export function Target({ job }: { readonly job: CronJob }) {
  return <code>{job.target_type === 'http' ? job.target_url : job.function_slug}</code>
}
