// Cron jobs of a project: with their next runs, run by hand, paused, changed and deleted.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { cronJobsQuery } from '#api/cron.ts'
import { useMay } from '#api/permissions.ts'
import type { CronJob } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { SearchInput } from '#ui/input.tsx'
import { Card, PageHeader, Toolbar } from '#ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import type { CronSearch } from './cron-search.ts'
import { DeleteJob } from './delete-job.tsx'
import { JobDrawer } from './job-drawer.tsx'
import { JobForm } from './job-form.tsx'
import { JobList } from './job-list.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/cron')

/** CronScreen lists the cron jobs of a project. */
export function CronScreen() {
  const { m, plural } = useLanguage()
  const { projectId } = route.useParams()
  const { search = '', job: openId, create } = route.useSearch()
  const navigate = route.useNavigate()
  const jobs = useQuery(cronJobsQuery(projectId))
  const mayWrite = useMay(projectId)('cron:write')
  const [edited, setEdited] = useState<CronJob>()
  const [removed, setRemoved] = useState<CronJob>()
  const change = (change: CronSearch) => navigate({ search: (now) => ({ ...now, ...change }) })
  // The API answers all jobs of a project at once: there are at most 100.
  const wanted = search.toLowerCase()
  const rows = jobs.data?.filter(({ name }) => name.toLowerCase().includes(wanted))
  const none = jobs.data?.length === 0
  const open = jobs.data?.find(({ id }) => id === openId)
  const button = mayWrite ? (
    <Button kind="primary" onClick={() => change({ create: true })}>
      <Plus aria-hidden />
      {m.cron.create}
    </Button>
  ) : undefined
  const acts = { mayWrite, onEdit: setEdited, onDelete: setRemoved }
  return (
    <>
      <PageHeader title={m.cron.title} about={m.cron.about} actions={none ? undefined : button} />
      {jobs.isPending ? <Skeleton /> : null}
      {jobs.isError ? <ErrorState error={jobs.error} onRetry={jobs.refetch} /> : null}
      {none ? (
        <Card>
          <EmptyState
            icon={<CalendarClock aria-hidden />}
            title={m.cron.emptyTitle}
            hint={m.cron.emptyHint}
            action={button}
          />
        </Card>
      ) : null}
      {rows === undefined || none ? null : (
        <>
          <Toolbar>
            <SearchInput
              label={m.cron.search}
              value={search}
              onChange={(search) => navigate({ search: { search: search || undefined }, replace: true })}
            />
            <span>{m.cron.shown(rows.length, plural)}</span>
          </Toolbar>
          {rows.length === 0 ? (
            <Card>
              <EmptyState title={m.common.states.nothing} />
            </Card>
          ) : (
            <JobList projectId={projectId} jobs={rows} onOpen={(job) => change({ job })} {...acts} />
          )}
        </>
      )}
      {open === undefined || edited !== undefined || removed !== undefined ? null : (
        <JobDrawer projectId={projectId} job={open} onClose={() => change({ job: undefined })} {...acts} />
      )}
      {create && mayWrite ? (
        <JobForm projectId={projectId} onClose={() => change({ create: undefined })} />
      ) : null}
      {edited === undefined ? null : (
        <JobForm projectId={projectId} job={edited} onClose={() => setEdited(undefined)} />
      )}
      {removed === undefined ? null : (
        <DeleteJob
          projectId={projectId}
          job={removed}
          onDone={() => {
            setRemoved(undefined)
            change({ job: undefined })
          }}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}
