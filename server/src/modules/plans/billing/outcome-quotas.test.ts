// Quotas of what comes of requests: active users, payments and webhook attempts. None loses what is there already.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueEvent } from '#modules/automation/webhook-deliveries/queue/webhook-deliveries.service.ts'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'
import type { TestApp, TestProject } from '#test/harness.ts'
import { exhaust, startBilledApp } from './billing.fixture.ts'

const PLANS = `
plans:
  - id: small
    name: Small
    currency: USD
    meters:
      active_users: { limit: 1 }
      payments: { limit: 2 }
      webhook_attempts: { limit: 5 }
  - id: large
    name: Large
    price: 100
    currency: USD
`

let app: TestApp
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startBilledApp({ internalNetworks: LOOPBACK }, PLANS)
  // The simulated providers of payments answer at the server's own address.
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
})

async function upgrade({ id, token }: TestProject): Promise<void> {
  const chosen = await app.api('PATCH', `/projects/${id}/billing`, { token, body: { plan_id: 'large' } })
  expect(chosen.status, chosen.text).toBe(200)
  await expect.poll(() => app.platform.quotas.projectsBeyond('webhook_attempts')).not.toContain(id)
}

test('beyond its active users a project lets in those who were active in the month, and no others', async () => {
  const project = await app.createProject()
  const { id, publishable: key } = project
  const call = (path: string, body: object) => app.api('POST', `/projects/${id}/auth/${path}`, { key, body })
  const person = (email: string, phone: string) => ({
    email,
    phone,
    password: 'correct horse 1',
    full_name: 'A',
  })
  expect((await call('signup', person('a@example.com', '+255712345670'))).status).toBe(201)
  await exhaust(app, project, 'active_users', 1)
  const refused = await call('signup', person('b@example.com', '+255712345671'))
  expect([refused.status, refused.body.details]).toEqual([
    429,
    expect.objectContaining({ quota: 'active_users', limit: 1 }),
  ])
  const known = { email: 'a@example.com', password: 'correct horse 1' }
  expect((await call('signin', known)).status).toBe(200)
  await app.modules.usage.service.flush()
  expect((await call('signin', known)).status).toBe(200)
  await upgrade(project)
  expect((await call('signup', person('b@example.com', '+255712345671'))).status).toBe(201)
})

test('beyond its payments a project starts none, and hears of those that are under way', async () => {
  const project = await app.createProject()
  const { id, token, secret: key } = project
  const payments = `/projects/${id}/payments`
  await app.api('PUT', `${payments}/settings`, { token, body: { is_active: true } })
  const body = { phone: '0754123456', amount: 9000, first_name: 'Neema', last_name: 'Mushi' }
  const start = (idempotency: string) =>
    app.api('POST', `${payments}/provider_b/initiate`, {
      key,
      body,
      headers: { 'idempotency-key': idempotency },
    })
  const first = await start('one')
  expect(first.status, first.text).toBeLessThan(300)
  await exhaust(app, project, 'payments', 2)
  const refused = await start('two')
  expect([refused.status, refused.body.details]).toEqual([
    429,
    expect.objectContaining({ quota: 'payments', limit: 2, used: expect.any(Number) }),
  ])
  const { data } = await app.api('GET', `${payments}/transactions`, { key })
  expect(data.transactions ?? data).toHaveLength(1)
  // The answer to a request that was made before is still there, and so are callbacks: this one is refused for what it is.
  expect((await start('one')).data).toEqual(first.data)
  expect((await app.api('POST', `/webhooks/provider_b/${id}/callback`, { body: {} })).status).not.toBe(429)
  await upgrade(project)
  expect((await start('two')).status).toBeLessThan(300)
})

test('beyond its webhook attempts deliveries of a project wait, and none is lost', async () => {
  const [project, other] = [await app.createProject(), await app.createProject()]
  const event = app.platform.events.all.find(({ type }) => type === 'function.failed') as ProjectEvent
  const listen = async ({ id, token }: TestProject, path: string) => {
    const body = { name: path, url: receiver.url + path, events: [event.type] }
    const hook = await app.api('POST', `/projects/${id}/webhooks`, { token, body })
    expect(hook.status, hook.text).toBe(201)
    const hooks = `/projects/${id}/webhooks/${hook.data.id}`
    return {
      send: () =>
        transaction(app.platform.clusters.main.admin, (db) =>
          queueEvent(app.platform, db, id, { event, data: {} }),
        ),
      statuses: async () => {
        const { data } = await app.api('GET', `${hooks}/deliveries`, { token })
        return data.map(({ status }: { status: string }) => status)
      },
    }
  }
  const [limited, free] = [await listen(project, '/limited'), await listen(other, '/free')]
  await limited.send()
  await expect.poll(limited.statuses).toEqual(['delivered'])
  await exhaust(app, project, 'webhook_attempts', 5)
  await limited.send()
  // Those of another project, which are later, do not wait.
  for (let n = 1; n <= 3; n++) {
    await free.send()
    await expect.poll(free.statuses).toEqual(Array.from({ length: n }, () => 'delivered'))
  }
  expect(await limited.statuses()).toEqual(['pending', 'delivered'])
  expect(receiver.of('/limited')).toHaveLength(1)
  const told = await app.api('GET', '/events/history', { token: project.token })
  expect(told.data).toContainEqual(
    expect.objectContaining({
      type: 'quota.reached',
      data: expect.objectContaining({ quota: 'webhook_attempts' }),
    }),
  )
  await upgrade(project)
  await expect.poll(limited.statuses).toEqual(['delivered', 'delivered'])
})
