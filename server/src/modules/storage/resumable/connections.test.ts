// Resumable uploads over real connections: two at once, dead ones, such that break in the middle, bodies without an end.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Storage } from '#modules/storage/context/storage.ts'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { type Answer, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { receiveParts } from './receive-parts.ts'
import { driveTus, type TusDriver } from './resumable.fixture.ts'
import { findUpload, type ResumableUpload } from './resumable.store.ts'
import { type Checksum, checksumIn } from './tus-headers.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver
let tus: TusDriver
let port: number

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  storage = driveStorage(app, project)
  tus = driveTus(app, project)
  await storage.bucket('docs')
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as { port: number }).port
})
afterAll(() => app.stop())

const status = ({ status }: Answer) => status
const find = (path: string) => {
  const { admin } = app.platform.clusters.main
  const id = path.split('/').at(-1) as string
  return findUpload(admin, project.id, 'secret:', id, app.clock.now()) as Promise<ResumableUpload>
}

// Sends the head of a PATCH, so that the test decides when its body comes.
function open(path: string, offset: number, length: string): Socket {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  const lines = [
    `PATCH /api/v1${path} HTTP/1.1`,
    'Host: localhost',
    `X-Platform-API-Key: ${project.secret}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    `Upload-Offset: ${offset}`,
    length,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return socket
}
const offsetOf = async (path: string) => (await tus.head(path)).headers['upload-offset']
const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0]).split('\r\n', 1)[0]

// Opens a PATCH and waits until it holds the upload.
async function hold(path: string, length: string): Promise<Socket> {
  const socket = open(path, 0, `Expect: 100-continue\r\n${length}`)
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 100 /)
  return socket
}

test('while bytes come, a second request is refused; behind a dead connection, the next goes on', async () => {
  const path = await tus.begin('two', 10)
  const first = await hold(path, 'Content-Length: 10')
  first.write('12345')
  const second = await tus.patch(path, 0, 'x')
  expect([second.status, second.headers['retry-after']]).toEqual([423, '1'])
  const ended = once(first, 'close')
  // What has arrived of the first is kept. Its bytes may still be on their way when the time passes.
  const next = async () => {
    app.clock.advance(10)
    return status(await tus.patch(path, 0, ''))
  }
  await expect.poll(next).toBeOneOf([204, 409])
  await ended
  const offset = Number(await offsetOf(path))
  expect([0, 5]).toContain(offset)
  expect(status(await tus.patch(path, offset, '1234567890'.slice(offset)))).toBe(204)
  expect((await storage.get('/buckets/docs/objects/two')).text).toBe('1234567890')
})

test('a connection that breaks leaves what has arrived; one with a checksum leaves nothing', async () => {
  const path = await tus.begin('cut', 10)
  const upload = await find(path)
  const { platform } = app
  const receive = (checksum: Checksum | undefined, chunks: string[]) =>
    receiveParts({ platform, clusters: platform.clusters } as Storage, {
      project: { ...project, cluster: 'main', own_login: false } as never,
      upload,
      body: (async function* () {
        for (const chunk of chunks) yield Buffer.from(chunk)
        throw new Error('cut')
      })(),
      checksum,
      moved: () => {},
    })
  await expect(
    receive(checksumIn({ 'upload-checksum': 'sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }), ['12']),
  ).rejects.toThrow('cut')
  expect(await offsetOf(path)).toBe('0')
  await expect(receive(undefined, [])).rejects.toThrow('cut')
  expect(await offsetOf(path)).toBe('0')
  await expect(receive(undefined, ['12', '345'])).rejects.toThrow('cut')
  expect(await offsetOf(path)).toBe('5')
  // Another node was sooner.
  await expect(receive(undefined, ['12', '345'])).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(await offsetOf(path)).toBe('5')
  expect(status(await tus.end(path))).toBe(204)
})

test('a body in pieces that goes beyond the end is refused, and its last part is not kept', async () => {
  const path = await tus.begin('long', 4)
  const socket = open(path, 0, 'Transfer-Encoding: chunked')
  socket.write('6\r\n123456\r\n')
  expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 413 /)
  // The rest is read and thrown away, so that the connection serves the next request.
  const key = `X-Platform-API-Key: ${project.secret}`
  socket.write(`100000\r\n${'x'.repeat(1024 * 1024)}\r\n0\r\n\r\n`)
  socket.write(`HEAD /api/v1${path} HTTP/1.1\r\nHost: localhost\r\n${key}\r\nTus-Resumable: 1.0.0\r\n\r\n`)
  let text = ''
  while (!text.includes('HTTP/1.1 ')) text += String((await once(socket, 'data'))[0])
  expect(text).toContain('upload-offset: 0')
  socket.destroy()
})

test('an upload that is ended while bytes come ends with that request', async () => {
  const path = await tus.begin('ended', 10)
  const socket = await hold(path, 'Content-Length: 10')
  socket.write('12345')
  const closed = once(socket, 'close')
  expect(status(await tus.end(path))).toBe(204)
  await closed
  expect(status(await tus.head(path))).toBe(404)
})

test('a client that waits is told to go on only where its bytes are welcome', async () => {
  const path = await tus.begin('waits', 4)
  const refused = open(path, 3, 'Expect: 100-continue\r\nContent-Length: 1')
  expect(await answerOf(refused)).toMatch(/^HTTP\/1\.1 409 /)
  refused.destroy()
  const welcome = open(path, 0, 'Expect: 100-continue\r\nContent-Length: 4')
  expect(await answerOf(welcome)).toMatch(/^HTTP\/1\.1 100 /)
  welcome.write('1234')
  expect(await answerOf(welcome)).toMatch(/^HTTP\/1\.1 204 /)
  welcome.destroy()
})
