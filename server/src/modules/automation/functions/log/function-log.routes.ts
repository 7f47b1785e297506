// What functions did and logged: /projects/{projectID}/functions/{fnID}/logs, /invocations and /figures.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import * as schema from '#modules/automation/functions/versions/functions.schema.ts'
import { findFunction } from '#modules/automation/functions/versions/functions.store.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Followers } from '#platform/http/answers/followers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { queryNumber } from '#platform/http/routes/validation.ts'
import { EVENT_SOURCE } from '#platform/http/schemas/api-headers.ts'
import type { Platform } from '#platform/platform.ts'
import { readFigures } from './function-figures.store.ts'
import { listInvocations, listLines, listLinesAfter } from './function-log.store.ts'
import type { FunctionLog } from './function-log.ts'

const HOUR_MS = 3_600_000

/** functionLogRoutes registers the routes that read the log of functions. */
export function functionLogRoutes(
  app: App,
  platform: Platform,
  log: FunctionLog,
  followers: Followers,
): void {
  const poolOf = async (project: ProjectRecord, id: string) => {
    await log.flush()
    const pool = platform.clusters.main.adminOf(project)
    if ((await findFunction(pool, project.id, id)) === undefined) throw notFound('The function')
    return pool
  }

  const routes = section(app, {
    at: '/projects/:projectID/functions/:fnID',
    tag: 'Functions',
    group: 'functions',
    access: { by: ['dashboard', 'api_key'], scope: 'functions', secretOnly: true },
    params: schema.functionParams,
  })

  routes.get(
    '/logs',
    {
      summary: 'List the latest lines of the log',
      description: 'Lines are kept for 7 days; of a flood, 1,000 lines a second.',
      query: schema.logQuery,
      response: answers(200, z.array(schema.logLine)),
    },
    async (request) => {
      const pool = await poolOf(projectOf(request), request.params.fnID)
      return listLines(pool, request.params.fnID, request.query)
    },
  )

  routes.get(
    '/logs/stream',
    {
      summary: 'Follow the log as server-sent events',
      description: 'Events named `line`. After a break `Last-Event-ID` goes on where the stream ended.',
      requestHeaders: ['Last-Event-ID'],
      media: [EVENT_SOURCE],
      response: { 200: z.string().describe('A stream of lines.') },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { id: projectId } = projectOf(request)
      const { fnID } = request.params
      const pool = await poolOf(projectOf(request), fnID)
      const read = async (after: string | undefined) =>
        (await listLinesAfter(pool, fnID, after)).map((line) => ({ id: line.id, data: line }))
      await followers.open(request as FastifyRequest, reply as FastifyReply, {
        projectId,
        event: 'line',
        read,
      })
      return reply
    },
  )

  routes.get(
    '/invocations',
    {
      summary: 'List the latest invocations',
      query: z.object({ limit: queryNumber(1, 1000, 100) }),
      response: answers(200, z.array(schema.invocation)),
    },
    async (request) => {
      const pool = await poolOf(projectOf(request), request.params.fnID)
      return listInvocations(pool, request.params.fnID, request.query.limit)
    },
  )

  routes.get(
    '/figures',
    {
      summary: 'Count invocations, errors and durations by the hour',
      description: 'For up to 7 days, from the latest 100,000 invocations.',
      query: schema.figuresQuery,
      response: answers(200, schema.functionFigures),
    },
    async (request) => {
      const pool = await poolOf(projectOf(request), request.params.fnID)
      const to = platform.clock.now()
      const since = new Date(to.getTime() - request.query.hours * HOUR_MS)
      return { to, ...(await readFigures(pool, request.params.fnID, since)) }
    },
  )
}
