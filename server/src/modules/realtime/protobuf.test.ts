// The protocol in Protobuf, the only format of some official libraries.
import { once } from 'node:events'
import { Centrifuge } from 'centrifuge/build/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket as PlainSocket } from 'ws'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { connectSocket, connectToken, createTable, fillableFeed, type LiveTable } from './realtime.fixture.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let lobby: string
let base: string
let token: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  const made = await app.api('POST', `/projects/${project.id}/realtime/channels`, {
    token: project.token,
    body: { name: 'lobby' },
  })
  lobby = made.data.channel
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ token } = await connectToken(app, project, { key: project.secret }, 'table=notes&channel=lobby'))
})
afterAll(() => app.stop())

const address = () => `${base.replace('http', 'ws')}/connection/websocket`
const read = (data: Uint8Array) => JSON.parse(new TextDecoder().decode(data))
const write = (data: unknown) => new TextEncoder().encode(JSON.stringify(data))

/** open returns a client and what it receives. */
async function open(given = token) {
  const sockets: PlainSocket[] = []
  class Socket extends PlainSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols)
      sockets.push(this)
    }
  }
  const client = new Centrifuge(address(), {
    token: given,
    websocket: Socket,
    minReconnectDelay: 10,
    maxReconnectDelay: 50,
  })
  const heard: unknown[] = []
  client.on('publication', ({ channel, data, offset, info }) =>
    heard.push({ channel, offset, data: read(data), ...(info && { user: info.user }) }),
  )
  client.on('join', ({ info }) => heard.push({ join: info.client }))
  client.on('leave', ({ info }) => heard.push({ leave: info.client }))
  const resumed: unknown[] = []
  client.on('subscribed', ({ channel, wasRecovering, recovered }) =>
    resumed.push({ channel, wasRecovering, recovered }),
  )
  const connected = new Promise<string>((resolve) => client.on('connected', ({ client: id }) => resolve(id)))
  client.connect()
  const id = await connected
  return { client, id, heard, resumed, cut: () => sockets.at(-1)?.terminate() }
}

test('a client receives the events of its table unchanged, and recovers those it has missed', async () => {
  const { client, heard, resumed, cut } = await open()
  const text = 'Karibu "\\" 🌍 \u2028'
  notes.commit({ record: { id: 'a', text } }, { record: { id: 'b', text: 'x'.repeat(200_000) } })
  await expect.poll(() => heard.length).toBe(2)
  expect(heard[0]).toMatchObject({ channel: notes.channel, offset: feed.top - 1, data: { record: { text } } })
  expect(heard[1]).toMatchObject({ offset: feed.top, data: { type: 'INSERT', table: 'notes' } })
  cut()
  notes.commit({ type: 'UPDATE', record: { id: 'a', text: 'missed' }, old_record: { id: 'a', text } })
  await expect.poll(() => heard.length).toBe(3)
  expect(heard[2]).toMatchObject({ data: { type: 'UPDATE', old_record: { text } } })
  const recovered = (channel: string) => ({ channel, wasRecovering: true, recovered: true })
  expect(resumed.slice(2)).toEqual([recovered(notes.channel), recovered(lobby)])
  client.disconnect()
})

test('every command gets a reply, and clients that use JSON receive the same messages', async () => {
  const { client, id, heard } = await open()
  const other = await connectSocket(base, token)
  const { client: otherId } = other.frames[0].connect
  await client.publish(lobby, write({ n: 1 }))
  const { push } = await other.next((frame) => frame.push?.pub !== undefined)
  expect(push.pub.data).toEqual({ n: 1 })
  const user = `project:${project.id}`
  const { offset, epoch, publications } = await client.history(lobby, { limit: -1 })
  expect(publications.map(({ data }) => read(data))).toEqual([{ n: 1 }])
  const later = await client.history(lobby, { limit: 5, reverse: true, since: { offset, epoch } })
  expect(later).toMatchObject({ offset, epoch, publications: [] })
  expect(Object.keys((await client.presence(lobby)).clients).sort()).toEqual([id, otherId].sort())
  expect(await client.presenceStats(lobby)).toEqual({ numClients: 2, numUsers: 1 })
  await expect(client.publish(notes.channel, write(1))).rejects.toMatchObject({ code: 108 })
  await expect(client.rpc('sum', write([1, 2]))).rejects.toMatchObject({ code: 104 })
  await client.send(write('nobody listens'))
  other.close()
  await expect.poll(() => heard).toContainEqual({ leave: otherId })
  expect(heard).toEqual([
    { join: otherId },
    { channel: lobby, offset, data: { n: 1 }, user },
    { leave: otherId },
  ])
  client.disconnect()
})

test('messages arrive as they were published, including numbers that JavaScript cannot represent', async () => {
  const data = '{"id":9007199254740993,"price":0.12345678901234567891,"__proto__":{"far":1e400}}'
  const texts: string[] = []
  const { client } = await open()
  client.on('publication', ({ data: bytes }) => texts.push(new TextDecoder().decode(bytes)))
  const other = await connectSocket(base, token)
  await client.publish(lobby, new TextEncoder().encode(data))
  other.raw(`{"id":2,"publish":{"channel":"${lobby}","data":${data}}}`)
  await expect.poll(() => texts).toEqual([data, data])
  other.close()
  client.disconnect()
})

test('a client subscribes, unsubscribes, and is notified when its channel is removed', async () => {
  const path = `/projects/${project.id}/realtime`
  const made = await app.api('POST', `${path}/token`, { token: project.token, body: {} })
  const { client } = await open(made.data.token)
  const room = await app.api('POST', `${path}/channels`, { token: project.token, body: { name: 'brief' } })
  const subscription = client.newSubscription(room.data.channel)
  const ended = new Promise((resolve) => subscription.on('unsubscribed', resolve))
  subscription.subscribe()
  await subscription.ready()
  await app.api('DELETE', `${path}/channels/${room.data.id}`, { token: project.token })
  expect(await ended).toMatchObject({ code: 2000 })
  const own = client.newSubscription(notes.channel)
  own.subscribe()
  await own.ready()
  own.unsubscribe()
  own.subscribe()
  await own.ready()
  const unknown = client.newSubscription('nothing')
  unknown.subscribe()
  await expect(unknown.ready()).rejects.toThrow()
  const latest = client.newMapSubscription(lobby)
  latest.subscribe()
  await expect(latest.ready()).rejects.toThrow()
  client.disconnect()
})

test('a client without a name gets pings of the protocol too', async () => {
  const socket = new PlainSocket(address(), 'centrifuge-protobuf')
  await once(socket, 'open')
  const bytes = Buffer.from(token)
  const field = (number: number, value: Buffer) =>
    Buffer.concat([Buffer.from([number * 8 + 2, (value.length & 127) | 128, value.length >> 7]), value])
  const command = Buffer.concat([Buffer.from([8, 1]), field(4, field(1, bytes))])
  socket.send(Buffer.concat([Buffer.from([(command.length & 127) | 128, command.length >> 7]), command]))
  await once(socket, 'message')
  const pinged = Promise.race([once(socket, 'message'), once(socket, 'ping')])
  app.clock.advance(25)
  expect([...(await pinged)[0]]).toEqual([0])
  socket.close()
})

test('an invalid token closes the connection with a terminal code', async () => {
  const client = new Centrifuge(address(), { token: 'forged', websocket: PlainSocket })
  const ended = new Promise((resolve) => client.on('disconnected', resolve))
  client.connect()
  expect(await ended).toMatchObject({ code: 3500, reason: 'invalid token' })
})

test.each([
  ['text', '{"id":1,"ping":{}}'],
  ['a length beyond the end', Buffer.from([5, 1])],
  ['a number without end', Buffer.alloc(20, 0xff)],
  ['a field of another type', Buffer.from([2, 0x0a, 0])],
  ['a flood of pongs', Buffer.alloc(2000)],
  ['an unknown type of field', Buffer.from([1, 0x0f])],
  ['invalid UTF-8', Buffer.from([7, 8, 1, 0x22, 3, 0x0a, 1, 0xff])],
  ['two commands in one', Buffer.from([6, 8, 1, 0x22, 0, 0x5a, 0])],
  ['data that is no JSON', Buffer.from([7, 8, 1, 0x3a, 3, 0x12, 1, 0x78])],
])('%s is a bad request', async (_, frame) => {
  const socket = new PlainSocket(address(), 'centrifuge-protobuf')
  socket.on('open', () => socket.send(frame))
  const code = await new Promise((resolve) => socket.on('close', resolve))
  expect(code).toBe(3501)
})
