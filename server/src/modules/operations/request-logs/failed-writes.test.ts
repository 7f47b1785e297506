// Lines of the request log outlive a write that fails.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { createRequestLog } from './request-logs.service.ts'
import { listLines } from './request-logs.store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('what could not be written is written with what comes then, once', async () => {
  const project = await app.createProject()
  const { admin } = app.platform.clusters.main
  const connect = vi.fn(() => admin.connect()).mockRejectedValueOnce(new Error('refused by the test'))
  const clusters = { main: { admin: { connect } } }
  const log = createRequestLog({ ...app.platform, clusters } as unknown as Platform)
  const reply = { statusCode: 200, elapsedTime: 1, raw: { headersSent: true } } as unknown as FastifyReply
  const record = (id: string) => {
    const request = { id, project, method: 'GET', url: '/a', address: '10.0.0.1' }
    log.record(request as unknown as FastifyRequest, reply)
  }
  record('refused')
  await expect(log.flush()).rejects.toThrow('refused by the test')
  record('then')
  await log.close()
  const lines = await listLines(admin, project.id, {}, { limit: 10, before: undefined })
  const ids = lines.map(({ request_id }) => request_id).filter((id) => ['refused', 'then'].includes(id))
  expect(ids.sort()).toEqual(['refused', 'then'])
})
