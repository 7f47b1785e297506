// A node that is about to stop: it still serves everything, and all who can go elsewhere.
import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSocket, connectToken } from '#modules/realtime/realtime.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from './harness.ts'
import { NO_NATS, startNats, type TestNats } from './nats.ts'

// With a broker there may be other nodes that serve live clients.
describe.skipIf(NO_NATS)('a node that is about to stop', () => {
  let nats: TestNats
  let app: TestApp
  let project: TestProject
  let base: string
  // A connection is kept for the next request, where the server lets it be.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

  beforeAll(async () => {
    nats = await startNats()
    app = await startTestApp({ natsUrls: [nats.url] })
    project = await app.createProject()
    await app.api('POST', `/projects/${project.id}/tables`, {
      token: project.token,
      body: { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] },
    })
    base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    agent.destroy()
    await app.stop()
    await nats.stop()
  })

  async function ask(path: string): Promise<{ status: number | undefined; connection: string | undefined }> {
    const request = http.get(`${base}${path}`, { agent })
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    await answer.resume().toArray()
    return { status: answer.statusCode, connection: answer.headers.connection }
  }

  test('serves what comes, is not ready, and sends its live clients away', async () => {
    const { draining } = app.platform
    await expect.poll(() => ask('/healthz/realtime')).toEqual({ status: 200, connection: 'keep-alive' })
    expect(await ask('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })
    const { token } = await connectToken(app, project, { key: project.secret })
    const live = [await connectSocket(base, token), await connectSocket(base, token)]
    const streamed = http.get(`${base}/api/v1/projects/${project.id}/realtime/events?token=${token}`, {
      agent: new http.Agent({ keepAlive: true }),
    })
    const [stream] = (await once(streamed, 'response')) as [http.IncomingMessage]
    const hungUp = once(stream.socket, 'end')

    const drained = draining.begin(10_000)
    for (const path of ['/readyz', '/healthz/realtime'])
      expect(await ask(path)).toEqual({ status: 503, connection: 'close' })
    for (const path of ['/livez', '/healthz'])
      expect(await ask(path)).toEqual({ status: 200, connection: 'close' })
    const written = await app.api('POST', '/data/notes', { key: project.secret, body: { text: 'late' } })
    expect(written.status).toBe(201)
    for (const client of live) await client.next(({ push }) => push?.pub?.data.type === 'INSERT')
    // Who comes by a load balancer that has not noticed yet is served.
    const late = await connectSocket(base, token)

    app.clock.advance(9.99)
    for (const client of live) expect(await client.closed).toEqual({ code: 3001, reason: 'shutdown' })
    expect((await stream.toArray()).join('')).toContain('late')
    // The client cannot come again on the same connection.
    await hungUp
    app.clock.advance(0.01)
    await drained
    late.close()
    await late.closed
  })
})
