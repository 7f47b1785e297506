// Cron jobs whose target is a function: with its payload, outcome and output, and only functions of the own project.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'

let lab: FunctionsLab
const { call, deployed } = bound(() => lab)
beforeAll(async () => {
  lab = await openFunctions()
})
afterAll(() => lab.app.stop())

const cron = (method: string, path = '', body?: object, { id, token } = lab.project) =>
  lab.app.api(method, `/projects/${id}/cron${path}`, { token, ...(body && { body }) })
const job = (function_slug: string, more: object = {}) => ({
  ...{ name: 'Nightly', schedule: '0 3 * * *', target_type: 'function', function_slug, ...more },
})
async function runOnce(slug: string, more: object = {}) {
  const made = await cron('POST', '', job(slug, more))
  expect(made.status, made.text).toBe(201)
  await cron('POST', `/${made.data.id}/run`)
  const runs = async () => (await cron('GET', `/${made.data.id}/runs`)).data
  await expect.poll(async () => (await runs())[0]?.status, { interval: 20 }).toMatch(/succeeded|failed/)
  return { job: made.data, run: (await runs())[0] }
}

test('a function runs with the payload, as the service; its history and that of the job say how that went', async () => {
  const fn = await deployed({
    name: 'Report',
    code: handler(`
      const users = await env.service.from('users')
      const { caller } = ctx
      const at = request.headers.get('x-scheduled-at')
      return Response.json({ caller, at, ...(await request.json()), users: users.length })`),
  })
  const { job, run } = await runOnce('report', { payload: { days: 7 } })
  expect(run).toMatchObject({ status: 'succeeded', response_status: 200, error: null })
  const output = JSON.parse(run.output)
  expect(output).toEqual({
    ...{ caller: { type: 'cron', id: job.id }, at: run.scheduled_at, days: 7, users: 0 },
  })
  await expect
    .poll(async () => (await call('GET', `/${fn.id}/invocations`)).data, { interval: 50 })
    .toMatchObject([{ trigger: 'cron', caller: `cron:${job.id}`, status: 200 }])
})

test('what a function throws, answers or does not finish is in the history', async () => {
  await deployed({ name: 'Throws', code: handler(`throw new Error('no ledger')`) })
  expect((await runOnce('throws')).run).toMatchObject({ status: 'failed', error: 'no ledger' })
  await deployed({ name: 'Refuses', code: handler(`return new Response('later', { status: 409 })`) })
  expect((await runOnce('refuses')).run).toMatchObject({
    ...{ status: 'failed', response_status: 409, output: 'later', error: 'The target answered 409.' },
  })
  await deployed({
    name: 'Hangs',
    timeout_ms: 300,
    code: handler(`await new Promise((done) => setTimeout(done, 60_000))`),
  })
  expect((await runOnce('hangs')).run).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('0.3 s'),
  })
  await deployed({ name: 'Large', code: handler(`return new Response('x'.repeat(1_000_000))`) })
  const { run } = await runOnce('large')
  expect([run.status, run.output.length]).toEqual(['succeeded', 64 * 1024])
})

test('a target is changed from one type to the other; functions of other projects are none', async () => {
  const made = await cron('POST', '', job('report'))
  const http = { target_type: 'http', target_url: 'https://example.com/', function_slug: null }
  expect((await cron('PATCH', `/${made.data.id}`, http)).data).toMatchObject(http)
  const back = { target_type: 'function', function_slug: 'report' }
  expect((await cron('PATCH', `/${made.data.id}`, back)).status).toBe(400)
  expect((await cron('PATCH', `/${made.data.id}`, { ...back, target_url: null })).status).toBe(200)
  const other = await lab.app.createProject()
  const foreign = await cron('POST', '', job('report'), other)
  expect([foreign.status, foreign.body.message]).toEqual([400, expect.stringContaining('was not found')])
})
