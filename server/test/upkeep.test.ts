// Upkeep that goes on until nothing is left ends early where the server stops.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyNow } from '#platform/events/platform-events.ts'
import type { Module } from '#platform/module.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const countOf = async (from: string) => {
  const { admin } = app.platform.clusters.main
  const { rows } = await admin.query(`select count(*)::int as n from platform.${from}`)
  return rows[0].n
}

// What each would work on, as SQL that counts it.
const WORK: readonly [module: keyof TestApp['modules'], left: string][] = [
  ['audit', 'audit_log'],
  ['notifications', 'events'],
  ['functions', 'function_invocations'],
  [
    'usage',
    `projects p where status = 'active' and not exists (
     select from platform.usage_days d where d.project_id = p.id and d.measured_at is not null)`,
  ],
]

test('leaves what is due to the next pass where the server stops', async () => {
  const { admin } = app.platform.clusters.main
  await notifyNow(app.platform, { type: 'webhook.disabled', projectId: project.id, message: 'It failed.' })
  await admin.query(
    `insert into platform.function_invocations
       (id, project_id, function_id, version, trigger, caller, method, path, status, duration_ms, created_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 1, 'http', 'anyone', 'GET', '/', 200, 1, $2)`,
    [project.id, app.clock.now()],
  )
  app.clock.advance(500 * 86_400)
  for (const [name, left] of WORK) {
    const before = await countOf(left)
    expect(before, name).toBeGreaterThan(0)
    const { upkeep = [] }: Module = app.modules[name]
    for (const task of upkeep) await task.run(AbortSignal.abort())
    expect(await countOf(left), name).toBe(before)
    for (const task of upkeep) await task.run(new AbortController().signal)
    expect(await countOf(left), name).toBe(0)
  }
})
