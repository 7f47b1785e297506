// What the example does by itself (examples/music-store/automation.ts), on a server: an order is confirmed, by the webhook
// too, and the cron job cancels what nobody has paid.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'

const example = (file: string) => import(new URL(`../../examples/music-store/${file}`, import.meta.url).href)
const { awaitDelivery, confirm, createAutomation } = await example('automation.ts')
const { orderOf } = await example('ordering.ts')
const { createProject, createTables, inventAccount, register } = await example('setup.ts')

let app: TestApp
let base: string
let token: string
let project: { id: string; secretKey: string }
let made: {
  functionId: string
  calls: { webhookId: string; jobId: string } | undefined
  secret: string
}
const albums = ['Kusadikika', 'Utengano'].map((title) => ({
  ...{
    id: crypto.randomUUID(),
    title,
    label: 'Zuhura',
    released: '2020-05-01',
    price: 9000.5,
    in_stock: true,
  },
}))
const customer = {
  ...{
    id: crypto.randomUUID(),
    name: 'Neema',
    email: 'neema@example.com',
    phone: '+255712345678',
    city: 'Tanga',
  },
}

async function insert(table: string, body: unknown): Promise<void> {
  const { status, text } = await app.api('POST', `/data/${table}`, { key: project.secretKey, body })
  expect(status, text).toBe(201)
}

beforeAll(async () => {
  app = await startTestApp({ internalNetworks: ['127.0.0.0/8', '::1/128'] })
  base = await app.app.listen({ port: 0, host: 'localhost' })
  token = await register(base, inventAccount())
  project = await createProject(base, token)
  await createTables(base, token, project.id)
  await insert('albums', albums)
  await insert('customers', customer)
  made = await createAutomation(base, token, project.id)
})
afterAll(() => app.stop())

test('an order is confirmed by the function, by hand and by the webhook', async () => {
  const orderId = crypto.randomUUID()
  const operations = orderOf(orderId, customer.id, albums)
  const placed = await app.api('POST', '/batch', { key: project.secretKey, body: { operations } })
  expect(placed.status, placed.text).toBe(200)
  expect(await confirm(base, project.secretKey, project.id, made, orderId)).toEqual({
    to: 'neema@example.com',
    subject: 'Your order',
    text: expect.stringMatching(/^Dear Neema,.*1 × Kusadikika\n1 × Utengano\nTotal: 18001/s),
  })
  const delivery = await awaitDelivery(base, token, project.id, made)
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, response_status: 200, error: null })
})

test('a server that may not call itself has the function alone', async () => {
  const plain = await startTestApp()
  try {
    const at = await plain.app.listen({ port: 0, host: '127.0.0.1' })
    const owner = await register(at, inventAccount())
    const { id } = await createProject(at, owner)
    await createTables(at, owner, id)
    expect(await createAutomation(at, owner, id)).toMatchObject({
      functionId: expect.any(String),
      calls: undefined,
    })
  } finally {
    await plain.stop()
  }
})

test('the function refuses what the webhook has not signed', async () => {
  const response = await fetch(`${base}/fn/${project.id}/order-confirmation`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(401)
  const forged = { ...made, secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
  await expect(confirm(base, project.secretKey, project.id, forged, customer.id)).rejects.toThrow('401')
})

test('the cron job cancels orders that nobody has paid for 30 days', async () => {
  const order = { customer_id: customer.id, status: 'pending', total: 1 }
  const placedAt = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await insert('orders', [
    { ...order, placed_at: placedAt(31) },
    { ...order, placed_at: placedAt(29) },
    { ...order, placed_at: placedAt(31), status: 'paid' },
  ])
  const path = `/projects/${project.id}/cron/${made.calls?.jobId}`
  expect((await app.api('POST', `${path}/run`, { token })).status).toBe(202)
  const run = async () => (await app.api('GET', `${path}/runs`, { token })).data[0]
  await expect.poll(async () => (await run()).status, { timeout: 30_000 }).toBe('succeeded')
  const { data } = await app.api('GET', '/data/orders?order=placed_at.asc&total=eq.1', {
    key: project.secretKey,
  })
  expect(data.map(({ status }: { status: string }) => status).sort()).toEqual([
    'cancelled',
    'paid',
    'pending',
  ])
})
