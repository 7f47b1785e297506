// What a body may be, by who sends it: bytes and values, and how refusals say so.
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import type { BodyLimit } from './body-limits.ts'
import { readBody } from './read-body.ts'

let app: TestApp
let project: TestProject

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  const columns = [{ name: 'title', data_type: 'text' }]
  await app.api('POST', `/projects/${project.id}/tables`, {
    token: project.token,
    body: { name: 'notes', columns },
  })
})
afterAll(() => app.stop())

const KB = 1024
const MB = 1024 * KB
const titled = (bytes: number) => `{"title":"${'x'.repeat(bytes - '{"title":""}'.length)}"}`
const listed = (values: number) =>
  `[${Array(values - 1)
    .fill('1e1')
    .join()}]`

const ANONYMOUS = 'The request body is too large: it may have 64 KB without a credential.'
const CLIENT = 'The request body is too large: it may have 1 MB from a publishable key or a project user.'
const SERVER = 'The request body is too large: it may have 16 MB from a secret key or a dashboard session.'

test('nobody, a publishable key and a secret key: bytes', async () => {
  const post = async (path: string, key: string | undefined, raw: string) => {
    const { status, body } = await app.api('POST', path, { key, raw })
    return [status, body.message]
  }
  const login = (bytes: number) => post('/auth/login', undefined, titled(bytes))
  expect(await login(64 * KB)).toEqual([400, expect.any(String)])
  expect(await login(64 * KB + 1)).toEqual([413, ANONYMOUS])
  const { publishable, secret } = project
  // What the limit lets in meets the policies.
  expect((await post('/data/notes', publishable, titled(MB)))[0]).toBe(403)
  expect(await post('/data/notes', publishable, titled(MB + 1))).toEqual([413, CLIENT])
  expect((await post('/data/notes', secret, titled(16 * MB)))[0]).toBe(201)
  expect(await post('/data/notes', secret, titled(16 * MB + 1))).toEqual([413, SERVER])
  const patched = await app.api('PATCH', `/data/notes/${crypto.randomUUID()}`, {
    key: secret,
    raw: titled(MB + 1),
  })
  expect([patched.status, patched.body.message]).toEqual([
    413,
    'The request body is too large: it may have 1 MB on this route.',
  ])
})

test('nobody, a publishable key and a secret key: values', async () => {
  const refused = async (path: string, key: string | undefined, values: number) => {
    const { status, body } = await app.api('POST', path, { key, raw: listed(values) })
    return status === 413 ? body.message : undefined
  }
  const most = (values: number, whose: string) =>
    `The request body is too large: it may hold ${values} values ${whose}. Send it in several requests.`
  expect(await refused('/auth/login', undefined, 5000)).toBeUndefined()
  expect(await refused('/auth/login', undefined, 5001)).toBe(most(5000, 'without a credential'))
  const { publishable, secret } = project
  expect(await refused('/data/notes', publishable, 50_000)).toBeUndefined()
  expect(await refused('/data/notes', publishable, 50_001)).toBe(
    most(50_000, 'from a publishable key or a project user'),
  )
  expect(await refused('/data/notes', secret, 500_000)).toBeUndefined()
  expect(await refused('/data/notes', secret, 500_001)).toBe(
    most(500_000, 'from a secret key or a dashboard session'),
  )
})

const TEN: BodyLimit = { bytes: 10, values: 10, whose: 'here' }
const pieces = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)))

test('a body is read piece by piece, and refused at the first byte too many', async () => {
  const read = async (headers: Record<string, string>, ...texts: string[]) =>
    String(await readBody(headers, pieces(...texts), TEN))
  expect(await read({})).toBe('')
  expect(await read({}, '0123456789')).toBe('0123456789')
  expect(await read({}, ...'0123456789')).toBe('0123456789')
  expect(await read({ 'content-length': '3' }, 'a', 'bc')).toBe('abc')
  await expect(read({}, '01234', '56789', '0')).rejects.toThrow('too large')
  await expect(read({ 'content-length': '11' }, 'a')).rejects.toThrow('too large')
  await expect(read({ 'content-length': '3' }, 'a')).rejects.toThrow('Content-Length')
})

test('a body that comes byte by byte takes no more memory than its bytes', async () => {
  const text = 'x'.repeat(MB)
  const limit = { ...TEN, bytes: MB }
  const slow = Readable.from(
    Buffer.from(text)
      .values()
      .map((byte) => Buffer.of(byte)),
    { objectMode: true },
  )
  const body = await readBody({}, slow, limit)
  expect(String(body)).toBe(text)
  expect(body.buffer.byteLength).toBeLessThanOrEqual(2 * MB)
})

test('a body without a length that has no end is refused while it is still being sent', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.app.server.address() as { port: number }
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 16 * KB
      controller.enqueue(new Uint8Array(16 * KB).fill(32))
      if (sent > 32 * MB) controller.close()
    },
  })
  const answer = await fetch(`http://127.0.0.1:${address.port}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: endless,
    duplex: 'half',
  } as RequestInit)
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([413, ANONYMOUS])
})

test('large bodies of one project wait for one another, and those of another pass them', async () => {
  const other = await app.createProject()
  const columns = [{ name: 'title', data_type: 'text' }]
  await app.api('POST', `/projects/${other.id}/tables`, {
    token: other.token,
    body: { name: 'notes', columns },
  })
  const order: string[] = []
  const send = async (name: string, key: string) => {
    const { status } = await app.api('POST', '/data/notes', { key, raw: listed(100_000) })
    expect(status).toBe(400)
    order.push(name)
  }
  await Promise.all([
    ...Array.from({ length: 8 }, (_, i) => send(`busy ${i}`, project.secret)),
    send('neighbour', other.secret),
  ])
  expect(order.indexOf('neighbour')).toBeLessThan(7)
})
