// A server with the simulators of the providers, and a project that takes payments.
import { expect, vi } from 'vitest'
import type { Action, Order } from '#modules/simulators/world.ts'
import type { Config } from '#platform/config/config.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

/** PHONE_A and PHONE_B are numbers that the providers serve. */
export const PHONE_A = '+254712345678'
export const PHONE_B = '+255712345678'

/** Shop is a project that takes payments. */
export interface Shop {
  readonly app: TestApp
  readonly project: TestProject
  /** call calls a route of payments with the secret key. */
  call: TestApp['api']
  /** push starts a payment with provider A and returns its transaction. */
  push(more?: object): Promise<any>
  /** direct starts a payment with provider B and returns its transaction. */
  direct(more?: object): Promise<any>
  /** act does what a payer does with a prompt or session. */
  act(reference: string, action: Action): Promise<void>
  /** faults changes how the simulators behave; what is left out is as by default. */
  faults(behaviour: object): Promise<void>
  orders(): Promise<Order[]>
  /** becomes waits until a transaction is in a state, and returns it. */
  becomes(id: string, status: string): Promise<any>
}

/** QUICK lets the simulators be asked often. */
export const QUICK = { queries_per_minute: 60_000, requests_per_minute: 60_000, retry_ms: 5 }

/** openShop starts a server that listens, with a project that takes payments. */
export async function openShop(overrides: Partial<Config> = {}, settings: object = {}): Promise<Shop> {
  const app = await startTestApp(overrides)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const shop = await addShop(app, settings)
  await shop.faults({})
  return shop
}

/** addShop makes a project that takes payments. */
export async function addShop(app: TestApp, settings: object = {}): Promise<Shop> {
  const project = await app.createProject()
  const call: TestApp['api'] = (method, path, options = {}) =>
    app.api(method, `/projects/${project.id}/payments${path}`, { key: project.secret, ...options })
  const put = await call('PUT', '/settings', {
    body: { is_active: true, provider_a_queries_per_minute: 6000, ...settings },
  })
  expect(put.status, put.text).toBe(200)
  const simulators = (method: string, path: string, body?: object) =>
    app.api(method, `//simulators${path}`, body === undefined ? {} : { body })
  return {
    app,
    project,
    call,
    push: async (more) => {
      const body = { phone: PHONE_A, amount: 100, description: 'Order 1', ...more }
      const answer = await call('POST', '/provider_a/stk-push', { body })
      expect([201, 202], answer.text).toContain(answer.status)
      return answer.data
    },
    direct: async (more) => {
      const body = { phone: PHONE_B, amount: 5000, first_name: 'Asha', last_name: 'Juma', ...more }
      const answer = await call('POST', '/provider_b/initiate', { body })
      expect([201, 202], answer.text).toContain(answer.status)
      return answer.data
    },
    act: async (reference, action) => {
      const answer = await simulators('POST', `/prompts/${reference}`, { action })
      expect(answer.status, answer.text).toBe(200)
    },
    faults: async (behaviour) => {
      const answer = await simulators('PUT', '/faults', { ...QUICK, ...behaviour })
      expect(answer.status, answer.text).toBe(200)
    },
    orders: async () => (await simulators('GET', '/orders')).body as any,
    becomes: async (id, status) => {
      const path = `/transactions/${id}`
      const look = async () => {
        // The clock stands still, and turns to ask a provider are some milliseconds apart.
        app.clock.advance(0.1)
        const { data } = await call('GET', path)
        expect(data?.status, JSON.stringify(data)).toBe(status)
      }
      await vi.waitFor(look, { timeout: 20_000 })
      return (await call('GET', path)).data
    },
  }
}
