// Counts answers until they are sent: to a client that reads slowly, a large one is held for long.
import type { App } from '#platform/http/app-types.ts'
import { type MemoryBudget, SMALL } from './memory-budget.ts'
import { tenantOf } from './tenants.ts'

/** countAnswers counts every large answer of a project from when it is written until its connection has taken it. */
export function countAnswers(app: App, budget: MemoryBudget): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : ''
    if (text.length < SMALL || request.project === undefined) return done()
    // It is there already; who asks for more meanwhile is refused.
    const { release } = budget.hold(tenantOf(request.project), text.length)
    reply.raw.once('close', release)
    done()
  })
}
