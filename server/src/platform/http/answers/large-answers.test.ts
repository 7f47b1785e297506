// Large answers: whole, with their length, and in as many turns of the event loop as they have slices.
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Log } from '#platform/log/log.ts'
import { JsonText, success } from './envelope.ts'
import { errorHandler } from './error-handler.ts'
import { LARGE_ANSWER, SLICE, writeInSlices } from './large-answers.ts'

const TEXTS: Record<string, string> = {
  plain: JSON.stringify('x'.repeat(40 * SLICE)),
  // The halves of a pair stand on both sides of each border, one way or the other.
  pairs: JSON.stringify('😀'.repeat(3 * SLICE)),
  shifted: JSON.stringify(`a${'😀é'.repeat(2 * SLICE)}`),
  small: '"x"',
}

const app = fastify() as unknown as App
let base: string

beforeAll(async () => {
  app.setReplySerializer(success)
  writeInSlices(app)
  app.get('/:name', ({ params }) => new JsonText(TEXTS[(params as { name: string }).name] as string))
  await app.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => app.close())

test.each(Object.keys(TEXTS))('%s: arrives whole, with its length', async (name) => {
  const answer = await fetch(`${base}/${name}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  expect(bytes.toString() === success(new JsonText(TEXTS[name] as string))).toBe(true)
  const head = await fetch(`${base}/${name}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test('a large answer leaves others a turn between its slices', async () => {
  const text = TEXTS.plain as string
  expect(text.length).toBeGreaterThan(2 * LARGE_ANSWER)
  let turns = 0
  let done = false
  const count = () => {
    turns += 1
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  const answer = await app.inject('/plain')
  done = true
  expect(answer.body).toHaveLength(success(new JsonText(text)).length)
  expect(turns).toBeGreaterThanOrEqual(text.length / SLICE)
})

test('a client that leaves amid a large answer ends it', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const [[connection]] = await Promise.all([
    once(app.server, 'connection') as Promise<[Socket]>,
    once(socket, 'connect'),
  ])
  socket.write('GET /plain HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'data')
  const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()))
  socket.destroy()
  await closed
  expect((await fetch(`${base}/small`)).status).toBe(200)
})

test('a client that leaves before a large answer begins is no fault to be logged', async () => {
  const log = { error: vi.fn() }
  const late = fastify() as unknown as App
  const handled = Promise.withResolvers<void>()
  late.setErrorHandler((thrown, request, reply) => {
    handled.resolve()
    return errorHandler(log as unknown as Log)(thrown, request, reply)
  })
  late.addHook('onSend', async (_request, reply) => {
    const closed = once(reply.raw, 'close')
    socket.destroy()
    await closed
  })
  writeInSlices(late)
  late.post('/', () => TEXTS.plain)
  await late.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((late.server.address() as AddressInfo).port, '127.0.0.1')
  // Once its body is read, Node does not count a request as aborted any more.
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
  await handled.promise
  await late.close()
  expect(log.error).not.toHaveBeenCalled()
})
