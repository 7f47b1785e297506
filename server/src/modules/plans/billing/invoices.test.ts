// Invoices: computed once from usage, by day and plan, never changed, and kept when their project is deleted.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeProject } from '#modules/projects/deletion.service.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { Act } from '#platform/http/routes/act.ts'
import type { TestApp } from '#test/harness.ts'
import { moveTo, startBilledApp, use } from './billing.fixture.ts'
import { closeMonths } from './invoices.service.ts'

let app: TestApp
let year: number
beforeAll(async () => {
  app = await startBilledApp()
  year = app.clock.now().getUTCFullYear() + 1
})
afterAll(() => app.stop())

/** project makes one on a day; its credentials expire, so that everything afterwards signs in again. */
async function project(day: string) {
  moveTo(app, day)
  const { token, user } = await app.register()
  const made = await app.api('POST', '/projects', { token, body: { name: 'Duka & <sons>' } })
  const { id, organisation_id } = made.data
  const { admin } = app.platform.clusters.main
  // The database's own clock stands in the present.
  await admin.query('update platform.projects set created_at = $2 where id = $1', [id, app.clock.now()])
  const call = async (method: string, path: string, body?: object) => {
    const credentials = { email: user.email, password: 'correct horse 1' }
    const login = await app.api('POST', '/auth/login', { body: credentials })
    return app.api(method, path, { token: login.data.tokens.access_token, body })
  }
  const path = `/projects/${id}/billing`
  const choose = async (plan_id: string) =>
    expect((await call('PATCH', path, { plan_id })).status, plan_id).toBe(200)
  return { id, organisation_id, path, call, choose }
}

const invoicesOf = async (id: string) =>
  (
    await app.platform.clusters.main.admin.query(
      `select to_char(period, 'YYYY-MM') as period, total::int as total, lines from platform.invoices
       where project_id = $1 order by period`,
      [id],
    )
  ).rows

test('a month is billed by day and plan, once over several nodes, and stays as it is', async () => {
  const one = await project(`${year}-10-11`)
  await use(app, one, { webhook_attempts: 5000, storage_bytes: 5000 })
  moveTo(app, `${year}-10-21`)
  await one.choose('pro')
  await use(app, one, { webhook_attempts: 1101, storage_bytes: 1500 })
  moveTo(app, `${year}-10-31`)
  await one.choose('max')
  await use(app, one, { webhook_attempts: 90_000 })
  await app.upkeep('billing')
  moveTo(app, `${year}-11-01`)
  await app.upkeep('billing')
  expect(await invoicesOf(one.id)).toEqual([])
  // What a node writes down late still counts, for a day.
  const { admin } = app.platform.clusters.main
  await admin.query(
    'update platform.usage_days set webhook_attempts = webhook_attempts + 1000 where project_id = $1 and day = $2',
    [one.id, `${year}-10-21`],
  )
  moveTo(app, `${year}-11-02`)
  const close = () => closeMonths(app.platform, new AbortController().signal)
  await Promise.all([app.upkeep('billing'), close(), close()])
  await app.upkeep('billing')
  const lines = [
    // Ten days of 31, and 1,000 attempts of 3,100 included: 1,101 more are two begun units.
    ['pro', null, `${year}-10-21`, `${year}-10-31`, 10, 100_000],
    ['pro', 'webhook_attempts', `${year}-10-21`, `${year}-10-31`, 2101, 1400],
    ['pro', 'active_users', `${year}-10-21`, `${year}-10-31`, 0, 0],
    // One begun unit above what is included, for ten days of 31.
    ['pro', 'storage_bytes', `${year}-10-21`, `${year}-10-31`, 1500, 1000],
    ['max', null, `${year}-10-31`, `${year}-11-01`, 1, 20_000],
  ]
  const issued = await invoicesOf(one.id)
  expect(issued).toEqual([
    {
      period: `${year}-10`,
      total: 122_400,
      lines: lines.map(([plan_id, meter, from, to, quantity, amount]) =>
        expect.objectContaining({ plan_id, meter, from, to, quantity, amount }),
      ),
    },
  ])
  await admin.query('update platform.usage_days set webhook_attempts = 1e9 where project_id = $1', [one.id])
  await app.upkeep('billing')
  expect(await invoicesOf(one.id)).toEqual(issued)
  for (const statement of ['update platform.invoices set total = 0', 'delete from platform.invoices'])
    await expect(admin.query(statement)).rejects.toThrow('cannot be changed')
  const events = await one.call('GET', '/events/history')
  expect(events.data.map(({ type, data }: any) => [type, data.total])).toEqual([['invoice.issued', 122_400]])
})

test('an invoice is read as JSON and as a page that holds no markup of the project', async () => {
  const one = await project(`${year + 1}-10-31`)
  await one.choose('pro')
  moveTo(app, `${year + 1}-11-02`)
  await app.upkeep('billing')
  const list = await one.call('GET', `${one.path}/invoices?limit=5`)
  const [{ id, number }] = list.data
  expect(list.data).toEqual([
    expect.objectContaining({ project_id: one.id, period: `${year + 1}-10`, currency: 'USD', total: 10_000 }),
  ])
  expect(list.data[0]).not.toHaveProperty('lines')
  const invoice = await one.call('GET', `${one.path}/invoices/${id}`)
  expect(invoice.data).toMatchObject({ number, total: 10_000, lines: { length: 4 } })
  const page = await one.call('GET', `${one.path}/invoices/${id}/page`)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/)
  expect(page.text).toContain('Duka &amp; &lt;sons&gt;')
  expect(page.text).toContain('Pro &lt;b&gt;, 1 of 31 days')
  expect(page.text).toContain('100.00 USD')
  expect(page.text).not.toMatch(/<script|<sons>|Pro <b>/)
  // Another project's invoice is not found below one's own, nor another organisation's.
  const other = await project(`${year + 1}-11-03`)
  for (const path of [other.path, `/organisations/${other.organisation_id}`])
    for (const end of ['', '/page'])
      expect((await other.call('GET', `${path}/invoices/${id}${end}`)).status).toBe(404)
  expect((await other.call('GET', `${one.path}/invoices`)).status).toBe(403)
  expect((await other.call('GET', `/organisations/${one.organisation_id}/invoices`)).status).toBe(403)
  expect((await other.call('GET', `${other.path}/invoices?period=2026-13`)).status).toBe(400)
})

test('a project that is deleted is billed up to that day, and its organisation keeps the invoices', async () => {
  const one = await project(`${year + 2}-10-28`)
  await one.choose('pro')
  moveTo(app, `${year + 2}-10-31`)
  const record = (await createProjectLookup(app.platform)(one.id)) as ProjectRecord
  const account = { account_id: one.id, session_id: one.id, email: '', sso_organisation_id: null }
  const actor = { type: 'dashboard', ...account } as const
  const act = new Act({ actor, project: record, address: '', request_id: '', at: app.clock.now() })
  await removeProject(app.platform, act)
  await app.platform.jobs.drain()
  const { data } = await one.call('GET', `/organisations/${one.organisation_id}/invoices`)
  expect(data).toEqual([expect.objectContaining({ project_id: one.id, total: 40_000 })])
  const path = `/organisations/${one.organisation_id}/invoices/${data[0].id}`
  expect((await one.call('GET', path)).data.lines[0]).toMatchObject({ quantity: 4, amount: 40_000 })
  await app.upkeep('billing')
  expect(await invoicesOf(one.id)).toHaveLength(1)
})

test('months that a stopped server has missed are closed when it is back, each with the plan that it had', async () => {
  const one = await project(`${year + 3}-08-31`)
  await one.choose('pro')
  await app.upkeep('billing')
  moveTo(app, `${year + 3}-10-20`)
  await app.upkeep('billing')
  expect((await invoicesOf(one.id)).map(({ period, total }) => [period, total])).toEqual([
    [`${year + 3}-08`, 10_000],
  ])
  moveTo(app, `${year + 3}-11-02`)
  await app.upkeep('billing')
  // The month began on the first for the plan, although the server came back later.
  expect((await invoicesOf(one.id)).map(({ period, total }) => [period, total])).toEqual([
    [`${year + 3}-08`, 10_000],
    [`${year + 3}-10`, 310_000],
  ])
})

import { createProjectLookup } from '#modules/projects/projects.service.ts'
