// Messages of project auth by the integrations of projects: before the server's own gateways, and never by those instead.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNT as BEEM, startBeem } from '#platform/messages/beem-server.fixture.ts'
import type { GatewayServer } from '#platform/messages/gateway-server.fixture.ts'
import { type MailServer, startMailServer } from '#platform/messages/mail-server.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { IN_A_ROW } from './outcomes.ts'

let app: TestApp
let project: TestProject
let mail: MailServer
let beem: GatewayServer

beforeAll(async () => {
  mail = await startMailServer({ open: true, starttls: false })
  beem = await startBeem()
  app = await startTestApp({ internalNetworks: ['127.0.0.1/32'] })
  project = await app.createProject()
})
afterAll(async () => {
  await app.stop()
  await mail.stop()
  await beem.stop()
})

const asOwner = (method: string, path: string, body?: object) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, ...(body && { body }) })
const asClient = (path: string, body: object) =>
  app.api('POST', `/projects/${project.id}/auth/${path}`, { key: project.publishable, body })
const outbox = () => app.platform.messages.outbox?.(project.id) ?? []

async function create(provider: string, config: object): Promise<string> {
  const { data, text } = await asOwner('POST', '/integrations', { provider, name: provider, config })
  expect(data.id, text).toBeDefined()
  return data.id
}

async function waiting(): Promise<number> {
  const { rows } = await app.platform.clusters.main.admin.query<{ count: number }>(
    `update jobs.job set start_after = now() where name = 'auth-own-message' and state < 'active' returning 1 as count`,
  )
  return rows.length
}

test('mail goes by the integration, from its sender, as long as it is enabled', async () => {
  const user = {
    email: 'asha@example.com',
    password: 'correct horse 1',
    full_name: 'Asha',
    phone: '+255712000001',
  }
  expect((await asClient('signup', user)).status).toBe(201)
  const reset = async () => {
    expect((await asClient('reset-password', { email: user.email })).status).toBe(200)
    await app.platform.jobs.drain()
  }
  const config = { host: '127.0.0.1', port: mail.port, from: 'Duka la Asha <hello@duka.example.com>' }
  const id = await create('smtp', config)
  const kept = outbox().length
  await reset()
  expect(mail.sent.at(-1)).toMatchObject({
    recipients: [user.email],
    email: { from: { name: 'Duka la Asha', address: 'hello@duka.example.com' } },
  })
  expect(mail.sent.at(-1)?.email.text).toMatch(/\d{6}/)
  expect(outbox()).toHaveLength(kept)
  await asOwner('PATCH', `/integrations/${id}`, { enabled: false })
  await reset()
  expect(mail.sent).toHaveLength(1)
  expect(outbox()).toHaveLength(kept + 1)
})

test('SMS that fails is tried again by the integration alone, and people are told', async () => {
  const { username, secret, from } = BEEM
  await create('beem', { api_key: username, secret_key: secret, from, base_url: beem.url })
  const kept = outbox().length
  const phone = '+255712000002'
  expect((await asClient('otp/request', { phone })).status).toBe(200)
  for (let attempt = 0; attempt < IN_A_ROW; attempt++) {
    beem.next('broken')
    await expect(app.platform.jobs.drain()).rejects.toThrow('Beem refused a message (500, 103)')
    expect(await waiting()).toBe(1)
  }
  const [event] = (await app.api('GET', '/events/history', { token: project.token })).data
  expect(event).toMatchObject({
    type: 'integration.failing',
    message: `The integration beem has failed ${IN_A_ROW} times in a row.`,
    data: { error: 'Beem refused a message (500, 103)' },
  })
  expect(JSON.stringify(event)).not.toContain(phone)
  await app.platform.jobs.drain()
  const code = String(beem.sent.at(-1)?.text.match(/\d{6}/))
  expect(beem.sent.at(-1)?.to).toBe(phone)
  expect(outbox()).toHaveLength(kept)
  expect((await asClient('otp/verify', { phone, code, full_name: 'Juma' })).status).toBe(200)
})

test('what is refused for good is neither tried again nor sent by the server', async () => {
  const kept = outbox().length
  expect((await asClient('otp/request', { phone: '+255712000003' })).status).toBe(200)
  const requests = beem.requests()
  beem.next('blocked')
  await app.platform.jobs.drain()
  expect(await waiting()).toBe(0)
  expect([beem.requests() - requests, outbox().length - kept]).toEqual([1, 0])
})
