// 500 cron jobs that are due in the same minute, on two servers that share a database: each runs once.
import type http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  LOOPBACK,
  type Receiver,
  startReceiver,
} from '#modules/automation/webhook-deliveries/receiver.fixture.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { type Node, startNode } from '#test/nodes.ts'

const PROJECTS = 10
const JOBS_OF_EACH = 50
const JOBS = PROJECTS * JOBS_OF_EACH
// Five of each project: more than the forty of one node.
const AT_ONCE = 5 * PROJECTS

let app: TestApp
let other: Node
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({ internalNetworks: LOOPBACK })
  other = await startNode(app)
})
afterAll(async () => {
  await other.close()
  await app.stop()
  await receiver.stop()
})

async function createJobs(): Promise<void> {
  for (let n = 0; n < PROJECTS; n++) {
    const { id, token } = await app.createProject()
    const create = (job: number) => {
      const target = { target_type: 'http', target_url: `${receiver.url}/${n}/${job}` }
      const body = { name: `${n}/${job}`, schedule: '* * * * *', ...target }
      return app.api('POST', `/projects/${id}/cron`, { token, body })
    }
    const made = await Promise.all(Array.from({ length: JOBS_OF_EACH }, (_, job) => create(job)))
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
  }
}

async function countRuns(): Promise<Record<string, number>> {
  const { rows } = await app.platform.clusters.main.admin.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from platform.cron_runs group by status',
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

test('500 jobs due in one minute run once each on two nodes', { timeout: 240_000 }, async () => {
  await createJobs()
  // No run ends before more of them go on than one node has places for: both nodes work on them.
  const held: http.ServerResponse[] = []
  receiver.answer((_, response) => void held.push(response))
  app.clock.advance(60)
  await expect.poll(() => held.length, { timeout: 90_000 }).toBe(AT_ONCE)
  receiver.answer((_, response) => void response.end())
  for (const response of held) response.end()

  await expect.poll(countRuns, { timeout: 120_000 }).toEqual({ succeeded: JOBS })
  const { rows } = await app.platform.clusters.main.admin.query<{ jobs: number }>(
    'select count(distinct job_id)::int as jobs from platform.cron_runs',
  )
  expect(rows).toEqual([{ jobs: JOBS }])
  expect(receiver.requests).toHaveLength(JOBS)
  expect(new Set(receiver.requests.map(({ path }) => path)).size).toBe(JOBS)
  expect(new Set(receiver.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(JOBS)
})
