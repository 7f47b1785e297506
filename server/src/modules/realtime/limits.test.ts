// Limits of live connections: by address, and of those that have not authenticated yet.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { AppError } from '#platform/errors/app-error.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { connectToken, createTable, type FillableFeed, fillableFeed, openSocket } from './realtime.fixture.ts'

const PATIENT = { timeout: 45_000 }

let app: TestApp
let feed: FillableFeed['feed']
let project: TestProject
let base: string
let token: string
let open: WebSocket[]

beforeEach(async () => {
  const { feed: ours, changes } = fillableFeed()
  feed = ours
  const limits = { liveAddressConnections: 3, liveUnknownConnections: 8, trustProxy: true }
  app = await startTestApp(limits, { changes })
  project = await app.createProject()
  await createTable(app, feed, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token } = await connectToken(app, project, { key: project.secret }))
  open = []
})
afterEach(async () => {
  for (const socket of open) socket.terminate()
  await app.stop()
})

/** Opens a socket from an address and returns 101, or the status with which it was refused. */
async function attempt(forwarded: string): Promise<number> {
  const url = `${base.replace('http', 'ws')}/connection/websocket`
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': forwarded } })
  socket.on('error', () => {})
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(([, answer]) => answer.statusCode as number)
  const status = await Promise.race([opened, refused])
  if (status === 101) open.push(socket)
  else socket.terminate()
  return status
}

async function introduce(socket: WebSocket): Promise<void> {
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, connect: { token } }))
  await answered
}

async function follow(forwarded: string, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${base}/api/v1/projects/${project.id}/realtime/events?token=${token}`, {
    headers: { 'x-forwarded-for': forwarded },
    signal,
  })
}

test('an address has a limit for both transports together, whatever it claims in headers', async () => {
  for (let n = 0; n < 2; n++) {
    expect(await attempt(`10.9.9.${n}, 192.0.2.1`)).toBe(101)
    await introduce(open[n] as WebSocket)
  }
  const stream = await follow('192.0.2.1')
  expect(stream.status).toBe(200)
  expect(await attempt('10.9.9.9,192.0.2.1')).toBe(429)
  const refused = await follow('10.9.9.9, 192.0.2.1')
  const { message } = (await refused.json()) as { message: string }
  expect([refused.status, message]).toEqual([
    429,
    'Too many live connections from this network. Try again shortly.',
  ])
  expect(await attempt('192.0.2.1, 192.0.2.2')).toBe(101)
  await stream.body?.cancel()
  await expect.poll(() => attempt('192.0.2.1'), PATIENT).toBe(101)
  open[0]?.close()
  await expect.poll(() => attempt('192.0.2.1'), PATIENT).toBe(101)
})

test('an IPv6 /64 counts as one address, for both transports together', async () => {
  for (let n = 0; n < 2; n++) {
    expect(await attempt(`2001:db8::${n}`)).toBe(101)
    await introduce(open[n] as WebSocket)
  }
  const stream = await follow('2001:db8::2')
  expect(stream.status).toBe(200)
  expect([await attempt('2001:db8:0:0:ffff::'), (await follow('2001:db8::3')).status]).toEqual([429, 429])
  expect(await attempt('2001:db8:0:1::')).toBe(101)
  await stream.body?.cancel()
})

test('an address can have a quarter of the unauthenticated connections; those with a token do not count', async () => {
  expect([await attempt('192.0.2.1'), await attempt('192.0.2.1')]).toEqual([101, 101])
  expect(await attempt('192.0.2.1')).toBe(429)
  await introduce(open[0] as WebSocket)
  expect(await attempt('192.0.2.1')).toBe(101)
})

test('a node limits unauthenticated connections, which do not keep out authenticated ones', async () => {
  for (let n = 0; n < 8; n++) expect(await attempt(`192.0.2.${n >> 1}`)).toBe(101)
  expect(await attempt('192.0.2.99')).toBe(429)
  const stream = await follow('192.0.2.99')
  expect(stream.status).toBe(200)
  await stream.body?.cancel()
  open[3]?.close()
  await expect.poll(() => attempt('192.0.2.99'), PATIENT).toBe(101)
})

test('a handshake that fails, or is never finished, releases its slot', async () => {
  const handshake =
    'GET /connection/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  for (let n = 0; n < 12; n++) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.on('error', () => {})
    // Without a key the handshake fails.
    socket.write(`${handshake}X-Forwarded-For: 192.0.2.1\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
  }
  await expect.poll(() => attempt('192.0.2.1'), PATIENT).toBe(101)
  open[0]?.terminate()
  await expect.poll(() => attempt('192.0.2.1'), PATIENT).toBe(101)
  expect(await attempt('192.0.2.1')).toBe(101)
})

test('a client that leaves before its stream has begun releases its slot', async () => {
  const { promise: ready, resolve: begin } = Promise.withResolvers<boolean>()
  const watch = vi.spyOn(feed, 'watch').mockReturnValue(ready)
  const gone = vi.fn()
  app.app.server.on('request', (_, answer) => answer.on('close', gone))
  const abort = new AbortController()
  const streams = [1, 2, 3].map(() => follow('192.0.2.1', abort.signal).catch(() => undefined))
  await vi.waitFor(() => expect(watch).toHaveBeenCalledTimes(3), PATIENT)
  abort.abort()
  await Promise.all(streams)
  await vi.waitFor(() => expect(gone).toHaveBeenCalledTimes(3), PATIENT)
  begin(true)
  await expect.poll(async () => (await follow('192.0.2.1')).status, PATIENT).toBe(200)
  const { text } = await app.api('GET', '//metrics')
  expect(text).toContain('msingi_live_connections{transport="sse"} 1\n')
})

test('without a proxy, X-Forwarded-For is ignored', async () => {
  await app.stop()
  app = await startTestApp({ liveUnknownConnections: 8, trustProxy: false })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  expect([await attempt('192.0.2.1'), await attempt('192.0.2.2'), await attempt('192.0.2.3')]).toEqual([
    101, 101, 429,
  ])
})

test('clients of a project that read nothing are disconnected before they fill the memory', {
  timeout: 180_000,
}, async () => {
  await app.stop()
  const { feed: ours, changes } = fillableFeed()
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  const notes = await createTable(app, ours, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token } = await connectToken(app, project, { key: project.secret }))
  const deaf = await Promise.all(
    Array.from({ length: 160 }, async () => {
      const socket = connect(Number(new URL(base).port), '127.0.0.1')
      socket.on('error', () => {})
      const path = `/api/v1/projects/${project.id}/realtime/events?token=${token}`
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await once(socket, 'data')
      return socket.pause()
    }),
  )
  const figure = async (name: string) => {
    const { text } = await app.api('GET', '//metrics')
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    )
  }
  let most = 0
  // Each alone could have 1 MB buffered: together far more than the limit of the project.
  for (let n = 0; n < 300 && (await figure('msingi_live_slow_total{transport="sse"}')) === 0; n++) {
    notes.commit({ record: { text: 'x'.repeat(100_000) } })
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, await figure('msingi_live_waiting_bytes'))
  }
  const cut = await figure('msingi_live_slow_total{transport="sse"}')
  expect(cut).toBeGreaterThan(0)
  expect(cut).toBeLessThan(deaf.length)
  expect(most).toBeLessThanOrEqual(64 * 1024 * 1024)
  for (const socket of deaf) socket.destroy()
})

test('a project with many connections leaves slots for others', async () => {
  await app.stop()
  const { feed: ours, changes } = fillableFeed()
  app = await startTestApp({ liveNodeConnections: 12 }, { changes })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const fill = async () => {
    project = await app.createProject()
    await createTable(app, ours, project)
    ;({ token } = await connectToken(app, project, { key: project.secret }))
    const ends: (number | undefined)[] = []
    for (let n = 0; n < 8; n++) {
      const client = await openSocket(base)
      client.send({ id: 1, connect: { token } })
      const refused = client.closed.then(({ code }) => code)
      ends.push(await Promise.race([client.next(({ id }) => id === 1).then(() => undefined), refused]))
    }
    return ends.filter((code) => code === undefined).length
  }
  expect([await fill(), await fill(), await fill()]).toEqual([6, 3, 2])
  const client = await openSocket(base)
  client.send({ id: 1, connect: { token } })
  expect(await client.closed).toEqual({ code: 3013, reason: 'too many connections' })
  const stream = await follow('192.0.2.1')
  expect([stream.status, stream.headers.get('retry-after')]).toEqual([503, '5'])
})

test('subscribing to a busy table is a temporary error, and the other channels are kept', async () => {
  const body = { name: 'others', columns: [{ name: 'text', data_type: 'text' }] }
  await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body })
  const made = await app.api('POST', `/projects/${project.id}/realtime/token`, { token: project.token })
  const client = await openSocket(base)
  const subscribe = async (id: number, slug: string) => {
    client.send({ id, subscribe: { channel: `project:${project.id}:${slug}` } })
    return (await client.next((frame) => frame.id === id)).error
  }
  client.send({ id: 1, connect: { token: made.data.token } })
  expect(await subscribe(2, 'notes')).toBeUndefined()
  const watch = vi.spyOn(feed, 'watch').mockRejectedValue(new AppError('unavailable'))
  expect(await subscribe(3, 'others')).toMatchObject({ code: 100, temporary: true })
  watch.mockRestore()
  expect(await subscribe(4, 'others')).toBeUndefined()
  client.close()
})
