// Routes of cron jobs: /projects/{projectID}/cron.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { auditSourceOf } from '#platform/audit/audit.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { type RateLimit, RateLimiter } from '#platform/http/routes/rate-limits.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import type { Platform } from '#platform/platform.ts'
import * as schema from './cron.schema.ts'
import * as jobs from './jobs.ts'
import type { Scheduler } from './scheduler.ts'

const tags = ['Cron jobs']
const access = { by: ['dashboard'], scope: 'cron' } as const

// Changes and runs by hand of one project.
const CHANGES: RateLimit = { limit: 120, window_seconds: 60 }

/** cronRoutes registers the routes of cron jobs. */
export function cronRoutes(app: App, platform: Platform, scheduler: Scheduler): void {
  const limiter = new RateLimiter(platform, 'cron')
  const sourceOf = (request: FastifyRequest) => auditSourceOf(request, platform.clock.now())
  const preHandler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (platform.config.rateLimits) reply.headers(await limiter.take(projectOf(request).id, CHANGES))
  }

  app.get(
    '/projects/:projectID/cron',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List cron jobs',
        params: schema.projectParams,
        response: answers(200, z.array(schema.cronJob)),
      },
    },
    (request) => jobs.listJobs(platform, projectOf(request)),
  )

  app.post(
    '/projects/:projectID/cron',
    {
      config: { access },
      preHandler,
      schema: {
        tags,
        summary: 'Create a cron job',
        params: schema.projectParams,
        body: schema.cronCreate,
        response: answers(201, schema.cronJob),
      },
    },
    async (request, reply) => {
      const job = await jobs.createJob(platform, sourceOf(request), request.body)
      reply.code(201)
      return job
    },
  )

  app.get(
    '/projects/:projectID/cron/:jobID',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Get a cron job',
        params: schema.jobParams,
        response: answers(200, schema.cronJob),
      },
    },
    (request) => jobs.getJob(platform, projectOf(request), request.params.jobID),
  )

  app.patch(
    '/projects/:projectID/cron/:jobID',
    {
      config: { access },
      preHandler,
      schema: {
        tags,
        summary: 'Change a cron job',
        params: schema.jobParams,
        body: schema.cronUpdate,
        response: answers(200, schema.cronJob),
      },
    },
    (request) => jobs.updateJob(platform, sourceOf(request), request.params.jobID, request.body),
  )

  app.delete(
    '/projects/:projectID/cron/:jobID',
    {
      config: { access },
      preHandler,
      schema: {
        tags,
        summary: 'Delete a cron job with its history',
        params: schema.jobParams,
        response: answers(204),
      },
    },
    async (request, reply) => {
      await jobs.removeJob(platform, sourceOf(request), request.params.jobID)
      return reply.code(204).send()
    },
  )

  app.post(
    '/projects/:projectID/cron/:jobID/run',
    {
      config: { access },
      preHandler,
      schema: {
        tags,
        summary: 'Run a cron job now',
        description: 'In the background: the list of runs says how it went.',
        params: schema.jobParams,
        response: answers(202, schema.cronRun),
      },
    },
    async (request, reply) => {
      const run = await jobs.runJob(platform, sourceOf(request), request.params.jobID)
      scheduler.wake()
      reply.code(202)
      return run
    },
  )

  app.get(
    '/projects/:projectID/cron/:jobID/runs',
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the runs of a cron job',
        description: 'Newest first; the latest 200 are kept, for 30 days.',
        params: schema.jobParams,
        querystring: schema.runsQuery,
        response: answers(200, z.array(schema.cronRun)),
      },
    },
    (request) => {
      const { params, query } = request
      return jobs.listJobRuns(platform, projectOf(request), params.jobID, query.limit)
    },
  )
}
