// Alerts: which integrations get which events, when they are tried again, and when one is given up.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifyNow } from '#platform/events/platform-events.ts'
import type { GatewayServer } from '#platform/messages/gateway-server.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { queueEventAlerts } from './event-alerts.ts'
import { REFUSED_IN_A_ROW } from './outcomes.ts'
import { ALERT_SERVERS, type AlertServer, type ReceivedAlert } from './providers/alert-servers.fixture.ts'

const SLACK = ALERT_SERVERS.find(({ provider }) => provider === 'slack') as AlertServer
const DAY = 86_400

let app: TestApp
let slack: GatewayServer<ReceivedAlert>
let project: TestProject

beforeAll(async () => {
  app = await startTestApp({ internalNetworks: ['127.0.0.1/32'] })
  slack = await SLACK.start()
})
beforeEach(async () => {
  project = await app.createProject()
})
afterAll(async () => {
  await slack.stop()
  await app.stop()
})

const call = (method: string, path: string, body?: object) =>
  app.api(method, `/projects/${project.id}${path}`, { token: project.token, ...(body && { body }) })

async function create(config: object, name = 'Chat'): Promise<string> {
  const { data, text } = await call('POST', '/integrations', { provider: 'slack', name, config })
  expect(data.id, text).toBeDefined()
  return data.id
}

const say = (message: string, type: 'webhook.disabled' | 'quota.near' = 'webhook.disabled') =>
  notifyNow(app.platform, { type, projectId: project.id, message })

/** deliver makes what has failed due, and sends all alerts; returns what the attempts have failed with. */
async function deliver(): Promise<string[]> {
  const { admin } = app.platform.clusters.main
  await queueEventAlerts(app.platform)
  await admin.query(`update jobs.job set start_after = now() where name = 'integration-alert'`)
  const errors: string[] = []
  // One attempt for each job that waits: those that fail wait for their next one.
  for (;;) {
    const failed = await app.platform.jobs.drain().then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (failed === undefined) return errors
    errors.push(failed)
  }
}

const textsSince = (count: number) => slack.sent.slice(count).map(({ text }) => text.replace(/ \(\S+\)$/, ''))
const shown = async (id: string) => (await call('GET', `/integrations/${id}`)).data
// From the database: in a test of days, sessions end.
async function isEnabled(id: string): Promise<boolean | undefined> {
  const { admin } = app.platform.clusters.main
  const { rows } = await admin.query('select enabled from platform.integrations where id = $1', [id])
  return rows[0]?.enabled
}

const eventsOf = async () =>
  (await app.api('GET', '/events/history', { token: project.token })).data.map(
    ({ type, message }: { type: string; message: string }) => ({ type, message }),
  )

test('events reach the integrations that want them, once each, and only those of their project', async () => {
  const before = slack.sent.length
  await say('before there was an integration')
  await deliver()
  await create(SLACK.config(slack.url))
  await create({ ...SLACK.config(slack.url), events: ['quota.*'] })
  await create({ ...SLACK.config(slack.url), events: ['function.*'] })
  const disabled = await create(SLACK.config(slack.url))
  await call('PATCH', `/integrations/${disabled}`, { enabled: false })
  await say('The webhook orders was disabled.')
  await say('80 % of the storage is used.', 'quota.near')
  const other = await app.createProject()
  await notifyNow(app.platform, { type: 'quota.near', projectId: other.id, message: 'of another project' })
  for (let round = 0; round < 2; round++) expect(await deliver()).toEqual([])
  expect(textsSince(before).toSorted()).toEqual([
    '[error] Shop: The webhook orders was disabled.',
    '[warning] Shop: 80 % of the storage is used.',
    '[warning] Shop: 80 % of the storage is used.',
  ])
})

test('events reach them once where their numbers gain a digit', async () => {
  const before = slack.sent.length
  await create(SLACK.config(slack.url))
  await deliver()
  const { admin } = app.platform.clusters.main
  const sequence = `pg_get_serial_sequence('platform.events', 'id')`
  const { rows } = await admin.query(`select nextval(${sequence}) as last`)
  await admin.query(`select setval(${sequence}, $1)`, [10 ** rows[0].last.length - 2])
  for (const n of [1, 2, 3]) await say(`number ${n}`)
  expect(await deliver()).toEqual([])
  expect(textsSince(before).toSorted()).toEqual([1, 2, 3].map((n) => `[error] Shop: number ${n}`))
})

test('what fails is tried again, another integration is not held up, and success ends the failing', async () => {
  const before = slack.sent.length
  const gone = await SLACK.start()
  await gone.stop()
  const events = ['webhook.*']
  const dead = await create({ ...SLACK.config(gone.url), events }, 'Dead')
  const alive = await create({ ...SLACK.config(slack.url), events }, 'Alive')
  await say('one')
  expect(await deliver()).toMatchObject([expect.stringContaining('ECONNREFUSED')])
  expect(textsSince(before)).toEqual(['[error] Shop: one'])
  expect(await shown(alive)).toMatchObject({ failing_since: null, last_error: null })
  expect((await shown(dead)).last_error).toContain('ECONNREFUSED')
  expect((await shown(dead)).failing_since).not.toBeNull()
  slack.next('busy')
  await say('two')
  await deliver()
  await deliver()
  expect(textsSince(before)).toEqual(['[error] Shop: one', '[error] Shop: two'])
  await call('PATCH', `/integrations/${dead}`, { config: SLACK.config(slack.url) })
  await deliver()
  expect(textsSince(before).toSorted()).toEqual(
    ['one', 'one', 'two', 'two'].map((one) => `[error] Shop: ${one}`),
  )
  expect(await shown(dead)).toMatchObject({ failing_since: null, last_error: null })
})

test('one that refuses everything is disabled, which others are told of, and it is not', async () => {
  const before = slack.sent.length
  const wrong = await create(SLACK.wrong(slack.url), 'Wrong')
  await create({ ...SLACK.config(slack.url), events: ['integration.*'] }, 'Ops')
  const requests = slack.requests()
  for (let n = 0; n < REFUSED_IN_A_ROW + 3; n++) {
    await say(`event ${n}`)
    await deliver()
  }
  const reason = /^It has failed since \S+: Slack refused a message \(404, no_service\)$/
  expect(await shown(wrong)).toMatchObject({ enabled: false, disabled_reason: expect.stringMatching(reason) })
  await deliver()
  expect(textsSince(before)).toEqual([
    '[warning] Shop: The integration Wrong has failed 5 times in a row.',
    expect.stringMatching(/^\[error\] Shop: The integration Wrong was disabled. It has failed since/),
  ])
  // Nothing but the refused alerts and these two: what waited when it was disabled was left out.
  expect(slack.requests() - requests).toBe(REFUSED_IN_A_ROW + 2)
  const types = (await eventsOf()).map(({ type }: { type: string }) => type)
  expect(types.filter((type: string) => type.startsWith('integration.'))).toEqual([
    'integration.disabled',
    'integration.failing',
  ])
  const again = await call('PATCH', `/integrations/${wrong}`, { enabled: true })
  expect(again.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null })
})

test('one that cannot be reached is disabled after three days without one success', async () => {
  const gone = await SLACK.start()
  await gone.stop()
  const dead = await create(SLACK.config(gone.url))
  await say('first')
  await deliver()
  app.clock.advance(3 * DAY - 60)
  await say('almost')
  await deliver()
  expect(await isEnabled(dead)).toBe(true)
  app.clock.advance(120)
  await deliver()
  expect(await isEnabled(dead)).toBe(false)
  // What still waits for it is dropped without a request.
  expect(await deliver()).toEqual([])
})

test('alerts of an integration that is deleted go nowhere', async () => {
  const before = slack.requests()
  const id = await create(SLACK.config(slack.url))
  await say('late')
  await queueEventAlerts(app.platform)
  await call('DELETE', `/integrations/${id}`)
  expect(await deliver()).toEqual([])
  expect(slack.requests()).toBe(before)
})

test('nodes that look at the same time queue an alert once', async () => {
  const before = slack.sent.length
  await create(SLACK.config(slack.url))
  for (let n = 0; n < 20; n++) await say(`${n}`)
  await Promise.all([1, 2, 3].map(() => queueEventAlerts(app.platform)))
  await deliver()
  expect(slack.sent).toHaveLength(before + 20)
})
