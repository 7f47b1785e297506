// The request log of a project: what is logged, also after the client has disconnected (spec 4.15).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { notFound } from '#platform/errors/app-error.ts'
import { startTestApp } from '#test/harness.ts'
import { createRequestLog, deleteRequests, listRequests } from './request-logs.service.ts'

test('logs a request whose connection, and with it `ip`, is gone', async () => {
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

test('logs 499 for a client that disconnected before the response', async () => {
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

test('writes an equal share for each project in a flood, and deletes all requests of a project', async () => {
  const app = await startTestApp()
  const log = createRequestLog(app.platform)
  const reply = { statusCode: 200, elapsedTime: 1, raw: { headersSent: true } } as unknown as FastifyReply
  const projects = Array.from({ length: 50 }, () => ({ id: crypto.randomUUID() }))
  const base = { method: 'GET', url: `/${'x'.repeat(10_000)}`, address: '10.0.0.1' }
  for (const [n, project] of projects.entries())
    for (let i = 0; i < (n === 0 ? 5 : 1000); i++)
      log.record({ ...base, id: `r${i}`, project } as unknown as FastifyRequest, reply)
  await log.close()
  const { rows } = await app.platform.clusters.main.admin.query(
    `select project_id as id, count(*)::int as n, max(length(path))::int as longest from platform.request_logs group by 1`,
  )
  const counts = new Map(rows.map(({ id, n }) => [id, n]))
  expect(counts.get(projects[0]?.id)).toBe(5)
  expect(new Set(projects.slice(1).map(({ id }) => counts.get(id)))).toEqual(new Set([400]))
  expect(Math.max(...rows.map(({ longest }) => longest))).toBe(1000)
  await app.platform.clusters.main.admin.query('update platform.request_logs set project_id = $1', [
    projects[0]?.id,
  ])
  await deleteRequests(app.platform, projects[0]?.id ?? '')
  const left = await app.platform.clusters.main.admin.query('select from platform.request_logs')
  expect(left.rowCount).toBe(0)
  await app.stop()
})
