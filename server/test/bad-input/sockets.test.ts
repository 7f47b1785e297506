// What only a real socket can do: lines that are no HTTP, floods of headers, bodies that never end, clients that stall.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { expectAlive } from './refusals.ts'

let app: TestApp
let project: TestProject
let port: number

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const { id, token } = project
  const columns = [{ name: 'title', data_type: 'text' }]
  await app.api('POST', `/projects/${id}/tables`, { token, body: { name: 'notes', columns } })
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await expectAlive(app, project.secret, 'notes')
  await app.stop()
})

function open(): Socket {
  return connect(port, '127.0.0.1').on('error', () => {})
}

/** Sends parts one after the other and gives the first answer, or all that came before the server hung up. */
async function talk(...parts: (string | Buffer)[]): Promise<string> {
  const socket = open()
  let answer = ''
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
      if (isComplete(answer)) resolve()
    })
    socket.on('close', resolve)
  })
  for (const part of parts) {
    if (socket.destroyed || isComplete(answer)) break
    await new Promise((resolve) => socket.write(part, resolve))
  }
  await answered
  socket.destroy()
  return answer
}

function isComplete(answer: string): boolean {
  const [head = '', body] = answer.split('\r\n\r\n', 2)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return body !== undefined && length !== undefined && body.length >= Number(length)
}

function expectEnvelope(answer: string, status: number): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/content-type: application\/json/i)
  const { success, message, errors } = JSON.parse(body)
  expect([success, errors]).toEqual([false, [message]])
  expect(body).not.toMatch(/node_modules|HPE_|\.ts:/)
}

const MEGABYTE = Buffer.alloc(1024 * 1024, ' ')

const post = (headers: string) =>
  `POST /api/v1/data/notes HTTP/1.1\r\nHost: x\r\nX-PLATFORM-API-Key: ${project.secret}\r\nContent-Type: application/json\r\n${headers}\r\n`

test.each<[string, string, number]>([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a method that is none', 'BREW /coffee HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a version that is none', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400],
  ['no host', 'GET /api/v1/nothing HTTP/1.1\r\n\r\n', 400],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n', 400],
  ['NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
  [
    'a very long address',
    `GET /api/v1/data/notes?title=eq.${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
  ],
  ['one very long header', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
  ['a flood of headers', `GET / HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(20_000)}\r\n`, 431],
  ['a route that is not there', 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n', 404],
])('%s', async (_what, text, status) => {
  const answer = await talk(text)
  if (_what === 'no host' && answer.endsWith('\r\n\r\n')) expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  else expectEnvelope(answer, status)
})

test('chunks that are none end the request and not the server', async () => {
  expectEnvelope(await talk(post('Transfer-Encoding: chunked\r\n'), 'zz\r\n{}\r\n0\r\n\r\n'), 400)
})

test('a body that is larger than it may be is refused before it is sent', async () => {
  expectEnvelope(await talk(post('Content-Length: 99999999999\r\n')), 413)
})

test.each([
  ['', 'X-PLATFORM-API-Key', 413],
  ['Connection: close\r\n', 'X-PLATFORM-API-Key', 413],
  ['Connection: close\r\n', 'X-Nothing', 401],
])(
  'whoever sends all of a refused body before they listen hears why: %s%s, %i',
  async (more, name, status) => {
    const socket = open()
    const head = post(`Content-Length: ${24 * MEGABYTE.length}\r\n${more}`)
    socket.write(head.replace('X-PLATFORM-API-Key', name))
    for (let n = 0; n < 24; n++) await new Promise((resolve) => socket.write(MEGABYTE, resolve))
    let answer = ''
    for await (const chunk of socket) {
      answer += chunk.toString('latin1')
      if (isComplete(answer)) break
    }
    expectEnvelope(answer, status)
    expect(answer).toMatch(/connection: (close|keep-alive)/i)
  },
)

test('a body without a length is refused as soon as it is too large, however slowly it comes', async () => {
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), MEGABYTE, Buffer.from('\r\n')])
  const answer = await talk(
    post('Transfer-Encoding: chunked\r\n'),
    ...Array.from({ length: 16 }, () => chunk),
    '1\r\n \r\n',
    chunk,
  )
  expectEnvelope(answer, 413)
})

test('clients that stall keep nobody else from being served', async () => {
  const stalled = Array.from({ length: 50 }, (_, n) => {
    const socket = open()
    socket.write(
      n % 2 === 0 ? 'GET /api/v1/data/notes HTTP/1.1\r\nHost: x\r\n' : post('Content-Length: 10\r\n'),
    )
    return socket
  })
  await Promise.all(stalled.map((socket) => once(socket, 'connect')))
  const body = '{"title":"in between"}'
  const answer = await talk(post(`Content-Length: ${body.length}\r\n`), body)
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  for (const socket of stalled) socket.destroy()
})

test('a client that hangs up in the middle writes nothing, and is no fault to be logged', async () => {
  const logged = vi.spyOn(app.platform.log, 'error')
  const accepted = once(app.app.server, 'connection')
  const before = await app.api('GET', '/data/notes?count=exact', { key: project.secret })
  const socket = open()
  const [served] = (await accepted) as [Socket]
  await new Promise((resolve) => socket.write(`${post('Content-Length: 100\r\n')}{"title":"half`, resolve))
  await once(app.app.server, 'request')
  socket.destroy()
  await once(served, 'close')
  const after = await app.api('GET', '/data/notes?count=exact', { key: project.secret })
  expect(after.data).toEqual(before.data)
  expect(logged).not.toHaveBeenCalled()
})

test('requests one behind the other on a connection are answered in turn', async () => {
  const socket = open()
  const head = `HTTP/1.1\r\nHost: x\r\nX-PLATFORM-API-Key: ${project.secret}\r\n`
  const paths = ['/api/v1/data/notes?limit=1', '/api/v1/data/%', '/nothing', '/api/v1/data/notes?count=exact']
  socket.write(paths.map((path) => `GET ${path} ${head}\r\n`).join(''))
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString()
  })
  while ((answer.match(/HTTP\/1\.1 \d+/g) ?? []).length < paths.length) await once(socket, 'data')
  socket.destroy()
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 400',
    'HTTP/1.1 404',
    'HTTP/1.1 200',
  ])
})
