// Cron jobs of a project: with their next runs, run by hand, paused, changed and deleted.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { CronJob } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { cronJobsQuery } from '#api/services/cron.ts'
import { useMessages } from '#i18n/language.tsx'
import { ListScreen } from '#ui/lists/list-screen.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import type { CronSearch } from './cron-search.ts'
import { JobList } from './job-list.tsx'
import { messages } from './messages.ts'

const JobDrawer = whenShown(async () => (await import('./job-drawer.tsx')).JobDrawer)
const JobForm = whenShown(async () => (await import('./job-form.tsx')).JobForm)
const DeleteJob = whenShown(async () => (await import('./delete-job.tsx')).DeleteJob)

const route = getRouteApi('/signed-in/projects/$projectId/cron')

/** CronScreen lists the cron jobs of a project. */
export function CronScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { search = '', job: openId, create } = route.useSearch()
  const navigate = route.useNavigate()
  const jobs = useQuery(cronJobsQuery(projectId))
  const mayWrite = useMay(projectId)('cron:write')
  const [edited, setEdited] = useState<CronJob>()
  const [removed, setRemoved] = useState<CronJob>()
  const change = (change: CronSearch) => navigate({ search: (now) => ({ ...now, ...change }) })
  // The API answers all jobs of a project at once: there are at most 100.
  const open = jobs.data?.find(({ id }) => id === openId)
  const acts = { mayWrite, onEdit: setEdited, onDelete: setRemoved }
  return (
    <>
      <ListScreen
        words={m}
        icon={<CalendarClock aria-hidden />}
        query={jobs}
        textOf={({ name }) => name}
        search={search}
        onSearch={(search) => navigate({ search: { search }, replace: true })}
        onCreate={mayWrite ? () => change({ create: true }) : undefined}
      >
        {(rows) => <JobList projectId={projectId} jobs={rows} onOpen={(job) => change({ job })} {...acts} />}
      </ListScreen>
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
