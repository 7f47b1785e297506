// Cron jobs over HTTP: made, run by the clock and by hand, each once on several nodes.
import type http from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { Scheduler } from './scheduler.ts'

let app: TestApp
let receiver: Receiver
let project: TestProject
let token: string
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ internalNetworks: LOOPBACK })
  project = await app.createProject()
  token = project.token
})
afterAll(async () => {
  await app.stop()
  await receiver.stop()
})
afterEach(async () => {
  await app.platform.clusters.main.admin.query('delete from platform.cron_jobs')
})

const base = () => `/projects/${project.id}/cron`
const call = (method: string, path = '', body?: unknown) => app.api(method, base() + path, { token, body })
async function create(path: string, more: object = {}) {
  const target = { target_type: 'http', target_url: receiver.url + path }
  const made = await call('POST', '', { name: path, schedule: '* * * * *', ...target, ...more })
  if (made.status !== 201) throw new Error(made.text)
  return made.data as { id: string; next_runs: string[] }
}
const runsOf = async (id: string): Promise<any[]> => {
  const { rows } = await app.platform.clusters.main.admin.query(
    'select * from platform.cron_runs where job_id = $1 order by position',
    [id],
  )
  return rows
}
const statuses = async (id: string) => (await runsOf(id)).map(({ status }) => status)
const until = (check: () => unknown) => expect.poll(check, { interval: 20 })
// The clock stands until it is moved: to the next minute, and no further, so that tokens stay valid.
const advance = (minutes: number) => app.clock.advance(60 * minutes)

test('a job runs when its time has come, and its history says how that went', async () => {
  receiver.answer((_, response) => response.end('done'))
  const { id, next_runs } = await create('/minutely', { payload: { report: 'daily' } })
  expect(next_runs).toHaveLength(5)
  expect(await runsOf(id)).toEqual([])
  advance(1)
  await until(() => statuses(id)).toEqual(['succeeded'])
  expect(receiver.of('/minutely')).toMatchObject([{ body: { report: 'daily' } }])
  const { data } = await call('GET', `/${id}/runs`)
  expect(data).toMatchObject([
    { trigger: 'schedule', status: 'succeeded', response_status: 200, output: 'done', error: null },
  ])
  expect(data[0].scheduled_at).toBe(next_runs[0])
  expect(receiver.of('/minutely')[0]?.headers['x-scheduled-at']).toBe(next_runs[0])
})

test('what was missed while no server ran is one run', async () => {
  receiver.answer((_, response) => response.end())
  const { id } = await create('/missed')
  advance(5)
  await until(() => statuses(id)).toEqual(['succeeded'])
  advance(1)
  await until(() => statuses(id)).toEqual(['succeeded', 'succeeded'])
})

test('a run by hand, and a failure', async () => {
  receiver.answer((_, response) => response.writeHead(500).end('broken'))
  const { id } = await create('/by-hand', { schedule: '0 0 1 1 *' })
  const run = await call('POST', `/${id}/run`)
  expect([run.status, run.data]).toMatchObject([202, { trigger: 'manual', status: 'queued' }])
  await until(() => statuses(id)).toEqual(['failed'])
  const { data } = await call('GET', `/${id}/runs?limit=1`)
  expect(data).toMatchObject([{ error: 'The target answered 500.', output: 'broken', response_status: 500 }])
})

test.each([
  ['skip', ['running', 'skipped', 'skipped'], ['succeeded', 'skipped', 'skipped'], 1],
  ['queue', ['running', 'queued', 'queued'], ['succeeded', 'succeeded', 'succeeded'], 1],
  ['allow', ['running', 'running', 'running'], ['succeeded', 'succeeded', 'succeeded'], 3],
])('a run that goes on makes the next %s', async (overlap, during, after, atOnce) => {
  const held: http.ServerResponse[] = []
  let most = 0
  let running = 0
  receiver.answer((_, response) => {
    most = Math.max(most, ++running)
    response.once('close', () => {
      running -= 1
    })
    held.push(response)
  })
  const { id } = await create(`/${overlap}`, { schedule: '0 0 1 1 *', overlap })
  for (let n = 0; n < 3; n++) await call('POST', `/${id}/run`)
  await until(() => statuses(id)).toEqual(during)
  await until(() => held.length).toBe(atOnce)
  receiver.answer((_, response) => {
    most = Math.max(most, 1)
    response.end()
  })
  for (const response of held) response.end()
  await until(() => statuses(id)).toEqual(after)
  expect(most).toBe(atOnce)
})

test('every job runs once, whoever looks at the same time', async () => {
  receiver.answer((_, response) => response.end())
  const noFunctions = () => Promise.reject(new Error('no functions here'))
  const others = [1, 2].map(() => new Scheduler(app.platform, app.platform.clusters.main.jobs, noFunctions))
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push((await create(`/once/${n}`)).id)
  advance(1)
  for (const other of others) other.wake()
  await until(async () => (await Promise.all(ids.map(statuses))).flat()).toEqual(Array(20).fill('succeeded'))
  expect(receiver.requests.filter(({ path }) => path.startsWith('/once/'))).toHaveLength(20)
  for (const other of others) await other.close()
})

test('a run of a node that has died counts as failed, and the job goes on', async () => {
  receiver.answer((_, response) => response.end())
  const { id } = await create('/lost')
  await app.platform.clusters.main.admin.query(
    `insert into platform.cron_runs (id, job_id, project_id, trigger, status, scheduled_at, started_at, lease_until)
     values (gen_random_uuid(), $1, $2, 'schedule', 'running', $3, $3, $3)`,
    [id, project.id, new Date(app.clock.now().getTime() + 1000)],
  )
  advance(1)
  await until(() => statuses(id).then((all) => all[0])).toBe('failed')
  advance(1)
  await until(() => statuses(id).then((all) => all.at(-1))).toBe('succeeded')
})

test('a job whose schedule cannot be read any more is disabled, and holds up no other', async () => {
  receiver.answer((_, response) => response.end())
  const [gone, other] = [await create('/gone'), await create('/other')]
  const { admin } = app.platform.clusters.main
  await admin.query(`update platform.cron_jobs set timezone = 'Mars/Phobos' where id = $1`, [gone.id])
  expect((await call('GET', `/${gone.id}`)).data).toMatchObject({ enabled: true, next_runs: [] })
  advance(1)
  await until(() => statuses(other.id)).toEqual(['succeeded'])
  expect((await call('GET', `/${gone.id}`)).data).toMatchObject({ enabled: false, next_runs: [] })
  const { data } = await call('GET', `/${gone.id}/runs`)
  expect(data).toMatchObject([
    { status: 'failed', error: expect.stringContaining('cannot be read any more') },
  ])
  expect((await call('PATCH', `/${gone.id}`, { enabled: true, timezone: 'UTC' })).status).toBe(200)
})

test('jobs are changed, disabled and deleted', async () => {
  const { id } = await create('/changed')
  const changed = await call('PATCH', `/${id}`, { schedule: '0 6 * * *', timezone: 'Africa/Nairobi' })
  expect(changed.data.next_runs[0]).toMatch(/T03:00:00\.000Z$/)
  expect((await call('PATCH', `/${id}`, { enabled: false })).data).toMatchObject({ next_runs: [] })
  expect((await call('GET')).data).toHaveLength(1)
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('GET', `/${id}`)).status).toBe(404)
})

test('what cannot work is refused, and so are strangers', async () => {
  const job = { name: 'Job', schedule: '* * * * *', target_type: 'http', target_url: 'https://example.com/' }
  for (const [change, sentence] of [
    [{ schedule: '* * *' }, 'five fields'],
    [{ timezone: 'Nowhere' }, 'timezone: '],
    [{ target_url: 'http://10.0.0.1/' }, 'not an address of the public Internet'],
    [{ target_url: null }, 'target_url is required'],
    [{ target_type: 'function', function_slug: 'f' }, 'target_url: only a target of type http has one'],
    [{ target_type: 'function', target_url: null }, 'function_slug is required'],
    [
      { target_type: 'function', target_url: null, function_slug: 'f' },
      'function_slug: the function f was not found in this project',
    ],
    [{ function_slug: 'f' }, 'function_slug: '],
  ] as const) {
    const { status, body } = await call('POST', '', { ...job, ...change })
    expect([status, body.errors.join()]).toEqual([400, expect.stringContaining(sentence)])
  }
  const { id } = await create('/own')
  const other = await app.createProject()
  expect((await app.api('GET', base(), { token: other.token })).status).toBe(403)
  expect((await app.api('GET', base(), { key: project.secret })).status).toBe(403)
  const foreign = `/projects/${other.id}/cron/${id}`
  expect((await app.api('DELETE', foreign, { token: other.token })).status).toBe(404)
  expect((await app.api('POST', `${foreign}/run`, { token: other.token })).status).toBe(404)
})
