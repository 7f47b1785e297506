// Routes of the server itself: its health and whether it takes requests, for load balancers, and GET /metrics.
import type { Registry } from 'prom-client'
import { z } from 'zod'
import { AppError } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'

const access = { by: [] } as const

const health = z
  .object({
    status: z.literal('ok'),
    database: z.literal('ok'),
    database_ms: z.number(),
    realtime: z.enum(['ok', 'standby']),
  })
  .meta({ id: 'Health' })
const readiness = health.pick({ status: true }).meta({ id: 'Readiness' })
const liveHealth = z
  .object({
    realtime: z.literal('ok'),
    degraded_tables: z
      .record(z.string(), z.int())
      .optional()
      .describe(
        'How many tables of a cluster cannot be captured, where there are any. Their owners see why.',
      ),
  })
  .meta({ id: 'RealtimeHealth' })

/** systemRoutes registers the routes of the server itself. */
export function systemRoutes(app: App, platform: Platform, metrics: Registry): void {
  const routes = section(app, { at: '', tag: 'Platform', access })

  routes.get(
    '/healthz',
    { summary: 'Say whether the server is healthy', response: answers(200, health) },
    async () => {
      const started = performance.now()
      await checkDatabase(platform)
      const database_ms = Math.round((performance.now() - started) * 100) / 100
      return { status: 'ok', database: 'ok', database_ms, realtime: serves(platform) ? 'ok' : 'standby' }
    },
  )

  routes.get(
    '/livez',
    {
      summary: 'Say that the process answers',
      description: 'Whatever its database does, so that nobody restarts a server for that.',
      response: answers(200, readiness),
    },
    async () => ({ status: 'ok' }) as const,
  )

  routes.get(
    '/readyz',
    {
      summary: 'Say whether this node is to get requests',
      description: '503 once it is about to stop, while it still serves all that come (`MSINGI_DRAIN`).',
      response: answers(200, readiness),
    },
    async () => {
      if (platform.draining.isDraining) throw new AppError('unavailable', 'This node is about to stop.')
      await checkDatabase(platform)
      return { status: 'ok' } as const
    },
  )

  routes.get(
    '/healthz/realtime',
    {
      summary: 'Say whether this node serves live changes',
      description:
        'Where several nodes share a database, a load balancer sends WebSockets and SSE to those that do.',
      response: answers(200, liveHealth),
    },
    async () => {
      if (!serves(platform))
        throw new AppError('unavailable', 'Another node serves live changes at the moment.')
      const degraded = await countDegraded(platform)
      return { realtime: 'ok', ...(degraded === undefined ? {} : { degraded_tables: degraded }) } as const
    },
  )

  routes.get('/metrics', { hide: true }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}

async function checkDatabase({ clusters, log }: Platform): Promise<void> {
  try {
    await clusters.main.ping()
  } catch (error) {
    log.error({ err: error }, 'health check: the database does not answer')
    throw new AppError('unavailable', undefined, { cause: error })
  }
}

// Numbers only: anybody may ask.
async function countDegraded({ changes }: Platform): Promise<Record<string, number> | undefined> {
  const counts = await Promise.all(
    changes.states().map(async ({ cluster, failed }): Promise<[string, number]> => [cluster, await failed()]),
  )
  const degraded = counts.filter(([, count]) => count > 0)
  return degraded.length === 0 ? undefined : Object.fromEntries(degraded)
}

// One that is about to stop serves them to its end, and is to get no more, where another one can.
function serves({ changes, draining, hasBroker }: Platform): boolean {
  if (draining.isDraining && hasBroker) return false
  return changes.states().every((state) => state.serves)
}
