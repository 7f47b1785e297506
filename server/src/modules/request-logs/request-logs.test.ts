// The request log of a project: what is written down of requests, also where the caller is gone meanwhile (spec 4.15).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { createRequestLog, listRequests } from './request-logs.service.ts'

test('a request is written down though its connection, and with it `ip`, is gone', async () => {
  const app = await startTestApp()
  const project = await app.createProject()
  const log = createRequestLog(app.platform)
  const request = {
    id: 'r1',
    project,
    method: 'GET',
    url: '/a?token=secret',
    ip: undefined,
    address: '10.0.0.1',
  }
  const reply = { statusCode: 200, elapsedTime: 1.234 }
  log.record(request as unknown as FastifyRequest, reply as FastifyReply)
  await log.flush()
  log.stop()
  const written = (await listRequests(app.platform, project.id, 10)).find(
    ({ request_id }) => request_id === 'r1',
  )
  expect(written).toMatchObject({ address: '10.0.0.1', path: '/a?token=[redacted]', duration_ms: 1.23 })
  await app.stop()
})
