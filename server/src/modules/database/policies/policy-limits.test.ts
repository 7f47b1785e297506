// How many policies a table has, and what their conditions may come to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

async function tableOf(name: string) {
  const columns = [{ name: 'text', data_type: 'text' }]
  await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body: { name, columns } })
  const path = `/projects/${project.id}/tables/${name}/rls`
  return (condition?: string) =>
    app.api('POST', path, {
      token: project.token,
      body: { action: 'select', subject: 'public', ...(condition && { condition }) },
    })
}

test('a table has at most 100 policies', async () => {
  const add = await tableOf('many')
  for (let n = 0; n < 100; n += 1) expect((await add()).status).toBe(201)
  const { status, body } = await add()
  expect([status, body.message]).toEqual([400, expect.stringContaining('100 policies already')])
}, 120_000)

test('and at most 200,000 characters of conditions', async () => {
  const add = await tableOf('long')
  const condition = `text = '${'x'.repeat(9_900)}'`
  for (let n = 0; n < 20; n += 1) expect((await add(condition)).status).toBe(201)
  const { status, body } = await add(condition)
  expect([status, body.message]).toEqual([400, expect.stringContaining('200000 characters')])
}, 120_000)
