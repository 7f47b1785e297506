// What projects use: counted by month and day, once and for the right project, also over nodes and after failures.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DayCounts } from '#platform/usage/usage.ts'
import { Usage } from '#platform/usage/usage.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { createFlush } from './flush.ts'
import { usageModule } from './usage.module.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function read({ id, token }: TestProject, query = '') {
  const { status, data, text } = await app.api('GET', `/projects/${id}/usage${query}`, { token })
  expect(status, text).toBe(200)
  return data
}

/** node is another one on the same database. */
function node() {
  const usage = new Usage(app.clock)
  return { usage, ...createFlush({ ...app.platform, usage }) }
}

test('counts requests, rows, sign-ins and active users of a project, and those of no other', async () => {
  const project = await app.createProject()
  const other = await app.createProject()
  const columns = [{ name: 'title', data_type: 'string' }]
  const { token } = project
  await app.api('POST', `/projects/${project.id}/tables`, { token, body: { name: 'books', columns } })
  const user = { email: 'a@example.com', password: 'correct horse 1', full_name: 'A', phone: '+255712345670' }
  const path = `/projects/${project.id}/auth`
  const signup = await app.api('POST', `${path}/signup`, { key: project.publishable, body: user })
  await app.api('POST', `${path}/signin`, {
    key: project.publishable,
    body: { email: user.email, password: user.password },
  })
  await app.api('GET', '/data/books', { token: signup.data.tokens.access_token })
  const [before] = await read(project)
  await app.api('GET', '/data/books', { key: project.secret })
  // Refused with a valid credential: the project's as well. Without one, nobody's.
  await app.api('GET', '/data/nothing', { key: project.secret })
  await app.api('GET', '/data/books')
  const [month] = await read(project)
  // Two of these, and the first call of `read`.
  expect(month.requests - before.requests).toBe(3)
  expect(month).toMatchObject({ sign_ins: 2, active_users: 1, webhook_attempts: 0, payments: 0 })
  expect(month.database_bytes).toBeGreaterThan(0)
  expect(month.period).toBe(app.clock.now().toISOString().slice(0, 7))
  const [day] = await read(project, '?by=day')
  expect(day).toMatchObject({
    period: app.clock.now().toISOString().slice(0, 10),
    sign_ins: 2,
    active_users: 1,
  })
  expect((await read(other))[0]).toMatchObject({ sign_ins: 0, active_users: 0 })
})

test('adds up all projects of an organisation, those on other pages too, and none of another', async () => {
  const { token } = await app.register()
  const { data: team } = await app.api('POST', '/organisations', { token, body: { name: 'Duka' } })
  const body = { name: 'Shop', organisation_id: team.id }
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await app.api('POST', '/projects', { token, body })).data.id)
  await app.api('POST', '/projects', { token, body: { name: 'Personal' } })
  const { usage, flush } = node()
  for (const [n, id] of ids.entries()) usage.of(id).sign_ins += 10 ** n
  await flush()
  const path = `/organisations/${team.id}/usage`
  const month = app.clock.now().toISOString().slice(0, 7)
  const first = await app.api('GET', `${path}?limit=2`, { token })
  expect(first.status, first.text).toBe(200)
  const all = first.data.projects
  expect(first.data).toMatchObject({ period: month, total: { sign_ins: 111 } })
  const next = await app.api('GET', `${path}?limit=2&cursor=${first.headers['x-next-cursor']}`, { token })
  expect(next.data.total.sign_ins).toBe(111)
  expect(next.headers['x-next-cursor']).toBeUndefined()
  all.push(...next.data.projects)
  const known = ids.map((id, n) => ({ project_id: id, project_name: 'Shop', sign_ins: 10 ** n }))
  expect(all).toMatchObject(known.sort((one, other) => (one.project_id < other.project_id ? -1 : 1)))
  const today = app.clock.now().toISOString().slice(0, 10)
  const read = async (period: string) => app.api('GET', `${path}?period=${period}`, { token })
  expect((await read(today)).data.total.sign_ins).toBe(111)
  expect((await read('2026-02-28')).data.total.sign_ins).toBe(today === '2026-02-28' ? 111 : 0)
  for (const wrong of ['2026-02-30', '2026-13', '0000-01', '2026', 'now'])
    expect((await read(wrong)).status, wrong).toBe(400)
  const stranger = await app.register()
  expect((await app.api('GET', path, { token: stranger.token })).status).toBe(403)
})

test('counts what was sent over a real connection, once for each answer on it', async () => {
  const project = await app.createProject()
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'x-platform-api-key': project.secret }
  const sent = async () => {
    const answer = await fetch(`${base}/api/v1/data/users`, { headers })
    return (await answer.arrayBuffer()).byteLength
  }
  const bodies = (await sent()) + (await sent())
  // The end of an answer reaches its client before the server sees its connection free.
  const counted = async () => (await read(project))[0].egress_bytes
  await expect.poll(counted).toBeGreaterThan(bodies)
  expect(await counted()).toBeLessThan(bodies + 2 * 4096)
})

test('adds what several nodes have counted at the same time', async () => {
  const project = await app.createProject()
  const others = await Promise.all(Array.from({ length: 20 }, () => app.createProject()))
  const nodes = Array.from({ length: 4 }, node)
  for (let round = 0; round < 5; round++) {
    for (const { usage } of nodes)
      for (const { id } of [project, ...others].sort(() => Math.random() - 0.5))
        usage.of(id).live_messages += 10
    await Promise.all(nodes.map(({ flush }) => flush()))
  }
  for (const one of [project, others[7] as TestProject])
    expect((await read(one))[0].live_messages).toBe(4 * 5 * 10)
})

test('adds a batch once where its answer was lost, and nothing is lost where it was not written', async () => {
  const { id, token } = await app.createProject()
  const project = { id, token } as TestProject
  const usage = new Usage(app.clock)
  const { admin } = app.platform.clusters.main
  let fault: 'before' | 'after' | undefined
  const query = async (...args: [string, unknown[]]) => {
    if (fault === 'before') throw new Error('connection refused')
    const result = await admin.query(...args)
    if (fault === 'after') throw new Error('connection reset')
    return result
  }
  const clusters = { main: { admin: { query } } }
  const { flush } = createFlush({ ...app.platform, usage, clusters: clusters as never })
  const user = randomUUID()
  for (const kind of ['before', 'after', 'after', undefined] as const) {
    fault = kind
    usage.of(id).sign_ins += 1
    usage.sawUser(id, user)
    await flush().catch(() => {})
  }
  // What came while the first batch failed is a batch of its own.
  await flush()
  expect((await read(project))[0]).toMatchObject({ sign_ins: 4, active_users: 1 })
})

test('knows days and months apart, and a user who is active on several days', async () => {
  const project = await app.createProject()
  const first = new Date(app.clock.now())
  // The middle of the next month, so that two days follow in it.
  first.setUTCMonth(first.getUTCMonth() + 1, 15)
  app.clock.advance((first.getTime() - app.clock.now().getTime()) / 1000)
  const nodes = [node(), node()]
  const [ana, bob] = [randomUUID(), randomUUID()]
  const days = [[ana], [ana, bob], [bob]]
  for (const users of days) {
    for (const { usage } of nodes) for (const user of users) usage.sawUser(project.id, user)
    for (const { flush } of nodes) await flush()
    app.clock.advance(86_400)
  }
  // The dashboard's session is over by then.
  const query = (by: 'month' | 'day') =>
    usageModule(app.platform).service.read({ ...project, cluster: 'main' } as never, { by, limit: 4 })
  const perDay = (await query('day')).map(({ active_users }) => active_users)
  expect(perDay).toEqual([0, 1, 2, 1])
  const perMonth = await query('month')
  expect(perMonth.map(({ active_users }) => active_users)).toEqual([2, 0])
})

test('a batch holds one day, and days that have ended are taken as well', () => {
  const usage = new Usage(app.clock)
  const day = () => app.clock.now().toISOString().slice(0, 10)
  const days = [day()]
  usage.of('a').requests += 1
  app.clock.advance(86_400)
  days.push(day())
  usage.of('a').requests += 2
  const taken = usage.take().map((one: DayCounts) => [one.day, one.projects.get('a')?.requests])
  expect(taken).toEqual([
    [days[0], 1],
    [days[1], 2],
  ])
  expect(usage.take()).toEqual([])
})

test('writes many users and projects in several batches', async () => {
  const project = await app.createProject()
  const { usage, flush } = node()
  for (let n = 0; n < 25_000; n++) usage.sawUser(project.id, randomUUID())
  for (let n = 0; n < 2500; n++) usage.of(randomUUID()).requests += 1
  usage.of(project.id).sign_ins += 3
  await flush()
  const { rows } = await app.platform.clusters.main.admin.query(
    `select sum(active_users)::int as users, sum(sign_ins)::int as sign_ins,
       (select count(distinct project_id)::int from platform.usage_days where requests = 1 and sign_ins = 0
         and not exists (select from platform.projects p where p.id = project_id)) as strangers
     from platform.usage_days where project_id = $1`,
    [project.id],
  )
  expect(rows).toEqual([{ users: 25_000, sign_ins: 3, strangers: 0 }])
})

test('measures every project, keeps the most of a day, and deletes what is old', async () => {
  const { service } = usageModule(app.platform)
  const { admin } = app.platform.clusters.main
  const project = await app.createProject()
  await app.upkeep('usage')
  const unmeasured = `select p.id from platform.projects p where p.status = 'active' and not exists (
    select from platform.usage_days d where d.project_id = p.id and d.measured_at is not null)`
  expect((await admin.query(unmeasured)).rows).toEqual([])
  await admin.query('update platform.usage_days set database_bytes = 1e12 where project_id = $1', [
    project.id,
  ])
  await service.read({ ...project, cluster: 'main' } as never, { by: 'day', limit: 1 })
  await admin.query(`insert into platform.usage_days (project_id, day) values ($1, '2001-01-01')`, [
    project.id,
  ])
  await app.upkeep('usage')
  const { rows } = await admin.query(
    `select database_bytes::float8 as bytes from platform.usage_days where project_id = $1`,
    [project.id],
  )
  expect(rows).toEqual([{ bytes: 1e12 }])
})

test('says once that the quota of storage is near, and once that it is reached', async () => {
  const one = await startTestApp({ storageQuota: 1000 })
  try {
    const project = await one.createProject()
    const told = async () => {
      await one.upkeep('usage')
      await one.upkeep('usage')
      const { data } = await one.api('GET', '/events/history', { token: project.token })
      return data.map(({ type, data: { used_bytes } }: { type: string; data: { used_bytes: number } }) => [
        type,
        used_bytes,
      ])
    }
    const store = (bytes: number) =>
      one.platform.clusters.main.admin.query(
        `insert into platform.usage_days (project_id, day, storage_bytes) values ($1, $2, $3)
         on conflict (project_id, day) do update set storage_bytes = excluded.storage_bytes`,
        [project.id, one.clock.now().toISOString().slice(0, 10), bytes],
      )
    await store(799)
    expect(await told()).toEqual([])
    await store(800)
    expect(await told()).toEqual([['quota.near', 800]])
    await store(1000)
    expect(await told()).toEqual([
      ['quota.reached', 1000],
      ['quota.near', 800],
    ])
  } finally {
    await one.stop()
  }
})

test('is for dashboard users of the organisation, within its limits', async () => {
  const now = await startTestApp()
  try {
    const project = await now.createProject()
    const other = await now.createProject()
    const get = (query: string, options: object) =>
      now.api('GET', `/projects/${project.id}/usage${query}`, options)
    expect((await get('', { token: project.token })).data).toHaveLength(1)
    for (const query of ['?limit=0', '?limit=61', '?by=year', '?limit=x'])
      expect((await get(query, { token: project.token })).status, query).toBe(400)
    expect((await get('', { token: other.token })).status).toBe(403)
    expect((await get('', { key: project.secret })).status).toBe(403)
    expect((await get('', {})).status).toBe(401)
  } finally {
    await now.stop()
  }
})
