// GET /healthz tells the truth about the database, in the envelope of every route.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { log: createLog('silent') })
})
afterAll(() => app.stop())

test('a server whose database answers is healthy', async () => {
  const { status, data } = await app.api('GET', '//healthz')
  expect(status).toBe(200)
  expect(data).toEqual({ status: 'ok', database: 'ok', database_ms: expect.any(Number), realtime: 'ok' })
})

test('where the database does not answer, that is an error like any other, without its words', async () => {
  const query = vi.spyOn(app.platform.clusters.main.watch, 'query')
  query.mockImplementationOnce(() => Promise.reject(new Error('connect ECONNREFUSED /secret/socket')))
  const { status, text } = await app.api('GET', '//healthz')
  expect(status).toBe(503)
  const message = 'The database cannot be reached right now. Try again shortly.'
  expect(JSON.parse(text)).toEqual({ success: false, message, errors: [message] })
  expect((await app.api('GET', '//healthz')).status).toBe(200)
})
