// Rate limits that routes set for themselves, below those that every caller has.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorName } from '#platform/credentials/actor.ts'
import type { App } from './app-types.ts'
import type { RateLimiter, RouteLimit, RouteLimits } from './rate-limits.ts'
import { callerOf, projectOf } from './request.ts'

/** limitAddresses counts a request by its address. It throws 429. */
export async function limitAddresses(
  { network }: FastifyRequest,
  limits: RouteLimits,
  limiter: RateLimiter,
): Promise<void> {
  for (const limit of [limits].flat())
    if (limit.of === 'address') await limiter.take(`${limit.name}:${network}`, limit)
}

/** limitRoutes counts the requests of projects and actors. Without a limiter nothing is counted. */
export function limitRoutes(app: App, limiter: RateLimiter | undefined): void {
  app.decorateRequest('takeLimit', async (limit, key) => {
    await limiter?.take(`${limit.name}:${key}`, limit)
  })
  if (limiter === undefined) return
  app.addHook('onRoute', (route) => {
    const limits = [route.config?.limit ?? []].flat().filter((limit) => limit.of !== 'address')
    if (limits.length === 0) return
    const take = async (request: FastifyRequest, reply: FastifyReply) => {
      for (const limit of limits) {
        const headers = await limiter.take(`${limit.name}:${keyOf(request, limit)}`, limit)
        if (limit === limits[0]) reply.headers(headers)
      }
    }
    route.preHandler = [...[route.preHandler ?? []].flat(), take]
  })
}

function keyOf(request: FastifyRequest, { of }: RouteLimit): string {
  return of === 'project' ? projectOf(request).id : actorName(callerOf(request))
}
