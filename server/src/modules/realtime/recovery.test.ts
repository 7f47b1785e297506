// Recovery: missed events are replayed under the current policies and settings, or reported as unavailable.
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Centrifuge } from 'centrifuge'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket as PlainSocket } from 'ws'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  openStream,
  textsOf,
} from './realtime.fixture.ts'

const { feed, changes, repeat } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string
let token: string
let channel: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token, channel } = await connectToken(app, project, { key: project.secret }))
})
afterAll(() => app.stop())

async function recover(position: { offset?: number; epoch?: string }) {
  const client = await connectSocket(base, token, { subs: { [channel]: { recover: true, ...position } } })
  const sub = client.frames[0].connect.subs[channel]
  client.close()
  return { ...sub, publications: sub.publications?.map((one: any) => one.data.record.text) }
}

/** figure returns a figure of the WebSocket transport. */
async function figure(name: string): Promise<number> {
  const { text } = await app.api('GET', '//metrics')
  return Number(new RegExp(`^${name}\\{transport="websocket"\\} (\\d+)$`, 'm').exec(text)?.[1])
}

test('events after a position are replayed', async () => {
  const { top: offset, epoch } = feed
  notes.commit({ record: { text: 'a' } }, { record: { text: 'b' } })
  const common = { recoverable: true, positioned: true, epoch, was_recovering: true }
  expect(await recover({ offset, epoch })).toEqual({
    ...common,
    recovered: true,
    offset,
    publications: ['a', 'b'],
  })
  expect(await recover({ offset: offset + 1, epoch })).toMatchObject({ recovered: true, publications: ['b'] })
  expect(await recover({ offset: offset + 2, epoch })).toEqual({
    ...common,
    recovered: true,
    offset: offset + 2,
  })
  expect(await recover({ offset: offset + 3, epoch })).toEqual({
    ...common,
    recovered: false,
    offset: offset + 2,
  })
  expect(await recover({ offset, epoch: 'another' })).toEqual({
    ...common,
    recovered: false,
    offset: offset + 2,
  })
  expect(await recover({})).toMatchObject({ recovered: false, offset: offset + 2 })
})

test('events from before the last change of settings are unavailable', async () => {
  const { top: offset, epoch } = feed
  notes.commit({ record: { text: 'withheld?' } })
  const settings = `/projects/${project.id}/realtime/settings`
  await app.api('PUT', settings, { token: project.token, body: { broadcast_deletes: true } })
  expect(await recover({ offset, epoch })).toMatchObject({ recovered: false, offset: offset + 1 })
  const since = feed.top
  // A commit in the same instant would count as withheld as well.
  const { rows } = await app.platform.clusters.main.admin.query(
    'select changed_at from msingi_realtime.settings',
  )
  await expect.poll(() => Date.now()).toBeGreaterThan(rows[0].changed_at.getTime())
  notes.commit({ record: { text: 'later' } })
  expect(await recover({ offset: since, epoch })).toMatchObject({ recovered: true, publications: ['later'] })
})

test('nothing is replayed to a client that left while it waited', async () => {
  const { top: offset, epoch } = feed
  notes.commit({ record: { text: 'a' } }, { record: { text: 'b' } })
  const { promise: isReady, resolve: ready } = Promise.withResolvers<boolean>()
  const waits = vi.spyOn(feed, 'ready').mockReturnValueOnce(isReady)
  const before = await figure('msingi_live_delivered_total')
  const socket = new PlainSocket(`${base.replace('http', 'ws')}/connection/websocket`)
  await once(socket, 'open')
  const subs = { [channel]: { recover: true, offset, epoch } }
  socket.send(JSON.stringify({ id: 1, connect: { token, subs } }))
  await expect.poll(() => waits.mock.calls.length).toBe(1)
  socket.terminate()
  await expect.poll(() => figure('msingi_live_connections')).toBe(0)
  ready(true)
  expect(await recover({ offset, epoch })).toMatchObject({ recovered: true, publications: ['a', 'b'] })
  expect((await figure('msingi_live_delivered_total')) - before).toBe(2)
})

test('changes during a subscribe are delivered exactly once', async () => {
  const { top: offset, epoch } = feed
  let written = 0
  const write = () => notes.commit({ record: { text: String(written++) } })
  for (let n = 0; n < 50; n++) write()
  const writing = setInterval(write, 0)
  const clients = await Promise.all(
    Array.from({ length: 5 }, () =>
      connectSocket(base, token, { subs: { [channel]: { recover: true, offset, epoch } } }),
    ),
  )
  clearInterval(writing)
  for (let n = 0; n < 50; n++) write()
  const expected = Array.from({ length: written }, (_, n) => String(n))
  for (const client of clients) {
    await client.next(({ push }) => push?.pub?.data.record.text === expected.at(-1))
    const replayed = client.frames[0].connect.subs[channel].publications ?? []
    const pushed = client.frames.flatMap(({ push }) => (push?.pub ? [push.pub] : []))
    expect([...replayed, ...pushed].map((one: any) => one.data.record.text)).toEqual(expected)
    client.close()
  }
})

test('the official client recovers after a reconnect, and learns when it cannot', async () => {
  const client = new Centrifuge(`${base.replace('http', 'ws')}/connection/websocket`, {
    token,
    minReconnectDelay: 10,
    maxReconnectDelay: 50,
  })
  const heard: string[] = []
  const states: boolean[] = []
  client.on('publication', ({ data }) => heard.push(data.record.text))
  client.on('subscribed', ({ wasRecovering, recovered }) => wasRecovering && states.push(recovered))
  client.connect()
  await client.ready()
  notes.commit({ record: { text: 'first' } })
  await expect.poll(() => heard).toEqual(['first'])
  client.disconnect()
  notes.commit({ record: { text: 'missed' } })
  client.connect()
  await client.ready()
  notes.commit({ record: { text: 'third' } })
  await expect.poll(() => heard).toEqual(['first', 'missed', 'third'])
  feed.lose()
  await expect.poll(() => states).toEqual([true, false])
  notes.commit({ record: { text: 'anew' } })
  await expect.poll(() => heard.at(-1)).toBe('anew')
  client.disconnect()
})

test('changes that are read again after an interruption are delivered once', async () => {
  const client = await connectSocket(base, token)
  notes.commit({ record: { text: 'once' } }, { record: { text: 'twice' } })
  repeat(feed.known(notes.id).slice(-2))
  notes.commit({ record: { text: 'after' } })
  await client.next(({ push }) => push?.pub?.data.record.text === 'after')
  expect(textsOf(client)).toEqual(['once', 'twice', 'after'])
  client.close()
})

// More than the buffers of sockets, and many times what can be buffered for a slow client.
const MISSED = 8000
const LONG = 'x'.repeat(900)

function commitMany(count: number, name: string): string[] {
  const texts = Array.from({ length: count }, (_, n) => `${name} ${n} ${LONG}`)
  for (const text of texts) notes.commit({ record: { text } })
  return texts
}

test('a long replay over a slow WebSocket is complete, and so are events meanwhile', async () => {
  const { top: offset, epoch } = feed
  const missed = commitMany(MISSED, 'missed')
  const client = new PlainSocket(`${base.replace('http', 'ws')}/connection/websocket`)
  const frames: any[] = []
  client.on('message', (data) => frames.push(JSON.parse(String(data))))
  const [[{ socket }]] = (await Promise.all([once(client, 'upgrade'), once(client, 'open')])) as [
    [IncomingMessage],
    unknown,
  ]
  client.send(
    JSON.stringify({ id: 1, connect: { token, subs: { [channel]: { recover: true, offset, epoch } } } }),
  )
  await once(socket, 'data')
  client.pause()
  const marker = await connectSocket(base, token)
  const live = commitMany(50, 'live')
  await marker.next(({ push }) => push?.pub?.data.record.text === live.at(-1))
  client.resume()
  await expect.poll(() => frames.length).toBe(1 + live.length)
  const replayed = frames[0].connect.subs[channel].publications
  expect(replayed.map((one: any) => one.data.record.text)).toEqual(missed)
  expect(frames.slice(1).map(({ push }) => push.pub.data.record.text)).toEqual(live)
  marker.close()
  client.close()
})

test('a client that requests histories and reads nothing gets one reply at a time', async () => {
  commitMany(2000, 'asked for')
  const accepted = once(app.app.server, 'connection')
  const client = new PlainSocket(`${base.replace('http', 'ws')}/connection/websocket`)
  const [served] = (await accepted) as [Socket]
  await once(client, 'open')
  client.send(JSON.stringify({ id: 1, connect: { token } }))
  await once(client, 'message')
  const answered: [id: number, length: number][] = []
  client.on('message', (data) => answered.push([JSON.parse(String(data)).id, (data as Buffer).length]))
  let waiting = 0
  const { write } = served
  vi.spyOn(served, 'write').mockImplementation((...args) => {
    waiting = Math.max(waiting, served.writableLength)
    return write.apply(served, args as Parameters<typeof write>)
  })
  client.pause()
  const read = served.bytesRead
  const ids = Array.from({ length: 20 }, (_, n) => n + 2)
  client.send(
    ids.map((id) => JSON.stringify({ id, history: { channel, limit: 2000, reverse: true } })).join('\n'),
  )
  await expect.poll(() => served.bytesRead).toBeGreaterThan(read)
  const marker = await connectSocket(base, token)
  expect(answered).toEqual([])
  client.resume()
  await expect.poll(() => answered.map(([id]) => id)).toEqual(ids)
  const [[, length]] = answered as [[number, number]]
  expect(length).toBeGreaterThan(2_000_000)
  expect(waiting).toBeLessThan(length)
  marker.close()
  client.close()
})

test('a client that requests many histories does not block others', async () => {
  const [asking, other] = [await connectSocket(base, token), await connectSocket(base, token)]
  const ids = Array.from({ length: 150 }, (_, n) => n + 2)
  asking.send(...ids.map((id) => ({ id, history: { channel } })))
  await asking.next(({ id }) => id === ids[0])
  other.send({ id: 2, ping: {} })
  await other.next(({ id }) => id === 2)
  expect(asking.frames.some(({ id }) => id === ids.at(-1))).toBe(false)
  await asking.next(({ id }) => id === ids.at(-1))
  asking.close()
  other.close()
})

const streamUrl = () => `${base}/api/v1/projects/${project.id}/realtime/events?token=${token}`

test('a long replay over a slow event stream is complete too', async () => {
  const { top, epoch } = feed
  const missed = commitMany(MISSED, 'missed')
  const answer = await fetch(streamUrl(), { headers: { 'last-event-id': `${epoch}:${top}` } })
  // Nothing is read yet: what does not fit into the sockets is buffered in the server.
  const live = commitMany(2000, 'live')
  const heard: string[] = []
  let text = ''
  for await (const chunk of (answer.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() as string
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) heard.push(JSON.parse(data).record.text)
    }
    if (heard.at(-1) === live.at(-1)) break
  }
  expect(heard.length).toBe(missed.length + live.length)
  expect(heard).toEqual([...missed, ...live])
})

async function slowStreams(): Promise<number> {
  const { text } = await app.api('GET', '//metrics')
  return Number(/^msingi_live_slow_total\{transport="sse"\} (\d+)$/m.exec(text)?.[1])
}

test('a stream that is not read at all during a replay is closed', async () => {
  const before = await slowStreams()
  const { top, epoch } = feed
  commitMany(MISSED, 'missed')
  const reader = await openStream(streamUrl())
  const stuck = connect(Number(new URL(base).port), '127.0.0.1')
  const gone = new Promise((resolve) => stuck.once('close', resolve))
  stuck.on('error', () => {})
  const { pathname, search } = new URL(streamUrl())
  stuck.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: x\r\nlast-event-id: ${epoch}:${top}\r\n\r\n`)
  await once(stuck, 'data')
  stuck.pause()
  for (let beats = 1; beats <= 2; beats++) {
    app.clock.advance(25)
    await reader.until((each) => each.text().split(': heartbeat').length === 1 + beats)
  }
  const question = { key: 'secret', table: 'notes', type: 'INSERT', row: {} }
  const { data } = await app.api('POST', `/projects/${project.id}/realtime/explain`, {
    token: project.token,
    body: question,
  })
  expect(data.last_disconnects[0].reason).toBe('slow')
  expect(await slowStreams()).toBeGreaterThan(before)
  stuck.resume()
  await gone
  reader.close()
})
