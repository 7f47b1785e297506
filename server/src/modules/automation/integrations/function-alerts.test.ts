// Failures of functions reach Sentry with the stack of what was thrown, in the function's own source.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound, type FunctionsLab, openFunctions } from '#modules/automation/functions/functions.fixture.ts'
import type { GatewayServer } from '#platform/messages/gateway-server.fixture.ts'
import { ALERT_SERVERS, type AlertServer, type ReceivedAlert } from './providers/alert-servers.fixture.ts'
import { alertOfEnvelope } from './providers/sentry-server.fixture.ts'

const SENTRY = ALERT_SERVERS.find(({ provider }) => provider === 'sentry') as AlertServer
const CODE = `
function total(items) {
  return items.reduce((sum, item) => sum + item.price.amount, 0)
}
export default {
  async fetch() {
    return Response.json({ total: total([{}]) })
  },
}
`

let lab: FunctionsLab
let sentry: GatewayServer<ReceivedAlert>
beforeAll(async () => {
  sentry = await SENTRY.start()
  lab = await openFunctions({ internalNetworks: ['127.0.0.1/32'] })
})
afterAll(async () => {
  await lab.app.stop()
  await sentry.stop()
})

test('a function that throws is one alert a minute, with its stack', async () => {
  const { app, project } = lab
  const { call, deployed } = bound(() => lab)
  const { admin } = app.platform.clusters.main
  const config = { ...SENTRY.config(sentry.url), events: ['function.failed'], environment: 'staging' }
  await app.api('POST', `/projects/${project.id}/integrations`, {
    token: project.token,
    body: { provider: 'sentry', name: 'Errors', config },
  })
  const fn = await deployed({ name: 'Checkout', code: CODE })
  expect((await call('POST', `/${fn.id}/invoke`, {})).status).toBeGreaterThanOrEqual(200)
  const found = async (sql: string) => (await admin.query(sql)).rowCount
  const options = { interval: 50, timeout: 60_000 }
  await expect.poll(() => found(`select from jobs.job where name = 'integration-alert'`), options).toBe(1)
  // The job waits for this line: its node writes it within a second.
  await expect.poll(() => found(`select from platform.function_logs where level = 'error'`), options).toBe(1)
  await app.platform.jobs.drain()
  expect(sentry.sent, 'it waits for the log').toHaveLength(0)
  await admin.query(`update jobs.job set start_after = now() where name = 'integration-alert'`)
  await app.platform.jobs.drain()
  const { event } = alertOfEnvelope(sentry.sent[0]?.request.text ?? '') ?? {}
  expect(event).toMatchObject({
    level: 'error',
    environment: 'staging',
    transaction: fn.slug,
    tags: { type: 'function.failed', project: project.id },
    extra: { failures: 1, function: { id: fn.id, slug: fn.slug } },
    exception: { values: [{ type: 'TypeError', value: expect.stringContaining('amount') }] },
  })
  const frames = event.exception.values[0].stacktrace.frames
  expect(frames.at(-1)).toMatchObject({ filename: expect.stringContaining('index'), lineno: 3 })
})
