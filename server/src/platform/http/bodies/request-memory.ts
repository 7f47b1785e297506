// Counts what requests hold in memory, from when they say how large they are until their connection has taken the answer:
// a client that is slow in sending or in reading holds it for long.
import type { FastifyRequest } from 'fastify'
import { actorName } from '#platform/credentials/actor.ts'
import { type MemoryBudget, SMALL } from '#platform/fairness/memory-budget.ts'
import { type Tenant, tenantOf } from '#platform/fairness/tenants.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { bodyLimitOf } from './body-limits.ts'

/** senderOf returns whose request it is: the project's, or where there is none the caller's or the address's own. */
export function senderOf({ project, actor, address }: FastifyRequest): Tenant {
  if (project !== undefined) return tenantOf(project)
  const name = actor === undefined ? address : actorName(actor)
  return { project: name, account: name }
}

/** countMemory counts every large body and every large answer; a body beyond the budget is refused with 429 or 503. */
export function countMemory(app: App, budget: MemoryBudget): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    // What is passed on as it comes is never in memory as a whole.
    if (request.routeOptions.config.streams) return done(null, payload)
    const bytes = bodyBytes(request)
    if (bytes < SMALL) return done(null, payload)
    try {
      reply.raw.once('close', budget.reserve(senderOf(request), bytes).release)
      done(null, payload)
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : ''
    if (text.length < SMALL) return done()
    // It is there already; who asks for more meanwhile is refused.
    reply.raw.once('close', budget.hold(senderOf(request), text.length).release)
    done()
  })
}

// One that does not say how long it is may be as long as its limit.
function bodyBytes(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length !== undefined) return Math.min(Number(length), bodyLimitOf(request).bytes)
  return encoding === undefined ? 0 : bodyLimitOf(request).bytes
}
