// Every queue that projects share is in /metrics by its name, with what runs, waits and was refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { GATES } from './gates.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('an operator sees every queue by name', async () => {
  const { text } = await app.api('GET', '//metrics')
  const names = [...text.matchAll(/^msingi_gate_waiting\{gate="(\w+)"\} \d+$/gm)].map(([, name]) => name)
  expect(names.toSorted()).toEqual([...Object.keys(GATES), 'hashing', 'requests'].toSorted())
})

test('a queue that is full shows what was refused', async () => {
  const { questions } = app.platform.gates
  const tenant = { account: 'a', project: 'p' }
  const leave = await Promise.all(Array.from({ length: 2 }, () => questions.enter(tenant)))
  const waiting = questions.enter(tenant)
  const { text } = await app.api('GET', '//metrics')
  expect(text).toContain('msingi_gate_running{gate="questions"} 2')
  expect(text).toContain('msingi_gate_waiting{gate="questions"} 1')
  for (const end of leave) end()
  ;(await waiting)()
})
