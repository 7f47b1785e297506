// Plans of projects: reading what a month costs, and changing the plan, also by several people at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { moveTo, startBilledApp, use } from './billing.fixture.ts'
import { beginMonths } from './invoices.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startBilledApp()
})
afterAll(() => app.stop())

const read = async ({ id, token }: TestProject) => {
  const { status, data, text } = await app.api('GET', `/projects/${id}/billing`, { token })
  expect(status, text).toBe(200)
  return data
}
const change = ({ id, token }: TestProject, body: object) =>
  app.api('PATCH', `/projects/${id}/billing`, { token, body })

test('lists plans, the default first', async () => {
  const { token } = await app.createProject()
  const { data } = await app.api('GET', '/plans', { token })
  expect(data.map(({ id }: { id: string }) => id)).toEqual(['free', 'pro', 'max', 'euro'])
  expect(data[0].meters.requests).toEqual({ included: 0, unit: 1, limit: 100 })
})

test('a project begins with the default plan, and reads what it uses', async () => {
  const project = await app.createProject()
  await use(app, project, { sign_ins: 7 })
  const { plan, version, next_plan, period, meters, amount } = await read(project)
  expect([plan.id, version, next_plan, amount]).toEqual(['free', 1, null, 0])
  expect(period.starts).toBe(`${app.clock.now().toISOString().slice(0, 7)}-01`)
  const of = (name: string) => meters.find(({ meter }: { meter: string }) => meter === name)
  expect(of('sign_ins')).toMatchObject({ used: 7, included: 0, limit: 1 })
  expect(of('requests')).toMatchObject({ limit: 100 })
  expect(of('requests').forecast).toBeGreaterThanOrEqual(of('requests').used)
  expect(of('payments').limit).toBeNull()
})

test('more begins today, less when the month ends, and the plan itself undoes that', async () => {
  const project = await app.createProject()
  const upgraded = await change(project, { plan_id: 'pro' })
  expect(upgraded.status, upgraded.text).toBe(200)
  const today = app.clock.now().toISOString().slice(0, 10)
  expect(upgraded.data.plan.id).toBe('pro')
  expect(upgraded.data.lines[0]).toMatchObject({ meter: null, from: today, quantity: 1, unit_price: 310_000 })
  const down = (await change(project, { plan_id: 'free' })).data
  expect([down.plan.id, down.next_plan]).toEqual(['pro', { id: 'free', starts: down.period.ends }])
  // Another currency cannot be on the same invoice.
  const other = (await change(project, { plan_id: 'euro' })).data
  expect([other.plan.id, other.next_plan.id]).toEqual(['pro', 'euro'])
  const same = (await change(project, { plan_id: 'pro' })).data
  expect([same.plan.id, same.next_plan]).toEqual(['pro', null])
  const max = (await change(project, { plan_id: 'max' })).data
  // Of two upgrades on one day the later counts.
  expect(max.lines.map(({ plan_id }: { plan_id: string }) => plan_id)).toEqual(['max'])
  const log = await app.api('GET', `/projects/${project.id}/audit-logs`, { token: project.token })
  expect(log.data[0]).toMatchObject({
    action: 'billing.update',
    before: { plan_id: 'pro' },
    after: { plan_id: 'max' },
  })
})

test('of changes that race from one version, one wins', async () => {
  const project = await app.createProject()
  const { version } = await read(project)
  const answers = await Promise.all(
    ['pro', 'max', 'pro', 'max', 'euro'].map((plan_id) => change(project, { plan_id, version })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body.details).toEqual({ version: version + 1 })
  expect((await read(project)).version).toBe(version + 1)
})

test('unknown plans and fields are refused, and so is everybody else', async () => {
  const project = await app.createProject()
  const other = await app.createProject()
  const unknown = await change(project, { plan_id: 'gold' })
  expect([unknown.status, unknown.body.message]).toEqual([
    400,
    'plan_id: there is no plan gold. There are free, pro, max, euro.',
  ])
  for (const body of [{}, { plan_id: 'pro', price: 0 }, { plan_id: 'pro', version: -1 }, { plan_id: 7 }])
    expect((await change(project, body)).status).toBe(400)
  const path = `/projects/${project.id}/billing`
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { plan_id: 'max' }],
  ] as const) {
    expect((await app.api(method, path, { token: other.token, body })).status).toBe(403)
    expect((await app.api(method, path, { key: project.secret, body })).status).toBe(403)
    expect((await app.api(method, path, { body })).status).toBe(401)
  }
  expect((await read(project)).plan.id).toBe('free')
})

test('a month begins with what was chosen; a plan that is gone keeps its terms for those who have it', async () => {
  const one = await startBilledApp()
  try {
    const [kept, moved] = [await one.createProject(), await one.createProject()]
    const purged = await one.createProject()
    const { admin } = one.platform.clusters.main
    await admin.query(`update platform.projects set status = 'purging', delete_at = now() where id = $1`, [
      purged.id,
    ])
    for (const { id, token } of [kept, moved])
      await one.api('PATCH', `/projects/${id}/billing`, { token, body: { plan_id: 'pro' } })
    await one.api('PATCH', `/projects/${moved.id}/billing`, { token: moved.token, body: { plan_id: 'free' } })
    const next = new Date(one.clock.now())
    next.setUTCMonth(next.getUTCMonth() + 1, 1)
    moveTo(one, next.toISOString().slice(0, 10))
    const plans = { ...one.platform.plans, list: one.platform.plans.list.filter(({ id }) => id !== 'pro') }
    // Several nodes at once.
    await Promise.all(
      Array.from({ length: 4 }, () => beginMonths({ ...one.platform, plans }, new AbortController().signal)),
    )
    const { rows } = await admin.query(
      `select project_id, plan_id, terms ->> 'price' as price, next_plan_id
       from platform.billing_plans join platform.plan_terms using (digest)
       where starts = $1::date`,
      [next.toISOString().slice(0, 10)],
    )
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        { project_id: kept.id, plan_id: 'pro', price: '310000', next_plan_id: null },
        { project_id: moved.id, plan_id: 'free', price: '0', next_plan_id: null },
      ]),
    )
  } finally {
    await one.stop()
  }
})

test('without a file of plans nothing is billed or limited', async () => {
  const one = await startTestApp()
  try {
    const { id, token } = await one.createProject()
    await one.upkeep('billing')
    const { data } = await one.api('GET', `/projects/${id}/billing`, { token })
    expect(data).toMatchObject({ plan: { id: 'self-hosted' }, amount: 0, lines: [] })
    const path = `/projects/${id}/billing`
    expect((await one.api('PATCH', path, { token, body: { plan_id: 'pro' } })).status).toBe(400)
    expect((await one.api('PATCH', path, { token, body: { plan_id: 'self-hosted' } })).status).toBe(200)
    const rows = await one.platform.clusters.main.admin.query('select from platform.billing_plans')
    expect(rows.rowCount).toBe(0)
  } finally {
    await one.stop()
  }
})
