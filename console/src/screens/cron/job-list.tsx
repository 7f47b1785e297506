// The table of cron jobs.
import { Pause, Pencil, Play, StepForward, Trash2 } from 'lucide-react'
import type { CronJob } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/overlays/menu.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { messages } from './messages.ts'
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
  const m = useMessages(messages)
  const { common } = useLanguage()
  const acts = useJobActs(projectId)
  const columns: Column<CronJob>[] = [
    {
      title: m.columns.name,
      cell: ({ id, name }) => <LinkButton onClick={() => onOpen(id)}>{name}</LinkButton>,
    },
    { title: m.columns.schedule, cell: (job) => <Schedule job={job} /> },
    { title: m.columns.target, cell: (job) => <Target job={job} /> },
    {
      title: m.columns.next,
      cell: ({ enabled, next_runs: [next] }) =>
        enabled && next !== undefined ? (
          <Moment iso={next} relative />
        ) : (
          <Badge tone="warning">{m.isPaused}</Badge>
        ),
    },
  ]
  if (mayWrite)
    columns.push({
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (job) => (
        <Menu label={`${common.actions.menu}: ${job.name}`}>
          <MenuItem icon={<Play aria-hidden />} onSelect={() => acts.run(job)}>
            {m.run}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(job)}>
            {m.edit}
          </MenuItem>
          <MenuItem
            icon={job.enabled ? <Pause aria-hidden /> : <StepForward aria-hidden />}
            onSelect={() => acts.toggle(job)}
          >
            {job.enabled ? m.pause : m.resume}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onDelete(job)}>
            {m.delete}
          </MenuItem>
        </Menu>
      ),
    })
  return (
    <Card>
      <Table label={m.title} columns={columns} rows={jobs} rowKey={({ id }) => id} />
    </Card>
  )
}

/** Schedule is when a job runs: in words where there are some, with its zone. */
export function Schedule({ job }: { readonly job: CronJob }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
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
