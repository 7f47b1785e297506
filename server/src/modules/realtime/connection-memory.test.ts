// What a connection costs in memory: thousands of subscribers are connected at a time.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/harness.ts'
import type { IdleClients } from './idle-clients.fixture.ts'
import { connectToken, createTable, fillableFeed } from './realtime.fixture.ts'

const KILOBYTES = 15

let app: TestApp
let port: number
let token: string
const clients = new Worker(new URL('./idle-clients.fixture.ts', import.meta.url), { execArgv: [] })

beforeAll(async () => {
  const { feed, changes } = fillableFeed()
  app = await startTestApp({}, { changes })
  const project = await app.createProject()
  await createTable(app, feed, project)
  token = (await connectToken(app, project, { key: project.secret })).token
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await clients.terminate()
  await app.stop()
})

test(`an idle subscriber takes less than ${KILOBYTES} KB of the heap`, async () => {
  const gc = collector()
  const opened = async (count: number) => {
    clients.postMessage({ port, token, count } satisfies IdleClients)
    await once(clients, 'message')
    for (let n = 0; n < 3; n++) gc()
    return process.memoryUsage().heapUsed
  }
  // The first ones bring along what all of them need.
  const before = await opened(100)
  const each = ((await opened(500)) - before) / 500 / 1024
  expect(each).toBeGreaterThan(1)
  expect(each).toBeLessThan(KILOBYTES)
})

function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
