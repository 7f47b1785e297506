// GET /healthz reports the state of the database, in the usual envelope.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({}, { log: createLog('silent') })
})
afterAll(() => app.stop())

test('reports a healthy server when the database responds', async () => {
  const { status, data } = await app.api('GET', '//healthz')
  expect(status).toBe(200)
  expect(data).toEqual({ status: 'ok', database: 'ok', database_ms: expect.any(Number), realtime: 'ok' })
})

test('returns the usual error, without details, when the database does not respond', async () => {
  const query = vi.spyOn(app.platform.clusters.main.watch, 'query')
  query.mockImplementationOnce(() => Promise.reject(new Error('connect ECONNREFUSED /secret/socket')))
  const { status, text } = await app.api('GET', '//healthz')
  expect(status).toBe(503)
  const message = 'The database cannot be reached right now. Try again shortly.'
  expect(JSON.parse(text)).toEqual({ success: false, code: 'unavailable', message, errors: [message] })
  expect((await app.api('GET', '//healthz')).status).toBe(200)
})
