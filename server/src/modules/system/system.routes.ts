// Routes of the server itself: GET /healthz (spec 4.1) and GET /metrics.
import type { App } from '#platform/http/app-types.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import type { Platform } from '#platform/platform.ts'

const access = { by: [] } as const

/** systemRoutes registers the routes of the server itself. */
export function systemRoutes(app: App, platform: Platform): void {
  const metrics = createMetrics(app, platform)

  app.get(
    '/healthz',
    { config: { access }, schema: { tags: ['Platform'], summary: 'Is the server healthy?' } },
    async (_request, reply) => {
      const started = performance.now()
      try {
        await platform.clusters.main.admin.query('select 1')
      } catch (error) {
        platform.log.error({ err: error }, 'health check: the database does not answer')
        reply.code(503)
        return reply.send({ status: 'unavailable', database: 'unreachable' })
      }
      return {
        status: 'ok',
        database: 'ok',
        database_ms: Math.round((performance.now() - started) * 100) / 100,
      }
    },
  )

  app.get('/metrics', { config: { access }, schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  )
}
