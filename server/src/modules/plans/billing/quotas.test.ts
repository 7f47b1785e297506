// Quotas of plans: what is refused beyond them, what is not, until when, and who is told.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OnWritten, UsageService } from '#modules/plans/usage/usage.service.ts'
import { Quotas } from '#platform/plans/quotas.ts'
import type { TestApp, TestProject } from '#test/harness.ts'
import { exhaust, startBilledApp, use } from './billing.fixture.ts'
import { createQuotaWatch } from './quota-watch.ts'

let app: TestApp
beforeAll(async () => {
  app = await startBilledApp()
})
afterAll(() => app.stop())

function nextMonth(): string {
  const now = app.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString()
}

async function withTable(): Promise<TestProject & { read(): Promise<number> }> {
  const project = await app.createProject()
  const body = { name: 'books', columns: [{ name: 'title', data_type: 'string' }] }
  await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
  return {
    ...project,
    read: async () => (await app.api('GET', '/data/books', { key: project.secret })).status,
  }
}

test('beyond its requests a project is refused until the month ends, but for its dashboard', async () => {
  const project = await withTable()
  const other = await withTable()
  expect(await project.read()).toBe(200)
  await exhaust(app, project, 'requests', 150)
  const refused = await app.api('GET', '/data/books', { key: project.secret })
  expect(refused.status).toBe(429)
  expect(refused.body.message).toMatch(/^The quota of requests is exceeded: \d+ of 100\. It begins anew on/)
  const { used } = refused.body.details
  expect(refused.body.details).toEqual({ quota: 'requests', limit: 100, used, resets_at: nextMonth() })
  expect(used).toBeGreaterThanOrEqual(150)
  const seconds = (Date.parse(nextMonth()) - app.clock.now().getTime()) / 1000
  expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(seconds))
  const { id, token, publishable } = project
  expect((await app.api('POST', `/projects/${id}/auth/signin`, { key: publishable, body: {} })).status).toBe(
    429,
  )
  for (const path of ['tables', 'billing', 'usage', 'billing/invoices'])
    expect((await app.api('GET', `/projects/${id}/${path}`, { token })).status, path).toBe(200)
  // Callbacks of payment providers arrive: this one is refused for what it is.
  const callback = await app.api('POST', `/webhooks/provider_a/${id}/callback`, { body: {} })
  expect(callback.status).toBe(400)
  expect(await other.read()).toBe(200)
  // A larger plan helps at once.
  await app.api('PATCH', `/projects/${id}/billing`, { token, body: { plan_id: 'pro' } })
  expect(await project.read()).toBe(200)
})

test('is watched on its own once usage is written down', async () => {
  const project = await withTable()
  await use(app, project, { requests: 60 })
  expect(await project.read()).toBe(200)
  // Another node counts.
  await use(app, project, { requests: 200 })
  expect(await project.read()).toBe(200)
  // Reading it writes down what was counted.
  await app.api('GET', `/projects/${project.id}/usage`, { token: project.token })
  await vi.waitFor(async () => expect(await project.read()).toBe(429), { timeout: 30_000 })
})

test('rows beyond the quota are refused to everybody, and deleting them helps', async () => {
  const project = await withTable()
  const { id, token, secret: key } = project
  const insert = () => app.api('POST', '/data/books', { key, body: { title: 'Kusadikika' } })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await insert()).data.id)
  const watch = () => {
    app.modules.billing.quotas.forget(id)
    return app.modules.billing.quotas.refresh()
  }
  const { admin } = app.platform.clusters.main
  await admin.query(`analyze p_${id.replaceAll('-', '')}.books`)
  await watch()
  const refused = await insert()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.body.details).toEqual({ quota: 'database_rows', limit: 3, used: 3, resets_at: null })
  const records = `/projects/${id}/tables/books/records`
  const mutation = 'mutation { insert_books_one(object: { title: "x" }) { id } }'
  expect((await app.api('POST', '/data/books', { token, body: { title: 'x' } })).status).not.toBe(201)
  expect((await app.api('POST', records, { key, body: { data: { title: 'x' } } })).status).toBe(429)
  const graphql = await app.api('POST', `/projects/${id}/graphql`, { token, body: { query: mutation } })
  expect(graphql.text).toContain('The quota of database_rows is exceeded')
  const batch = { operations: [{ method: 'POST', table: 'books', body: { title: 'x' } }] }
  expect((await app.api('POST', '/batch', { key, body: batch })).status).toBe(429)
  expect((await app.api('PATCH', `/data/books/${ids[0]}`, { key, body: { title: 'x' } })).status).toBe(429)
  expect(await project.read()).toBe(200)
  expect((await app.api('DELETE', `/data/books/${ids[0]}`, { key })).status).toBe(204)
  const purge = await app.api('POST', `${records}/${ids[0]}/purge`, { token })
  expect(purge.status, purge.text).toBe(204)
  await admin.query(`vacuum analyze p_${id.replaceAll('-', '')}.books`)
  await watch()
  expect((await insert()).status).toBe(201)
})

test('files beyond the quota are refused, to the byte', async () => {
  const { id, secret: key } = await app.createProject()
  const storage = `/projects/${id}/storage`
  const bucket = await app.api('POST', `${storage}/buckets`, { key, body: { name: 'docs' } })
  const put = (name: string, bytes: number) =>
    app.api('POST', `${storage}/buckets/${bucket.data.id}/objects/${name}`, {
      key,
      raw: Buffer.alloc(bytes, 'a'),
      headers: { 'content-type': 'text/plain' },
    })
  expect((await put('a.txt', 900)).status).toBe(201)
  const refused = await put('b.txt', 101)
  expect(refused.status).toBe(429)
  expect(refused.body.details).toEqual({ quota: 'storage_bytes', limit: 1000, used: 900, resets_at: null })
  expect((await put('c.txt', 100)).status).toBe(201)
})

test('sign-ins, live connections and functions have quotas of their own', async () => {
  const project = await withTable()
  const { id, publishable: key } = project
  const user = { email: 'a@example.com', password: 'correct horse 1', full_name: 'A', phone: '+255712345670' }
  await app.api('POST', `/projects/${id}/auth/signup`, { key, body: user })
  const { email, password } = user
  const again = () => app.api('POST', `/projects/${id}/auth/signin`, { key, body: { email, password } })
  // Signing up was the one.
  expect((await again()).body.details).toMatchObject({ quota: 'sign_ins', limit: 1 })
  expect(await project.read()).toBe(200)
  await exhaust(app, project, 'live_messages', 100)
  const stream = await app.api('GET', `/projects/${id}/realtime/events?table=books&api_key=${project.secret}`)
  expect(stream.body.details).toMatchObject({ quota: 'live_messages', limit: 100 })
  await exhaust(app, project, 'function_invocations', 10)
  expect(() => app.platform.quotas.check(id, ['function_invocations'])).toThrow('function_invocations')
})

test('80 and 100 percent are said once in a month, by several nodes at once', async () => {
  const project = await app.createProject()
  const node = () => {
    let written: OnWritten = async () => {}
    const usage = {
      onWritten(handler: OnWritten) {
        written = handler
      },
      flush: () => written([]),
    }
    const { clock, usage: counts } = app.platform
    const platform = { ...app.platform, quotas: new Quotas(clock, counts) }
    return createQuotaWatch(platform, usage as UsageService, () => undefined)
  }
  const look = () =>
    Promise.all(
      Array.from({ length: 4 }, async () => {
        const watch = node()
        watch.forget(project.id)
        await watch.refresh()
      }),
    )
  const told = async () => {
    const { data } = await app.api('GET', '/events/history', { token: project.token })
    return data
      .filter(({ data: { quota } }: any) => quota === 'live_messages')
      .map(({ type, data: { used, limit } }: any) => [type, used, limit])
  }
  await use(app, project, { live_messages: 79 })
  await look()
  expect(await told()).toEqual([])
  await use(app, project, { live_messages: 1 })
  await look()
  expect(await told()).toEqual([['quota.near', 80, 100]])
  await use(app, project, { live_messages: 20 })
  await look()
  await look()
  expect(await told()).toEqual([
    ['quota.reached', 100, 100],
    ['quota.near', 80, 100],
  ])
})
