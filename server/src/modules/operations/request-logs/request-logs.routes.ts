// GET /projects/{projectID}/request-logs?limit= and its live tail.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound } from '#platform/errors/app-error.ts'
import type { Followers } from '#platform/http/answers/followers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { linkCursor } from '#platform/http/routes/next-page.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { EVENT_SOURCE } from '#platform/http/schemas/api-headers.ts'
import type { Platform } from '#platform/platform.ts'
import { bucketsOf, spanOf } from './histogram.ts'
import {
  filterOf,
  filterQuery,
  histogram,
  histogramQuery,
  line,
  lineParams,
  listQuery,
} from './request-logs.schema.ts'
import type { RequestLog } from './request-logs.service.ts'
import { countLines, findLine, listLines } from './request-logs.store.ts'
import { requestLogsCsv } from './request-logs-csv.ts'

const FOLLOWED_AT_ONCE = 200

function laterOf(...ids: (string | undefined)[]): string | undefined {
  const known = ids.flatMap((id) => (id === undefined ? [] : [BigInt(id)]))
  return known.length === 0 ? undefined : String(known.reduce((a, b) => (a > b ? a : b)))
}

/** requestLogRoutes registers the routes of request logs. */
export function requestLogRoutes(
  app: App,
  { clusters, clock }: Platform,
  log: RequestLog,
  followers: Followers,
): void {
  const routes = section(app, {
    at: '/projects/:projectID/request-logs',
    tag: 'Observability',
    access: { by: ['dashboard'], scope: 'logs' },
    params: projectParams,
  })

  routes.get(
    '',
    {
      summary: 'List the latest requests',
      description: 'Lines are kept for 7 days; of a flood, 1,000 lines a second.',
      query: listQuery,
      response: answers(200, z.array(line)),
    },
    async (request, reply) => {
      await log.flush()
      const project = projectOf(request)
      const { limit, cursor: before, since, until, format, ...filter } = request.query
      const where = { ...filterOf(filter), since, until }
      const lines = await listLines(clusters.main.adminOf(project), project.id, where, { limit, before })
      const last = lines.at(-1)
      if (last !== undefined && lines.length === limit) linkCursor(request, reply, last.id)
      return format === 'json' ? lines : reply.type('text/csv; charset=utf-8').send(requestLogsCsv(lines))
    },
  )

  routes.get(
    '/histogram',
    {
      summary: 'Count requests by time and class of status',
      description:
        'With the filters of the list. The first and the last bucket end where `since` and `until` do.',
      query: histogramQuery,
      response: answers(200, histogram),
    },
    async (request) => {
      const project = projectOf(request)
      const { since, until, buckets, ...filter } = request.query
      const span = spanOf({ since, until, buckets }, clock.now())
      await log.flush()
      const db = clusters.main.adminOf(project)
      const { complete, counted } = await countLines(db, project.id, filterOf(filter), span)
      return { seconds: span.width, complete, buckets: bucketsOf(span, counted) }
    },
  )

  routes.get(
    '/:lineID',
    {
      summary: 'Get a request',
      description: 'By the `id` of its line; 404 once the line is no longer kept.',
      params: lineParams,
      response: answers(200, line),
    },
    async (request) => {
      const project = projectOf(request)
      const found = await findLine(clusters.main.adminOf(project), project.id, request.params.lineID)
      if (found === undefined) throw notFound('The request')
      return found
    },
  )

  routes.get(
    '/stream',
    {
      summary: 'Follow requests as server-sent events',
      description: 'Events named `request`. After a break `Last-Event-ID` goes on where the stream ended.',
      query: filterQuery,
      requestHeaders: ['Last-Event-ID'],
      media: [EVENT_SOURCE],
      response: { 200: z.string().describe('A stream of lines.') },
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const project = projectOf(request)
      const filter = filterOf(request.query)
      await log.flush()
      const db = clusters.main.adminOf(project)
      // What the filter has passed over is not looked at again.
      let passed: string | undefined
      const read = async (after: string | undefined) => {
        const [top] = await listLines(db, project.id, {}, { limit: 1, before: undefined })
        if (after === undefined) return top === undefined ? [] : [{ id: top.id, data: top }]
        const page = { limit: FOLLOWED_AT_ONCE, after: passed ?? after }
        const lines = await listLines(db, project.id, filter, page)
        passed = lines.length === FOLLOWED_AT_ONCE ? lines.at(-1)?.id : laterOf(top?.id, lines.at(-1)?.id)
        return lines.map((one) => ({ id: one.id, data: one }))
      }
      await followers.open(request as FastifyRequest, reply as FastifyReply, {
        projectId: project.id,
        event: 'request',
        read,
      })
      return reply
    },
  )
}
