// The simulators as one handler: both providers, the pages of the payers, and what tests and curious people can switch.
import type { Clock } from '#platform/clock/clock.ts'
import { behaviour } from './faults.ts'
import { createSimulatedA } from './simulated-provider-a.ts'
import { createSimulatedB } from './simulated-provider-b.ts'
import { json, objectOf, type SimulatedAnswer, type SimulatedRequest } from './simulated-request.ts'
import { CHECKOUT_PAGE, PHONE_PAGE } from './simulator-pages.ts'
import { type Action, type Deliver, type KeptOrders, type Order, World } from './world.ts'

/** Simulators are both simulated providers. */
export interface Simulators {
  readonly world: World
  handle(request: SimulatedRequest): SimulatedAnswer
  close(): Promise<void>
}

const ACTIONS: ReadonlySet<unknown> = new Set<Action>([
  'approve',
  'decline',
  'wrong_pin',
  'no_funds',
  'ignore',
])

/** createSimulators makes the simulators; `deliver` sends their callbacks, and `file` keeps their orders. */
export function createSimulators(clock: Clock, deliver: Deliver, file?: KeptOrders): Simulators {
  const world = new World(clock, deliver, file)
  const providers = { provider_a: createSimulatedA(world), provider_b: createSimulatedB(world) }

  const handle = (request: SimulatedRequest): SimulatedAnswer => {
    const { method, path, body } = request
    for (const [name, provider] of Object.entries(providers))
      if (path.startsWith(`/${name}/`)) return provider({ ...request, path: path.slice(name.length + 1) })
    if (method === 'GET' && path === '/phone') return html(PHONE_PAGE)
    if (method === 'GET' && path.startsWith('/checkout/')) return html(CHECKOUT_PAGE)
    if (method === 'GET' && path === '/prompts')
      return json(
        200,
        world
          .pending()
          .filter(({ kind }) => kind !== 'session')
          .slice(0, 100)
          .map(present),
      )
    if (method === 'GET' && path === '/orders') return json(200, [...world.orders.values()].map(present))
    if (method === 'GET' && path === '/faults') return json(200, world.behaviour)
    const [, kind, id = ''] = /^\/(orders|prompts)\/(\w{1,100})$/.exec(path) ?? []
    if (method === 'GET' && kind === 'orders') {
      const order = world.find(id)
      return order === undefined ? json(404, {}) : json(200, present(order))
    }
    if (method === 'POST' && kind === 'prompts') {
      const { action } = objectOf(body)
      if (!ACTIONS.has(action))
        return json(400, { message: `action must be one of ${[...ACTIONS].join(', ')}.` })
      return json(world.act(id, action as Action) ? 200 : 404, {})
    }
    if (method === 'PUT' && path === '/faults') {
      const parsed = behaviour.safeParse(objectOf(body))
      if (!parsed.success) return json(400, { message: parsed.error.message })
      world.behave(parsed.data)
      return json(200, world.behaviour)
    }
    return json(404, { message: 'The simulators have no such address.' })
  }
  return { world, handle, close: () => world.close() }
}

function html(body: string): SimulatedAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body,
  }
}

function present(order: Order) {
  const { callback_url: _, ...shown } = order
  return shown
}
