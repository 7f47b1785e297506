// A server on restored data: operators see what waits, drop some of it, and let the rest begin, on all nodes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Node, startNode } from '#test/nodes.ts'

let app: TestApp
let other: Node
let operator: TestProject
let nobody: { readonly token: string }
beforeAll(async () => {
  app = await startTestApp({}, { isRestored: true })
  other = await startNode(app)
  operator = await app.createProject()
  nobody = await app.register()
})
afterAll(async () => {
  await other.close()
  await app.stop()
})

const query = async (sql: string) => (await app.platform.clusters.main.admin.query(sql)).rows
const read = async () => (await app.api('GET', '/operator/quiet', operator)).data
const pending = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await read()).pending.map(({ kind, count }: any) => [kind, count]))
const resume = (body: object, as: { readonly token: string } = operator) =>
  app.api('POST', '/operator/quiet/resume', { ...as, body })

// What waited when the backup was made.
async function wait(): Promise<void> {
  const at = `/projects/${operator.id}`
  const body = { name: 'Orders', url: 'https://example.com/', events: ['project.webhook_disabled'] }
  const { data: webhook } = await app.api('POST', `${at}/webhooks`, { ...operator, body })
  await query(
    `insert into platform.webhook_deliveries (webhook_id, project_id, event_id, event_type, body, bytes, created_at, attempt_at)
     select '${webhook.id}', '${operator.id}', gen_random_uuid(), 'test', '{}', 2, now(), now() from generate_series(1, 2);
     update platform.webhook_queues set waiting = 2, waiting_bytes = 4, due_at = now() where webhook_id = '${webhook.id}'`,
  )
  const job = {
    name: 'Nightly',
    schedule: '0 3 * * *',
    target_type: 'http',
    target_url: 'https://example.com/',
  }
  await app.api('POST', `${at}/cron`, { ...operator, body: job })
  await query(`update platform.cron_jobs set next_at = now() - interval '1 day'`)
  await query(
    `insert into platform.cron_runs (id, job_id, project_id, trigger, status, scheduled_at)
     select gen_random_uuid(), id, project_id, 'schedule', 'queued', now() from platform.cron_jobs`,
  )
  await query(`insert into jobs.job (name, data) values ('integration-alert', '{}')`)
  await query(
    `insert into platform.notification_settings (account_id, digest) select id, 'daily' from platform.accounts
     on conflict (account_id) do update set digest = 'daily'`,
  )
}

test('what waits is counted, and all see that the server is quiet', async () => {
  await wait()
  expect((await app.api('GET', '/setup')).data.quiet).toBe(true)
  expect(await pending()).toEqual({
    webhooks: 2,
    functions: 0,
    cron_jobs: 2,
    mails: 2,
    alerts: 1,
    payments: 0,
  })
  for (const [method, path] of [
    ['GET', '/operator/quiet'],
    ['POST', '/operator/quiet/resume'],
  ] as const)
    expect((await app.api(method, path, { ...nobody, ...(method === 'POST' && { body: {} }) })).status).toBe(
      403,
    )
})

test('payments cannot be dropped, and nothing that does not exist', async () => {
  for (const drop of [['payments'], ['everything'], 'webhooks'])
    expect((await resume({ drop })).status).toBe(400)
  expect(app.platform.quiet.isQuiet).toBe(true)
})

test('what is dropped is never sent, and the rest begins on all nodes', async () => {
  const kinds = ['webhooks', 'cron_jobs', 'mails', 'alerts']
  expect((await resume({ drop: kinds })).status).toBe(204)
  expect(await read()).toEqual({ quiet: false, pending: [] })
  await expect.poll(() => other.platform.quiet.isQuiet).toBe(false)
  const deliveries = await query('select status, error, attempts from platform.webhook_deliveries')
  const dropped = {
    status: 'failed',
    error: 'An operator dropped it when the server was restored.',
    attempts: 0,
  }
  expect(deliveries).toEqual([dropped, dropped])
  const queues = await query('select waiting, waiting_bytes, kept, kept_bytes from platform.webhook_queues')
  expect(queues).toEqual([{ waiting: '0', waiting_bytes: '0', kept: '2', kept_bytes: '4' }])
  const jobs = await query('select next_at > now() as later from platform.cron_jobs')
  expect(jobs).toEqual([{ later: true }])
  expect(await query('select status from platform.cron_runs')).toEqual([{ status: 'skipped' }])
  expect(
    await query(`select from jobs.job where name in ('integration-alert', 'notification-digest')`),
  ).toEqual([])
  const audit = await query(`select details from platform.audit_log where action = 'server.resume'`)
  expect(audit).toEqual([{ details: { drop: kinds } }])
  await query(`update platform.webhook_deliveries set status = 'pending'`)
  await query('update platform.webhook_queues set waiting = 2')
  expect((await resume({ drop: kinds })).status).toBe(204)
  const later = await query('select status from platform.webhook_deliveries')
  expect(later).toEqual([{ status: 'pending' }, { status: 'pending' }])
  expect((await app.api('GET', '/setup')).data.quiet).toBe(false)
})
