// Background jobs of a project that have failed for good: looked at, run again, discarded, one or several.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ListX } from 'lucide-react'
import { useState } from 'react'
import type { FailedJob } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { discardJob, failedJobsKey, failedJobsQuery, MOST_JOBS, retryJob } from '#api/services/jobs.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { BatchDialog } from '#ui/batch/batch-dialog.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Select } from '#ui/forms/select.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Card, PageHeader } from '#ui/page/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import { FailedJobDrawer } from './failed-job-drawer.tsx'
import { FailedJobList } from './failed-job-list.tsx'
import classes from './jobs.module.css'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/jobs')
const ALL = ''

interface Batch {
  readonly act: 'retry' | 'discard'
  readonly jobs: readonly FailedJob[]
}

/** JobsScreen lists the failed jobs of a project. */
export function JobsScreen() {
  const m = useMessages(messages)
  const { format, plural } = useLanguage()
  const { projectId } = route.useParams()
  const { name, job: openId } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const mayWrite = useMay(projectId)('jobs:write')
  const { data: all = [] } = useQuery(failedJobsQuery(projectId, undefined))
  const jobs = useQuery(failedJobsQuery(projectId, name))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [batch, setBatch] = useState<Batch>()
  const rows = jobs.data ?? []
  const chosenJobs = rows.filter(({ id }) => chosen.has(id))
  const names = [...new Set([...all.map((job) => job.name), ...(name === undefined ? [] : [name])])]
  const open = (job: string | undefined) => navigate({ search: (now) => ({ ...now, job }) })
  const begin = (act: Batch['act']) => (jobs: readonly FailedJob[]) => setBatch({ act, jobs })
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      <div className={classes.tools}>
        <Select
          label={m.kind}
          choices={[{ value: ALL, label: m.anyKind }, ...names.map((value) => ({ value, label: value }))]}
          value={name ?? ALL}
          onChange={(next) => {
            setChosen(new Set())
            navigate({ search: { name: next || undefined }, replace: true })
          }}
        />
        {rows.length === 0 ? null : (
          <span>{rows.length === MOST_JOBS ? m.latest(MOST_JOBS) : m.shown(rows.length, plural)}</span>
        )}
        {chosenJobs.length === 0 ? null : (
          <>
            <Button onClick={() => begin('retry')(chosenJobs)}>{m.retryChosen(chosenJobs.length)}</Button>
            <Button kind="danger" onClick={() => begin('discard')(chosenJobs)}>
              {m.discardChosen(chosenJobs.length)}
            </Button>
          </>
        )}
      </div>
      {jobs.isPending ? <Skeleton lines={6} /> : null}
      {jobs.isError ? <ErrorState error={jobs.error} onRetry={jobs.refetch} /> : null}
      {jobs.data === undefined ? null : (
        <Card>
          {rows.length === 0 ? (
            <EmptyState icon={<ListX aria-hidden />} title={m.none} hint={m.noneHint} />
          ) : (
            <FailedJobList
              jobs={rows}
              chosen={chosen}
              onChoose={mayWrite ? setChosen : undefined}
              onOpen={open}
            />
          )}
        </Card>
      )}
      {openId === undefined || batch !== undefined || jobs.data === undefined ? null : (
        <FailedJobDrawer
          job={rows.find(({ id }) => id === openId)}
          mayWrite={mayWrite}
          onRetry={(job) => begin('retry')([job])}
          onDiscard={(job) => begin('discard')([job])}
          onClose={() => open(undefined)}
        />
      )}
      {batch === undefined ? null : (
        <BatchDialog
          title={
            batch.act === 'retry'
              ? m.retryTitle(batch.jobs.length, plural)
              : m.discardTitle(batch.jobs.length, plural)
          }
          about={batch.act === 'retry' ? m.retryHint : m.discardHint}
          action={batch.act === 'retry' ? m.retry : m.discard}
          danger={batch.act === 'discard'}
          items={batch.jobs}
          nameOf={(job) => `${job.name}, ${format.time(job.failed_at)}`}
          work={({ id }) => (batch.act === 'retry' ? retryJob(id) : discardJob(id))}
          onEnd={async (done, isWhole) => {
            if (done.length > 0) toast((batch.act === 'retry' ? m.retried : m.discarded)(done.length, plural))
            if (isWhole) {
              setBatch(undefined)
              setChosen(new Set())
              await open(undefined)
            }
            await client.invalidateQueries({ queryKey: failedJobsKey(projectId) })
          }}
          onClose={() => setBatch(undefined)}
        />
      )}
    </>
  )
}
