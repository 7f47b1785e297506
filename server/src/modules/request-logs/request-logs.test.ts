// The request log of a project: what is written down of requests, also where the caller is gone meanwhile (spec 4.15).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { notFound } from '#platform/errors/app-error.ts'
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
  const reply = { statusCode: 200, elapsedTime: 1.234, raw: { headersSent: true } }
  log.record(request as unknown as FastifyRequest, reply as unknown as FastifyReply)
  await log.close()
  const written = (await listRequests(app.platform, project.id, 10)).find(
    ({ request_id }) => request_id === 'r1',
  )
  expect(written).toMatchObject({ address: '10.0.0.1', path: '/a?token=[redacted]', duration_ms: 1.23 })
  await app.stop()
})

test('a request whose client does not wait for the answer is written down as 499', async () => {
  const app = await startTestApp()
  const project = await app.createProject()
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<never>()
  vi.spyOn(app.platform.shapes, 'schema').mockImplementation(() => {
    arrived.resolve()
    return answered.promise
  })
  const gone = new AbortController()
  const sent = fetch(`${base}/api/v1/data/users?token=secret`, {
    headers: { 'x-platform-api-key': project.secret },
    signal: gone.signal,
  })
  await arrived.promise
  gone.abort()
  await expect(sent).rejects.toThrow()
  const logged = async () => {
    const path = `/projects/${project.id}/request-logs`
    const { data } = await app.api('GET', path, { token: project.token })
    return data.filter((one: { path: string }) => one.path.startsWith('/api/v1/data/'))
  }
  const line = { status: 499, path: '/api/v1/data/users?token=[redacted]', address: '127.0.0.1' }
  await expect.poll(logged).toMatchObject([line])
  answered.reject(notFound('The table'))
  await app.stop()
})
