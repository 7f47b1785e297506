// Compressed answers: what is compressed and what is left alone, and how many at the same time.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Log } from '#platform/log/log.ts'
import { preferredEncoding } from './accept-encoding.ts'
import { compressAnswers, LEAST, leaveUncompressed } from './compressed-answers.ts'
import { errorHandler } from './error-handler.ts'
import { LARGE_ANSWER, writeInSlices } from './large-answers.ts'

const DECODE = {
  zstd: zlib.zstdDecompressSync,
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
} as const
const TEXT = 'Rosa Mistika, Dunia Uwanja wa Fujo. '.repeat(100)

const app = fastify() as unknown as App
let port: number
const waiting: Readable[] = []

beforeAll(async () => {
  app.setErrorHandler(errorHandler({ error() {} } as unknown as Log))
  writeInSlices(app)
  compressAnswers(app)
  app.addHook('onRequest', async (request) => {
    request.address = String(request.headers['x-sender'] ?? 'one')
  })
  const text = (length = TEXT.length) => ({ text: TEXT.padEnd(length, '.').slice(0, length) })
  app.get('/json', () => text())
  app.get('/large', () => text(2 * LARGE_ANSWER))
  app.get('/short', (_, reply) => reply.type('text/plain').send(text(LEAST - 1).text))
  app.get('/tagged', (_, reply) => reply.header('etag', '"1"').header('vary', 'origin').send(text()))
  app.get('/weak', (_, reply) => reply.header('etag', 'W/"1"').send(text()))
  app.get('/bytes', (_, reply) => reply.type('text/css').send(Buffer.from(TEXT)))
  app.get('/stream', (_, reply) =>
    reply
      .type('text/csv')
      .header('content-length', TEXT.length)
      .send(Readable.from([TEXT.slice(0, 9), TEXT.slice(9)])),
  )
  app.get('/image', (_, reply) => reply.type('image/png').send(Buffer.from(TEXT)))
  app.get('/svg', (_, reply) => reply.type('image/svg+xml').send(TEXT))
  app.get('/part', (_, reply) => reply.code(206).type('text/plain').send(TEXT))
  app.get('/failed', (_, reply) => reply.code(500).type('text/plain').send(TEXT))
  app.get('/encoded', (_, reply) =>
    reply.type('text/plain').header('content-encoding', 'br').send(Buffer.from(TEXT)),
  )
  app.get('/as-it-is', (_, reply) =>
    reply.type('text/plain').header('cache-control', 'no-transform').send(TEXT),
  )
  app.get('/events', (_, reply) => reply.type('text/event-stream').send(TEXT))
  app.get('/huge', (_, reply) =>
    reply
      .type('text/csv')
      .header('content-length', 17 * 1024 * 1024)
      .send(Readable.from([])),
  )
  app.get('/breaks-off', (_, reply) =>
    reply
      .type('text/csv')
      .headers({ etag: '"1"', 'cache-control': 'public', expires: 'never' })
      .send(
        new Readable({
          read() {
            this.destroy(new Error('the disk is gone'))
          },
        }),
      ),
  )
  app.get('/waits', (_, reply) => {
    const stream = new Readable({ read() {} })
    waiting.push(stream)
    return reply.type('text/csv').send(stream)
  })
  app.register(async (scope) => {
    scope.addHook('onRoute', leaveUncompressed)
    scope.get('/secret', () => text())
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

function ask(path: string, encoding?: string, method = 'GET', sender = 'one') {
  const headers = { 'x-sender': sender, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) }
  return new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, method, headers }, resolve).once('error', reject)
  })
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const bytes = Buffer.concat(await answer.toArray())
  const encoding = answer.headers['content-encoding']
  return (encoding === undefined ? bytes : DECODE[encoding as keyof typeof DECODE](bytes)).toString()
}

test.each(['/json', '/large', '/bytes', '/stream', '/svg', '/weak'])(
  '%s: the same in every encoding',
  async (path) => {
    const plain = await ask(path)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toBe('accept-encoding')
    const text = await bodyOf(plain)
    for (const encoding of ['zstd', 'br', 'gzip']) {
      const answer = await ask(path, encoding)
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      const length = Number(answer.headers['content-length'] ?? 0)
      expect(length).toBeLessThan(text.length / 4)
      expect((await bodyOf(answer)) === text).toBe(true)
    }
  },
)

test.each(['/short', '/image', '/part', '/failed', '/as-it-is', '/events', '/secret'])(
  '%s: left alone',
  async (path) => {
    const answer = await ask(path, 'gzip, deflate, br, zstd')
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.headers).not.toHaveProperty('vary')
    expect(TEXT).toContain((await bodyOf(answer)).slice(0, 20).replace('{"text":"', ''))
  },
)

test('what is encoded already is sent as it is, and a large file too', async () => {
  const encoded = await ask('/encoded', 'gzip')
  expect(encoded.headers['content-encoding']).toBe('br')
  expect(Buffer.concat(await encoded.toArray()).toString()).toBe(TEXT)
  const huge = await ask('/huge', 'gzip')
  expect(huge.headers).not.toHaveProperty('content-encoding')
  huge.destroy()
})

test('a compressed answer has a weak tag, and varies beside what it varied by', async () => {
  const { headers } = await ask('/tagged', 'br')
  expect(headers).toMatchObject({ etag: 'W/"1"', vary: 'origin, accept-encoding' })
  expect((await ask('/tagged')).headers.etag).toBe('"1"')
  expect((await ask('/weak', 'br')).headers.etag).toBe('W/"1"')
})

test('HEAD has the length of what is not compressed', async () => {
  const { headers } = await ask('/json', 'br', 'HEAD')
  const body = await bodyOf(await ask('/json'))
  expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(body.length) })
})

test('a stream that breaks off before its first byte is an error as any other, and holds no place', async () => {
  for (let times = 0; times < 20; times++) {
    const { statusCode, headers } = await ask('/breaks-off', 'gzip')
    expect(statusCode).toBe(500)
    for (const name of ['content-encoding', 'etag', 'cache-control', 'expires'])
      expect(headers).not.toHaveProperty(name)
  }
  const answer = await ask('/json', 'gzip')
  expect(answer.headers['content-encoding']).toBe('gzip')
  answer.resume()
})

test('eight streams at the same time of one sender; texts and others have their own, and places come back', async () => {
  const held = Array.from({ length: 9 }, () => ask('/waits', 'gzip', 'GET', 'busy'))
  await expect.poll(() => waiting.length).toBe(9)
  for (const stream of waiting) stream.push(randomBytes(200_000).toString('base64'))
  const answers = await Promise.all(held)
  expect(answers.filter(({ headers }) => headers['content-encoding'] === 'gzip')).toHaveLength(8)
  const encodingOf = async (path: string, sender: string) => {
    const answer = await ask(path, 'gzip', 'GET', sender)
    answer.resume()
    return answer.headers['content-encoding']
  }
  expect(await encodingOf('/stream', 'busy')).toBe(undefined)
  expect(await encodingOf('/json', 'busy')).toBe('gzip')
  expect(await encodingOf('/stream', 'other')).toBe('gzip')
  const closed = waiting.map((stream) => once(stream, 'close').catch(() => {}))
  for (const answer of answers) answer.destroy()
  await Promise.all(closed)
  expect(await encodingOf('/stream', 'busy')).toBe('gzip')
})

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip; q=0.2 , br ; q=0.3', 'br'],
  ['gzip;q=0', undefined],
  ['br;q=0, *', 'zstd'],
  ['*;q=0', undefined],
  ['gzip;q=abc', undefined],
])('Accept-Encoding: %s', (header, encoding) => {
  expect(preferredEncoding(header, ['zstd', 'br', 'gzip'])).toBe(encoding)
})
