// Routes of background jobs that have failed for good: /jobs/failed. For who may see or run those of the organisation.
import { z } from 'zod'
import {
  discardFailedEvent,
  retryFailedEvent,
} from '#modules/automation/webhook-deliveries/history/failed-events.service.ts'
import { organisationsWith } from '#modules/tenancy/organisations/membership.service.ts'
import type { DashboardActor } from '#platform/credentials/actor.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { accountOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { queryNumber, uuid } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './jobs.store.ts'

const params = z.object({ jobID: uuid })

const failedJob = z
  .object({
    id: z.uuid(),
    name: z.string().describe('The kind of job; `function-event` is an event on its way to a function.'),
    project_id: z.uuid(),
    error: z.string().describe('Why the latest attempt has failed.'),
    attempts: z.int(),
    created_at: z.iso.datetime(),
    failed_at: z.iso.datetime(),
  })
  .meta({ id: 'FailedJob' })

const requeuedJob = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'RequeuedJob' })

/** jobRoutes registers them. */
export function jobRoutes(app: App, platform: Platform): void {
  const { jobs } = platform
  const { admin } = platform.clusters.main
  const getJob = async (actor: DashboardActor, id: string) => {
    const organisations = await organisationsWith(platform, actor, 'jobs:write')
    const job = await store.findFailedJob(admin, organisations, id)
    if (job === undefined) throw notFound('The failed job')
    return job
  }
  const retry = (job: store.FailedJob) =>
    job.name === store.FUNCTION_EVENT ? retryFailedEvent(platform, job) : jobs.retry(job.name, job.id)
  const discard = (job: store.FailedJob) =>
    job.name === store.FUNCTION_EVENT ? discardFailedEvent(platform, job) : store.deleteFailedJob(admin, job)

  const routes = section(app, {
    at: '/jobs/failed',
    tag: 'Observability',
    access: { by: ['dashboard'], scope: 'jobs' },
  })

  routes.get(
    '',
    {
      summary: 'List background jobs that have failed for good',
      description: 'Those of the last seven days, of projects in organisations in which you may see them.',
      query: z.object({
        project_id: uuid.optional(),
        name: z.string().max(100, 'must have at most 100 characters').optional().describe('A kind of job.'),
        limit: queryNumber(1, 1000, 50),
      }),
      response: answers(200, z.array(failedJob)),
    },
    async (request) => {
      const { project_id: project, name, limit } = request.query
      const organisations = await organisationsWith(platform, accountOf(request), 'jobs:read')
      return store.listFailedJobs(admin, organisations, { project, name, limit })
    },
  )

  routes.post(
    '/:jobID/retry',
    { summary: 'Run a failed job again', params, response: answers(202, requeuedJob) },
    async (request) => {
      const job = await getJob(accountOf(request), request.params.jobID)
      const { name, id } = job
      if (!(await retry(job))) throw notFound('The failed job')
      return { id, name }
    },
  )

  routes.delete(
    '/:jobID',
    { summary: 'Discard a failed job', params, response: answers(204) },
    async (request) => {
      const job = await getJob(accountOf(request), request.params.jobID)
      if (!(await discard(job))) throw notFound('The failed job')
    },
  )
}
