// Background jobs of a project that have failed for good.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'

/** MOST_JOBS is how many failed jobs are listed at most. */
export const MOST_JOBS = 200

/** failedJobsKey begins the keys of all queries about failed jobs of a project. */
export const failedJobsKey = (projectID: string) => ['projects', projectID, 'failed-jobs']

/** failedJobsQuery is the failed jobs of a project, of one kind where it is named, the latest first. */
export const failedJobsQuery = (projectID: string, name: string | undefined) =>
  queryOptions({
    queryKey: [...failedJobsKey(projectID), name ?? null],
    queryFn: ({ signal }) => {
      const query = { project_id: projectID, limit: MOST_JOBS, ...(name === undefined ? {} : { name }) }
      return data(client.GET('/api/v1/jobs/failed', { params: { query }, signal }))
    },
  })

/** retryJob runs a failed job again, in the background. */
export function retryJob(jobID: string) {
  return data(client.POST('/api/v1/jobs/failed/{jobID}/retry', { params: { path: { jobID } } }))
}

/** discardJob forgets a failed job. */
export async function discardJob(jobID: string): Promise<void> {
  await client.DELETE('/api/v1/jobs/failed/{jobID}', { params: { path: { jobID } } })
}
