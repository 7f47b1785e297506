// Uploads over real connections: refused before their bytes, cut off in the middle, large.
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driveStorage, type StorageDriver } from '#modules/storage/storage.fixture.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { withoutStalls } from './checked-stream.ts'

let app: TestApp
let project: TestProject
let storage: StorageDriver
let port: number

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  storage = driveStorage(app, project)
  await storage.bucket('docs', { file_size_limit: 50_000_000 })
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.app.server.address() as { port: number }).port
})
afterAll(() => app.stop())

// Sends a head, then what `onData` says, and returns all that came back until the connection ended.
function speak(
  path: string,
  key: string,
  headers: readonly string[],
  onData: (text: string, send: (body: string) => void, hangUp: () => void) => void,
): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += chunk
    onData(
      text,
      (body) => socket.write(body),
      () => socket.destroy(),
    )
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve(text))
  const lines = [
    `PUT /api/v1${storage.path}${path} HTTP/1.1`,
    'Host: localhost',
    `X-Platform-API-Key: ${key}`,
    ...headers,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return promise
}

const blobsLeft = async () => {
  const { rows } = await app.platform.clusters.main.admin.query(
    'select from msingi_storage.blobs where object_id is null',
  )
  return rows.length
}

test('a client that waits is told to go on only when its file is welcome', async () => {
  const headers = ['Expect: 100-continue', 'Content-Length: 1000000', 'Content-Type: text/plain']
  const refused = await speak('/buckets/docs/objects/a', project.publishable, headers, (_text, _send, end) =>
    end(),
  )
  expect(refused).toMatch(/^HTTP\/1\.1 403 /)
  const large = ['Expect: 100-continue', 'Content-Length: 50000001']
  expect(await speak('/buckets/docs/objects/a', project.secret, large, (_text, _send, end) => end())).toMatch(
    /^HTTP\/1\.1 413 /,
  )
  let sent = false
  const welcome = ['Expect: 100-continue', 'Content-Length: 4', 'Content-Type: text/plain']
  const answer = await speak('/buckets/docs/objects/a', project.secret, welcome, (text, send, end) => {
    if (text.includes('201 Created')) end()
    else if (text.startsWith('HTTP/1.1 100') && !sent) {
      sent = true
      send('text')
    }
  })
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
  expect(await blobsLeft()).toBe(0)
})

test('all other routes read the bodies of clients that wait, too', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const body = '{"name":"x","slug":"waited"}'
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
    if (text.includes('201 Created')) resolve(text)
    else if (text.startsWith('HTTP/1.1 100')) socket.write(body)
  })
  socket.write(
    `POST /api/v1${storage.path}/buckets HTTP/1.1\r\nHost: localhost\r\nX-Platform-API-Key: ${project.secret}\r\n` +
      `Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  expect(await promise).toContain('201 Created')
  socket.destroy()
})

test.each(['a/../b', './a', '../../../etc/passwd'])('a path is taken as it is: %s', async (name) => {
  const headers = ['Content-Length: 0']
  const answer = await speak(`/buckets/docs/objects/${name}`, project.secret, headers, (_t, _s, end) => end())
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})

test.each([
  ['with a length', ['Content-Length: 1000000'], 'x'.repeat(1000)],
  ['in pieces', ['Transfer-Encoding: chunked'], '3e8\r\n'.concat('x'.repeat(1000), '\r\n')],
])('a body that stops leaves nothing: %s', async (_what, headers, part) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  app.app.server.once('connection', (other) => other.once('close', () => resolve()))
  socket.write(
    `PUT /api/v1${storage.path}/buckets/docs/objects/cut HTTP/1.1\r\nHost: localhost\r\nX-Platform-API-Key: ${project.secret}\r\n${headers.join('\r\n')}\r\n\r\n${part}`,
  )
  // It has begun once it is registered.
  await expect.poll(blobsLeft).toBe(1)
  socket.destroy()
  await closed
  await expect.poll(blobsLeft).toBe(0)
  expect((await storage.get('/buckets/docs/objects/cut')).status).toBe(404)
  expect((await app.platform.blobs.list(undefined, 1000)).length).toBe(
    (await app.platform.clusters.main.admin.query('select from msingi_storage.blobs')).rows.length,
  )
})

test('a body that stands still is given up', async () => {
  const body = new PassThrough()
  body.write('x')
  const read = async () => {
    let text = ''
    for await (const chunk of withoutStalls(body, 20)) text += chunk
    return text
  }
  await expect(read()).rejects.toMatchObject({ code: 'request_timeout' })
})

test('a large file arrives as it was sent, with a length and without', async () => {
  const bytes = randomBytes(20_000_000)
  const url = `http://127.0.0.1:${port}/api/v1${storage.path}/buckets/docs/objects/large.bin`
  const headers = { 'x-platform-api-key': project.secret }
  const pieces = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 1_000_000)
          controller.enqueue(bytes.subarray(at, at + 1_000_000))
        controller.close()
      },
    })
  for (const body of [bytes, pieces()]) {
    const put = await fetch(url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit)
    expect([200, 201]).toContain(put.status)
    const got = Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
    expect(createHash('sha256').update(got).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  }
  const tooMuch = new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(0, 1_000_000))
    },
  })
  const put = await fetch(url, {
    method: 'PUT',
    headers,
    body: tooMuch,
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  if (put !== undefined) expect(put.status).toBe(413)
  expect((await storage.get('/buckets/docs/objects')).data).toContainEqual(
    expect.objectContaining({ name: 'large.bin', size: 20_000_000 }),
  )
})
