// A connection from beginning to end: pings, timeouts, shutdown, and delivery of a write over the API.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Centrifuge } from 'centrifuge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket as PlainSocket } from 'ws'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { connectSocket, connectToken, openSocket, openStream } from './realtime.fixture.ts'

let app: TestApp
let project: TestProject
let base: string
let token: string

async function start(): Promise<void> {
  app = await startTestApp()
  project = await app.createProject()
  await app.api('POST', `/projects/${project.id}/tables`, {
    token: project.token,
    body: { name: 'notes', columns: [{ name: 'text', data_type: 'text' }] },
  })
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token } = await connectToken(app, project, { key: project.secret }))
}
beforeAll(start)
afterAll(() => app.stop())

const socketUrl = () => `${base.replace('http', 'ws')}/connection/websocket`
const streamUrl = () => `${base}/api/v1/projects/${project.id}/realtime/events?token=${token}`

test('connections, messages and what they take are counted as usage', async () => {
  const usage = async () => {
    const path = `/projects/${project.id}/usage`
    return (await app.api('GET', path, { token: project.token })).data[0]
  }
  const before = await usage()
  const client = await connectSocket(base, token)
  const updates = await openStream(`${streamUrl()}&events=UPDATE`)
  await app.api('POST', '/data/notes', { key: project.secret, body: { text: 'x'.repeat(5000) } })
  await client.next(({ push }) => push?.pub?.data.type === 'INSERT')
  client.close()
  updates.close()
  // The stream asked for updates only, so it received no message.
  await expect
    .poll(async () => {
      const { live_connections, live_messages, egress_bytes } = await usage()
      return [
        live_connections - before.live_connections,
        live_messages - before.live_messages,
        egress_bytes - before.egress_bytes > 5000,
      ]
    })
    .toEqual([2, 1, true])
})

test('a write over the API reaches both transports, and the official client, with the same event', async () => {
  const client = await connectSocket(base, token)
  const stream = await openStream(streamUrl())
  const official = new Centrifuge(socketUrl(), { token })
  const heard: any[] = []
  official.on('publication', ({ data }) => heard.push(data))
  official.connect()
  await official.ready()
  const { data: row } = await app.api('POST', '/data/notes', { key: project.secret, body: { text: 'one' } })
  const path = `/data/notes/${row.id}`
  const { data: changed } = await app.api('PATCH', path, { key: project.secret, body: { text: 'two' } })
  await app.api('DELETE', path, { key: project.secret })
  await expect.poll(() => heard.length).toBe(3)
  const [inserted, updated, deleted] = heard
  expect(inserted).toMatchObject({ type: 'INSERT', table: 'notes', project_id: project.id, record: row })
  expect(inserted).not.toHaveProperty('old_record')
  expect(updated).toMatchObject({ type: 'UPDATE', record: changed, old_record: row })
  expect(deleted).toMatchObject({ type: 'DELETE', record: changed })
  expect(deleted).not.toHaveProperty('old_record')
  await client.next(({ push }) => push?.pub?.data.type === 'DELETE')
  expect(client.frames.slice(1).map(({ push }) => push.pub.data)).toEqual(heard)
  await stream.until((each) => each.events().length === 3)
  expect(stream.events().map(({ data }) => data)).toEqual(heard)
  client.close()
  stream.close()
  official.disconnect()
})

test('the library gets pings of the protocol, a plain client those of WebSocket', async () => {
  const named = await connectSocket(base, token, { name: 'js' })
  const plain = new PlainSocket(socketUrl())
  await once(plain, 'open')
  const texts: string[] = []
  plain.on('message', (data) => texts.push(String(data)))
  const pinged = once(plain, 'ping')
  plain.send(JSON.stringify({ id: 1, connect: { token } }))
  await once(plain, 'message')
  app.clock.advance(25)
  await named.next((frame) => Object.keys(frame).length === 0)
  await pinged
  expect(texts).toHaveLength(1)
  // The plain client has answered automatically; the other has not.
  app.clock.advance(25)
  expect(await named.closed).toEqual({ code: 3012, reason: 'no pong' })
  expect(plain.readyState).toBe(plain.OPEN)
  plain.close()
})

test('the official client stays connected because it answers pings', async () => {
  const official = new Centrifuge(socketUrl(), { token })
  let breaks = 0
  official.on('connecting', () => {
    breaks += 1
  })
  official.connect()
  await official.ready()
  const marker = await connectSocket(base, token, { name: 'marker' })
  for (let n = 1; n <= 3; n++) {
    app.clock.advance(25)
    await expect.poll(() => marker.frames.filter((frame) => Object.keys(frame).length === 0).length).toBe(n)
    marker.raw('{}')
    // A reply after the pong: the pongs of both clients have been received.
    marker.send({ id: 10 + n, ping: {} })
    await marker.next(({ id }) => id === 10 + n)
    await official.history(`project:${project.id}:notes`, { limit: 0 })
  }
  expect(breaks).toBe(1)
  official.disconnect()
  marker.close()
})

test('a socket that sends no token is closed', async () => {
  const early = await openSocket(base)
  app.clock.advance(6)
  const late = await openSocket(base)
  const introduced = await connectSocket(base, token)
  app.clock.advance(4)
  expect(await early.closed).toEqual({ code: 3502, reason: 'stale' })
  // A later connection has the rest of its time; one with a token is not limited.
  late.send({ id: 1, connect: { token } })
  await late.next(({ id }) => id === 1)
  app.clock.advance(10)
  const another = await openSocket(base)
  app.clock.advance(10)
  expect(await another.closed).toEqual({ code: 3502, reason: 'stale' })
  for (const client of [late, introduced]) {
    client.send({ id: 2, ping: {} })
    await client.next(({ id }) => id === 2)
    client.close()
  }
})

test('a token that came in time is verified, however long that takes', async () => {
  const issue = async () => {
    const path = `/projects/${project.id}/realtime/token`
    const body = { table: 'notes' }
    return (await app.api('POST', path, { token: project.token, body })).data.token
  }
  const expired = await issue()
  app.clock.advance(601)
  const valid = await issue()
  const lock = await app.platform.clusters.main.admin.connect()
  try {
    // Until it is released, no token can be verified.
    await lock.query('begin')
    await lock.query('lock table msingi_realtime.tokens in access exclusive mode')
    const patient = await openSocket(base)
    patient.send({ id: 1, connect: { token: valid } })
    const late = await openSocket(base)
    late.send({ id: 1, connect: { token: expired } })
    expect((await late.next(({ id }) => id === 1)).error.code).toBe(109)
    app.clock.advance(10)
    expect(await late.closed).toEqual({ code: 3502, reason: 'stale' })
    expect(patient.frames).toEqual([])
    await lock.query('rollback')
    const { connect: connected } = await patient.next(({ id }) => id === 1)
    expect(Object.keys(connected.subs)).toEqual([`project:${project.id}:notes`])
    patient.close()
  } finally {
    lock.release(true)
  }
})

test('when the server stops, all clients are notified, and new ones are refused', async () => {
  const client = await connectSocket(base, token)
  const stream = await openStream(streamUrl())
  // Sends nothing, and does not answer a close frame either.
  const deaf = connect(Number(new URL(base).port), '127.0.0.1')
  deaf.on('error', () => {})
  deaf.write(
    'GET /connection/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await once(deaf, 'data')
  const stopped = app.stop()
  expect(await client.closed).toEqual({ code: 3001, reason: 'shutdown' })
  await stream.ended
  await stopped
  await expect(openSocket(base)).rejects.toThrow()
  await start()
})
