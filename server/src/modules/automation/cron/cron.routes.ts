// Routes of cron jobs: /projects/{projectID}/cron.

import { z } from 'zod'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { RouteLimit } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './cron.schema.ts'
import * as jobs from './jobs.ts'
import type { Scheduler } from './scheduler.ts'

// Changes and runs by hand of one project.
const CHANGES: RouteLimit = { name: 'cron', of: 'project', limit: 120, window_seconds: 60 }

/** cronRoutes registers the routes of cron jobs. */
export function cronRoutes(app: App, platform: Platform, scheduler: Scheduler): void {
  const routes = section(app, {
    at: '/projects/:projectID/cron',
    tag: 'Cron jobs',
    access: { by: ['dashboard'], scope: 'cron' },
    params: projectParams,
  })

  routes.get('', { summary: 'List cron jobs', response: answers(200, z.array(schema.cronJob)) }, (request) =>
    jobs.listJobs(platform, projectOf(request)),
  )

  routes.post(
    '',
    {
      summary: 'Create a cron job',
      body: schema.cronCreate,
      response: answers(201, schema.cronJob),
      limit: CHANGES,
    },
    (request) => jobs.createJob(platform, request.act, request.body),
  )

  routes.get(
    '/:jobID',
    { summary: 'Get a cron job', params: schema.jobParams, response: answers(200, schema.cronJob) },
    (request) => jobs.getJob(platform, projectOf(request), request.params.jobID),
  )

  routes.patch(
    '/:jobID',
    {
      summary: 'Change a cron job',
      params: schema.jobParams,
      body: schema.cronUpdate,
      response: answers(200, schema.cronJob),
      limit: CHANGES,
    },
    (request) => jobs.updateJob(platform, request.act, request.params.jobID, request.body),
  )

  routes.delete(
    '/:jobID',
    {
      summary: 'Delete a cron job with its history',
      params: schema.jobParams,
      response: answers(204),
      limit: CHANGES,
    },
    (request) => jobs.removeJob(platform, request.act, request.params.jobID),
  )

  routes.post(
    '/:jobID/run',
    {
      summary: 'Run a cron job now',
      description: 'In the background: the list of runs says how it went.',
      params: schema.jobParams,
      response: answers(202, schema.cronRun),
      limit: CHANGES,
    },
    async (request) => {
      const run = await jobs.runJob(platform, request.act, request.params.jobID)
      scheduler.wake()
      return run
    },
  )

  routes.get(
    '/:jobID/runs',
    {
      summary: 'List the runs of a cron job',
      description: 'Newest first; the latest 200 are kept, for 30 days.',
      params: schema.jobParams,
      query: schema.runsQuery,
      response: answers(200, z.array(schema.cronRun)),
    },
    (request) => {
      const { params, query } = request
      return jobs.listJobRuns(platform, projectOf(request), params.jobID, query.limit)
    },
  )
}
