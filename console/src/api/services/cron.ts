// Cron jobs of a project and their runs.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { CronJob, CronJobCreate } from '#api/client/schemas.ts'

const pathOf = (projectID: string, jobID: string) => ({ params: { path: { projectID, jobID } } })

/** cronKey begins the keys of all queries about cron jobs of a project. */
export const cronKey = (projectID: string) => ['projects', projectID, 'cron']

/** cronJobsQuery is all jobs of a project, with their next runs. */
export const cronJobsQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...cronKey(projectID), 'list'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/cron', { params: { path: { projectID } }, signal })),
  })

/** saveCronJob creates a job, or changes the one with `jobID`. */
export function saveCronJob(
  projectID: string,
  jobID: string | undefined,
  body: CronJobCreate,
): Promise<CronJob> {
  if (jobID === undefined)
    return data(client.POST('/api/v1/projects/{projectID}/cron', { params: { path: { projectID } }, body }))
  return data(
    client.PATCH('/api/v1/projects/{projectID}/cron/{jobID}', { ...pathOf(projectID, jobID), body }),
  )
}

/** setCronJobEnabled stops the schedule of a job, or lets it go on. */
export function setCronJobEnabled(projectID: string, jobID: string, enabled: boolean): Promise<CronJob> {
  return data(
    client.PATCH('/api/v1/projects/{projectID}/cron/{jobID}', {
      ...pathOf(projectID, jobID),
      body: { enabled },
    }),
  )
}

/** deleteCronJob deletes a job with its history. */
export async function deleteCronJob(projectID: string, jobID: string): Promise<void> {
  await client.DELETE('/api/v1/projects/{projectID}/cron/{jobID}', pathOf(projectID, jobID))
}

/** runCronJob runs a job now, in the background. */
export function runCronJob(projectID: string, jobID: string) {
  return data(client.POST('/api/v1/projects/{projectID}/cron/{jobID}/run', pathOf(projectID, jobID)))
}

const MOST_RUNS = 50
const WATCH_MS = 10_000

/** cronRunsQuery is the latest runs of a job, asked for again while one has not ended. */
export const cronRunsQuery = (projectID: string, jobID: string) =>
  queryOptions({
    queryKey: [...cronKey(projectID), jobID, 'runs'],
    queryFn: ({ signal }) =>
      data(
        client.GET('/api/v1/projects/{projectID}/cron/{jobID}/runs', {
          params: { path: { projectID, jobID }, query: { limit: MOST_RUNS } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'queued' || status === 'running') ? WATCH_MS : false,
  })
