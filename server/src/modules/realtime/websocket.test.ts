// The WebSocket transport with the specification's client (6.2), and every error that a client can make.

import { request } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket as PlainSocket } from 'ws'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import {
  connectSocket,
  connectToken,
  createTable,
  fillableFeed,
  type LiveTable,
  openSocket,
  textsOf,
} from './realtime.fixture.ts'

const { feed, changes } = fillableFeed()
let app: TestApp
let project: TestProject
let notes: LiveTable
let base: string

beforeAll(async () => {
  app = await startTestApp({}, { changes })
  project = await app.createProject()
  notes = await createTable(app, feed, project)
  base = await app.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.stop())

async function connected(credential: object = { key: project.secret }) {
  const { token } = await connectToken(app, project, credential)
  return connectSocket(base, token)
}

test('a client gets the events of its table', async () => {
  const { url, token, channel, expires_at } = await connectToken(app, project, { key: project.secret })
  expect(url).toMatch(/^http:\/\//)
  expect(channel).toBe(`project:${project.id}:notes`)
  expect(Date.parse(expires_at) - app.clock.now().getTime()).toBeGreaterThan(86_390_000)
  const client = await connectSocket(base, token)
  expect(client.frames[0].connect).toMatchObject({
    ping: 25,
    pong: false,
    subs: { [channel]: { recoverable: true } },
  })
  notes.commit({ record: { id: 'a', text: 'one' } })
  const { push } = await client.next(({ push }) => push !== undefined)
  expect(push.channel).toBe(channel)
  expect(push.pub.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'INSERT',
    table: 'notes',
    project_id: project.id,
    record: { id: 'a', text: 'one' },
    created_at: expect.stringMatching(/Z$/),
  })
  expect(Object.keys(client.frames[1])).toEqual(['push'])
  client.close()
  await client.closed
})

test('a client receives events of its own table only, in commit order', async () => {
  const other = await createTable(app, feed, project, 'others')
  const client = await connected()
  for (let n = 0; n < 300; n++)
    (n % 3 === 0 ? other : notes).commit({ record: { id: String(n), text: `n${n}` } })
  await client.next(
    ({ push }) => push?.pub?.data.record.text === 'n299' || push?.pub?.data.record.text === 'n298',
  )
  expect(textsOf(client)).toEqual(
    Array.from({ length: 300 }, (_, n) => n)
      .filter((n) => n % 3 > 0)
      .map((n) => `n${n}`),
  )
  client.close()
})

test('a client without a name gets one object in each frame, one with a name can get several', async () => {
  const { token } = await connectToken(app, project, { key: project.secret })
  const frames = async (name: string | undefined) => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/connection/websocket`)
    const texts: string[] = []
    const all = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        texts.push(data)
        if (texts.length === 1)
          notes.commit(...Array.from({ length: 50 }, (_, n) => ({ record: { id: `${n}`, text: `b${n}` } })))
        if (data.includes('"b49"')) resolve()
      }
    })
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, connect: { token, ...(name && { name }) } }))
    await all
    socket.close()
    return texts
  }
  const plain = await frames(undefined)
  expect(plain).toHaveLength(51)
  for (const text of plain) expect(() => JSON.parse(text)).not.toThrow()
  const batched = await frames('js')
  expect(batched.length).toBeLessThan(10)
  expect(batched.flatMap((text) => text.split('\n'))).toHaveLength(51)
})

test.each([
  ['no JSON', 'hello'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a number', '7'],
  ['no method', '{"id":1}'],
  ['no id', '{"connect":{"token":"x"}}'],
  ['an id that is a text', '{"id":"1","connect":{"token":"x"}}'],
  ['a negative id', '{"id":-1,"connect":{"token":"x"}}'],
  ['two methods', '{"id":1,"connect":{"token":"x"},"ping":{}}'],
  ['an unknown method', '{"id":1,"steal":{}}'],
  ['a method of every object', '{"id":1,"constructor":{}}'],
  ['a prototype', '{"id":1,"__proto__":{}}'],
  ['no token', '{"id":1,"connect":{}}'],
  ['a token that is no text', '{"id":1,"connect":{"token":{}}}'],
  ['something before connect', '{"id":1,"subscribe":{"channel":"x"}}'],
  ['rubbish behind a pong', '{}\n\u0000'],
])('%s is a bad request', async (_, text) => {
  const client = await openSocket(base)
  client.raw(text)
  expect(await client.closed).toEqual({ code: 3501, reason: 'bad request' })
})

test('a binary frame is a bad request, and a huge one closes the connection', async () => {
  const binary = await openSocket(base)
  binary.raw(new Uint8Array([1, 2, 3]))
  expect((await binary.closed).code).toBe(3501)
  const huge = await openSocket(base)
  huge.raw('x'.repeat(100_000))
  expect((await huge.closed).code).toBe(1009)
})

test('a second connect is a bad request', async () => {
  const client = await connected()
  client.send({ id: 2, connect: { token: 'x' } })
  expect((await client.closed).code).toBe(3501)
})

test('too many commands close the connection', async () => {
  const client = await connected()
  client.send(
    ...Array.from({ length: 300 }, (_, n) => ({ id: n + 2, history: { channel: notes.channel, limit: -1 } })),
  )
  expect((await client.closed).code).toBe(3501)
})

test('commands that tables do not support are refused, and the connection stays open', async () => {
  const client = await connected()
  const { channel } = notes
  const other = `project:${crypto.randomUUID()}:notes`
  const commands: [object, number][] = [
    [{ subscribe: { channel } }, 105],
    [{ subscribe: { channel: other } }, 103],
    [{ subscribe: { channel: `project:${project.id}:users` } }, 103],
    [{ publish: { channel, data: {} } }, 108],
    [{ presence: { channel } }, 108],
    [{ presence_stats: { channel } }, 108],
    [{ presence: { channel: other } }, 103],
    [{ history: { channel: other, limit: 10 } }, 103],
    [{ history: { channel, limit: 10, since: { offset: 0, epoch: 'x' } } }, 112],
    [{ rpc: { method: 'x' } }, 104],
    [{ sub_refresh: { channel, token: 'x' } }, 104],
  ]
  for (const [index, [command, code]] of commands.entries()) {
    client.send({ id: index + 2, ...command })
    const { error } = await client.next(({ id }) => id === index + 2)
    expect(error, JSON.stringify(command)).toMatchObject({ code, message: expect.stringMatching(/^[a-z]/) })
  }
  client.send({ id: 99, ping: {} })
  expect(await client.next(({ id }) => id === 99)).toEqual({ id: 99, ping: {} })
  client.close()
})

test('a client can unsubscribe and subscribe again', async () => {
  const client = await connected()
  const { channel } = notes
  client.send({ id: 2, unsubscribe: { channel } })
  await client.next(({ id }) => id === 2)
  notes.commit({ record: { id: 'x', text: 'unheard' } })
  client.send({ id: 3, subscribe: { channel } })
  expect((await client.next(({ id }) => id === 3)).subscribe).toMatchObject({
    recoverable: true,
    offset: feed.top,
  })
  notes.commit({ record: { id: 'x', text: 'heard' } })
  await client.next(({ push }) => push !== undefined)
  expect(textsOf(client)).toEqual(['heard'])
  client.close()
})

test('history returns the available events, or those after a position', async () => {
  const client = await connected()
  const { channel } = notes
  const from = feed.top
  notes.commit({ record: { text: 'h1' } }, { record: { text: 'h2' } }, { record: { text: 'h3' } })
  const ask = async (id: number, request: object) => {
    client.send({ id, history: { channel, ...request } })
    const { history } = await client.next((frame) => frame.id === id)
    return { ...history, publications: history.publications.map((one: any) => one.data.record.text) }
  }
  const since = { offset: from, epoch: feed.epoch }
  const at = { epoch: feed.epoch, offset: from + 3 }
  expect(await ask(2, { since, limit: 2 })).toEqual({ ...at, publications: ['h1', 'h2'] })
  expect(await ask(3, { limit: 1, reverse: true })).toEqual({ ...at, publications: ['h3'] })
  expect(await ask(4, {})).toEqual({ ...at, publications: [] })
  expect((await ask(5, { limit: -1 })).publications.slice(-3)).toEqual(['h1', 'h2', 'h3'])
  client.close()
})

test('other paths and other upgrades are refused', async () => {
  const answer = (path: string, upgrade: string, headers = {}) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${base}${path}`, {
        headers: {
          connection: 'Upgrade',
          upgrade,
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-version': '13',
          ...headers,
        },
      })
      asked.on('upgrade', (reply, socket) => {
        socket.destroy()
        resolve(reply.statusCode)
      })
      asked.on('response', (reply) => {
        reply.resume()
        resolve(reply.statusCode)
      })
      asked.on('error', reject)
      asked.end()
    })
  expect(await answer('/connection/websocket', 'websocket')).toBe(101)
  expect(await answer('/connection/websocket?x=1', 'WebSocket')).toBe(101)
  expect(await answer('/connection', 'websocket')).toBe(404)
  expect(await answer('/healthz', 'h2c')).toBe(200)
  expect(await answer('/healthz', 'websocket')).toBe(200)
  expect(await answer('/connection/websocket', 'websocket', { 'sec-websocket-version': '7' })).toBe(400)
})

test('a browser of an origin that is not allowed cannot open a socket', async () => {
  const feeds = fillableFeed()
  const strict = await startTestApp({ corsOrigins: ['https://shop.example'] }, { changes: feeds.changes })
  const at = await strict.app.listen({ port: 0, host: '127.0.0.1' })
  const statusFrom = (origin?: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = new PlainSocket(`${at.replace('http', 'ws')}/connection/websocket`, {
        ...(origin === undefined ? {} : { origin }),
      })
      socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
      socket.on('error', reject)
      socket.on('open', () => {
        socket.terminate()
        resolve(101)
      })
    })
  expect(await statusFrom('https://shop.example')).toBe(101)
  expect(await statusFrom('https://shop.example.evil')).toBe(403)
  expect(await statusFrom('null')).toBe(403)
  expect(await statusFrom()).toBe(101)
  await strict.stop()
})

test('a client that stops reading is disconnected, and the others are not delayed', async () => {
  const { token } = await connectToken(app, project, { key: project.secret })
  const slow = connectTcp(Number(new URL(base).port), '127.0.0.1')
  const gone = new Promise<void>((resolve) => slow.on('close', () => resolve()).on('error', () => {}))
  slow.write(
    'GET /connection/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  await new Promise((resolve) => slow.once('data', resolve))
  const text = Buffer.from(JSON.stringify({ id: 1, connect: { token } }))
  // A frame of a client is masked; a mask of zeros changes nothing.
  slow.write(
    Buffer.concat([Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 255, 0, 0, 0, 0]), text]),
  )
  await new Promise((resolve) => slow.once('data', resolve))
  slow.pause()
  const quick = await connected()
  const record = { text: 'x'.repeat(100_000) }
  let count = 0
  while (!slow.destroyed && count < 400) {
    notes.commit({ record })
    count += 1
    await quick.next(() => textsOf(quick).length === count)
    if (slow.isPaused() && count === 200) slow.resume()
  }
  await gone
  expect(textsOf(quick)).toHaveLength(count)
  quick.close()
})
