// Examples of plans, billing, invoices and rate limits.
import { randomUUID } from 'node:crypto'
import { insertInvoice } from '#modules/plans/billing/invoices.store.ts'
import type { ExampleStage } from './stage.ts'

/** billing calls the routes, and those of rate limits. An invoice takes a month, so that one is there already. */
export async function billing({ call, below, dashboard, app }: ExampleStage): Promise<void> {
  const rules = [{ group: 'auth', by: 'address', limit: 30, window_seconds: 60 }]
  await call('PATCH', `${below}/rate-limits`, { ...dashboard, body: { rules, version: 0 } })
  await call('GET', `${below}/rate-limits`, dashboard)
  await call('GET', '/plans', dashboard)
  const { data } = await call('GET', `${below}/billing`, dashboard)
  await call('PATCH', `${below}/billing`, {
    ...dashboard,
    body: { plan_id: data.plan.id, version: data.version },
  })
  const line = {
    ...{
      plan_id: 'pro',
      description: 'Pro, 31 of 31 days',
      meter: null,
      from: '2026-01-01',
      to: '2026-02-01',
    },
    ...{ quantity: 31, included: 0, unit: 31, unit_price: 2500, amount: 2500 },
  }
  const project_id = below.slice('/projects/'.length)
  await insertInvoice(app.platform.clusters.main.admin, {
    ...{ id: randomUUID(), project_id, period: '2026-01-01', currency: 'USD', total: 2500, lines: [line] },
    issued_at: app.clock.now(),
  })
  const list = await call('GET', `${below}/billing/invoices`, { ...dashboard, query: { limit: 12 } })
  const [{ id, organisation_id }] = list.data
  await call('GET', `${below}/billing/invoices/${id}`, dashboard)
  await call('GET', `/organisations/${organisation_id}/usage`, { ...dashboard, query: { limit: 2 } })
  await call('GET', `/organisations/${organisation_id}/invoices`, { ...dashboard, query: { limit: 12 } })
  await call('GET', `/organisations/${organisation_id}/invoices/${id}`, dashboard)
}
