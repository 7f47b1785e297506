// Many projects that ask for as much as they can at once: what the process holds for them stays below the limit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataDriver, driveData, recordOf } from '#modules/rows/data/routes/data.fixture.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { statusesOf } from './neighbours.fixture.ts'

const MB = 1024 * 1024
const LIMITS = { project: 4 * MB, account: 8 * MB, process: 12 * MB }
const PROJECTS = 8
const AT_ONCE = 12

let app: TestApp
const drivers: DataDriver[] = []

beforeAll(async () => {
  app = await startTestApp({}, { memory: LIMITS })
  for (let n = 0; n < PROJECTS; n++) {
    const project = await app.createProject()
    const data = driveData(app, project)
    await data.table('texts', { text: 'text' })
    await data.insert(
      'texts',
      Array.from({ length: 20 }, () => ({ text: 'x'.repeat(100_000) })),
    )
    drivers.push(data)
  }
})
afterAll(() => app.stop())

test('the counted bytes and the process stay within bounds, and are given back', async () => {
  const { budget } = app.platform
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, budget.figures.bytes)
  }, 1)
  const before = process.memoryUsage().rss
  const answers = await Promise.all(
    drivers.flatMap((data) => Array.from({ length: AT_ONCE }, () => data.call('GET', '/data/texts'))),
  )
  clearInterval(watch)
  const statuses = statusesOf(answers)
  expect(statuses[200]).toBeGreaterThanOrEqual(PROJECTS)
  expect((statuses[200] ?? 0) + (statuses[429] ?? 0) + (statuses[503] ?? 0)).toBe(PROJECTS * AT_ONCE)
  for (const { status, headers } of answers) if (status !== 200) expect(headers['retry-after']).toBe('1')
  expect(most).toBeGreaterThan(0)
  // Answers have a little more than the rows in them.
  expect(most).toBeLessThanOrEqual(LIMITS.process * 1.05)
  // What the answers are parsed into here is more than what the server holds.
  expect(process.memoryUsage().rss - before).toBeLessThan(1024 * MB)
  await expect.poll(() => budget.figures.bytes).toBe(0)
  for (const data of drivers) expect((await data.call('GET', '/data/texts?limit=5')).status).toBe(200)
})

test('a neighbour on the same connection is answered while answers of others are thrown away', async () => {
  const [greedy, neighbour] = drivers as [DataDriver, DataDriver]
  const all = Array.from({ length: 30 }, (_, n) =>
    n % 3 === 0 ? neighbour.call('GET', '/data/texts?select=id') : greedy.call('GET', '/data/texts'),
  )
  const answers = await Promise.all(all)
  expect(statusesOf(answers.filter((_, n) => n % 3 === 0))).toEqual({ 200: 10 })
})

test('what a project holds already counts, for its answers and for its bodies', async () => {
  const [greedy, neighbour] = drivers as [DataDriver, DataDriver]
  const { budget } = app.platform
  const body = { text: 'x'.repeat(200_000) }
  const { release } = budget.hold(tenantOf(await recordOf(app, greedy.project.id)), LIMITS.project)
  for (const [method, path] of [
    ['GET', '/data/texts'],
    ['POST', '/data/texts'],
  ] as const) {
    const refused = await greedy.call(method, path, method === 'POST' ? { body } : {})
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    expect((await neighbour.call(method, path, method === 'POST' ? { body } : {})).status).toBeLessThan(300)
  }
  release()
  expect((await greedy.call('POST', '/data/texts', { body })).status).toBe(201)
  await expect.poll(() => budget.figures.bytes).toBe(0)
})
