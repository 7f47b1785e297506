// Finding the wrong values of a large write: bounded, and done as the caller, never on the administrator's pool.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { MAX_SUSPECTS, suspectsOf } from '#platform/db/executor/value-errors.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type DataDriver, driveData } from './data.fixture.ts'

const COLUMNS = Array.from({ length: 20 }, (_, i) => `host_${i}`)
const ROWS = 2000

let app: TestApp
let project: TestProject
let data: DataDriver

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  data = driveData(app, project)
  await data.table('hosts', {
    ...Object.fromEntries(COLUMNS.map((name) => [name, 'inet'])),
    weight: 'decimal',
  })
  await data.policy('hosts', { action: 'insert', subject: 'public', effect: 'deny' })
})
afterAll(() => app.stop())

const rows = (wrong: Record<string, unknown>) =>
  Array.from({ length: ROWS }, (_, n) => ({
    ...Object.fromEntries(COLUMNS.map((name) => [name, '10.0.0.1'])),
    ...(n === ROWS - 1 ? wrong : {}),
  }))

test('one wrong value among many is named, without the administrator, also for who may not write', async () => {
  const { admin } = app.platform.clusters.main
  const table = '/data/hosts'
  // What is cached once, such as keys and shapes, is in memory by now.
  await data.call('GET', table, { key: project.publishable })
  await data.call('GET', table)
  const asked = vi.spyOn(admin, 'query')
  try {
    for (const key of [project.secret, project.publishable]) {
      const answer = await data.call('POST', table, { key, body: rows({ host_19: 'no address' }) })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([`[${ROWS - 1}].host_19: must be an IP address such as 192.0.2.10.`])
    }
    const texts = asked.mock.calls.map(([text]) => String(text))
    expect(texts.filter((text) => /input_error|value_errors/.test(text))).toEqual([])
  } finally {
    asked.mockRestore()
  }
})

test('as many suspects as the bound allows are asked about, in one statement', async () => {
  const { executor } = app.platform.clusters.main
  const execute = vi.spyOn(executor, 'execute')
  try {
    const body = rows({}).map((row) => ({ ...row, host_0: 'no address' }))
    const answer = await data.call('POST', '/data/hosts', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toHaveLength(MAX_SUSPECTS / COLUMNS.length)
    expect(answer.body.errors[0]).toMatch(/^\[0\]\.host_0: /)
    const questions = execute.mock.calls.flatMap(([, , statements]) =>
      statements.filter(({ text }) => text.includes('value_errors')),
    )
    expect(questions).toHaveLength(1)
    expect(JSON.parse(questions[0]?.values?.[0] ?? '')).toHaveLength(MAX_SUSPECTS)
  } finally {
    execute.mockRestore()
  }
})

test('suspects are the first values and those that PostgreSQL quotes, and never too much text', () => {
  const column = { name: 'a', data_type: 'inet' } as ColumnShape
  let looked = 0
  function* values(count: number, value: (n: number) => string) {
    for (let n = 0; n < count; n++) {
      looked += 1
      yield { name: `[${n}].a`, column, value: value(n) }
    }
  }
  const found = suspectsOf(values(5000, String), '4321').map(({ name }) => name)
  expect([found.length, found[0], found.at(-1)]).toEqual([MAX_SUSPECTS, '[0].a', '[4321].a'])
  expect(suspectsOf(values(5000, String), 'elsewhere')).toHaveLength(MAX_SUSPECTS)
  looked = 0
  expect(
    suspectsOf(
      values(1_000_000, () => 'x'.repeat(1024)),
      undefined,
    ),
  ).toHaveLength(64)
  expect(looked).toBe(65)
})
