// Examples of webhooks, integrations, cron jobs and background jobs that have failed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import { transaction } from '#platform/db/transaction.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { ExampleStage } from './stage.ts'

/** webhooks calls the routes of webhooks and their deliveries. */
export async function webhooks({ call, below, dashboard, app }: ExampleStage): Promise<void> {
  const receiver = createServer((_request, response) => response.end('thank you'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const path = `${below}/webhooks`
  await call('GET', `${path}/event-types`, dashboard)
  await call('PUT', `${path}/settings`, { ...dashboard, body: { allowed_hosts: ['hooks.example.com'] } })
  await call('GET', `${path}/settings`, dashboard)
  await app.api('PUT', `${path}/settings`, {
    ...dashboard,
    body: { allowed_hosts: ['hooks.example.com', '127.0.0.1'] },
  })
  const body = {
    name: 'Orders',
    url: 'https://hooks.example.com/orders',
    events: ['row.*:books', 'payment.*'],
  }
  const shown = await call('POST', path, { ...dashboard, body })
  await call('GET', path, dashboard)
  const one = `${path}/${shown.data.id}`
  await call('GET', one, dashboard)
  await call('POST', `${one}/rotate-secret`, { ...dashboard, body: { overlap_seconds: 3600 } })
  await call('PATCH', one, { ...dashboard, body: { events: ['*'] } })
  await app.api('PATCH', one, { ...dashboard, body: { url: address } })
  const event = { event: 'row.inserted', payload: { title: 'Kusadikika' } }
  await call('POST', `${one}/send`, { ...dashboard, body: event })
  const status = async () => (await app.api('GET', `${one}/deliveries`, dashboard)).data[0]?.status
  await vi.waitUntil(async () => (await status()) === 'delivered', { timeout: 30_000 })
  const deliveries = await call('GET', `${one}/deliveries`, { ...dashboard, query: { limit: 20 } })
  const delivery = `${one}/deliveries/${deliveries.data[0].id}`
  await call('GET', delivery, dashboard)
  await call('POST', `${delivery}/retry`, dashboard)
  await call('POST', `${one}/replay`, { ...dashboard, body: { status: 'failed' } })
  await call('DELETE', one, dashboard)
  receiver.close()
}

/** integrations calls the routes of integrations. */
export async function integrations({ call, below, dashboard, app }: ExampleStage): Promise<void> {
  const service = createServer((_request, response) => response.end('ok'))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const path = `${below}/integrations`
  const url = 'https://hooks.slack.com/services/T0/B0/not-a-real-token'
  const body = { provider: 'slack', name: 'Team chat', config: { url, events: ['function.*', 'quota.*'] } }
  const made = await call('POST', path, { ...dashboard, body })
  await call('GET', path, dashboard)
  const one = `${path}/${made.data.id}`
  await call('GET', one, dashboard)
  await call('PATCH', one, { ...dashboard, body: { config: { events: ['*'] } } })
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
  await app.api('PATCH', one, { ...dashboard, body: { config: { url: address } } })
  await call('POST', `${one}/test`, { ...dashboard, body: {} })
  await call('DELETE', one, dashboard)
  service.close()
}

/** cron calls the routes of cron jobs. */
export async function cron({ call, below, dashboard, app }: ExampleStage): Promise<void> {
  const path = `${below}/cron`
  const body = {
    name: 'Nightly report',
    schedule: '0 3 * * *',
    timezone: 'Africa/Nairobi',
    target_type: 'http',
    target_url: 'https://hooks.example.com/report',
    payload: { kind: 'daily' },
  }
  const made = await call('POST', path, { ...dashboard, body })
  await call('GET', path, dashboard)
  const one = `${path}/${made.data.id}`
  await call('GET', one, dashboard)
  await call('PATCH', one, { ...dashboard, body: { overlap: 'queue' } })
  await call('POST', `${one}/run`, dashboard)
  const status = async () => (await app.api('GET', `${one}/runs`, dashboard)).data[0]?.status
  await vi.waitUntil(async () => (await status()) === 'failed', { timeout: 30_000 })
  await call('GET', `${one}/runs`, { ...dashboard, query: { limit: 20 } })
  await call('DELETE', one, dashboard)
}

/** failedJobs calls the routes of background jobs that have failed for good. */
export async function failedJobs({ call, dashboard, app, stage }: ExampleStage): Promise<void> {
  const { jobs, clusters } = app.platform
  const reason = invalidInput('The receiver of the report cannot be reached.')
  jobs.define({ name: 'nightly-report', retries: 0, run: () => Promise.reject(reason) })
  await jobs.start({ work: false })
  await transaction(clusters.main.admin, (db) => jobs.send('nightly-report', {}, db, stage.project.id))
  await jobs.drain().catch(() => {})
  const failed = await call('GET', '/jobs/failed', { ...dashboard, query: { limit: 20 } })
  const one = `/jobs/failed/${failed.data[0].id}`
  await call('POST', `${one}/retry`, dashboard)
  await jobs.drain().catch(() => {})
  await call('DELETE', one, dashboard)
}

/** advisor calls the routes of figures and advice. */
export async function advisor({ call, below, dashboard }: ExampleStage): Promise<void> {
  await call('GET', `${below}/overview`, dashboard)
  await call('GET', `${below}/schema/figures`, dashboard)
  await call('GET', `${below}/advice`, dashboard)
}

/** consoleItems calls the routes of what the console keeps. */
export async function consoleItems({ call, below, dashboard }: ExampleStage): Promise<void> {
  const one = `${below}/console/view:books:cheap`
  const query = { for: 'project' }
  const value = { table: 'books', where: 'price=lt.10' }
  await call('PUT', one, { ...dashboard, query, body: { value } })
  await call('GET', `${below}/console`, { ...dashboard, query })
  await call('GET', one, { ...dashboard, query })
  await call('DELETE', one, { ...dashboard, query })
  const tab = { id: 'f2c9', sql: 'select count(*) from books', params: {} }
  const entries = { by: 'id', put: [tab], remove: ['a17b'] }
  await call('PATCH', `${below}/console/sql-tabs`, { ...dashboard, body: entries })
}
