// Bodies that are passed on as they come: their bounds, and a reader that is slower than the client.
import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasBody, type StreamLimits, streamBody } from './streamed-body.ts'

const LIMITS: StreamLimits = { bytes: 100_000, idleMs: 1000, totalMs: 10_000 }

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] }),
)
afterEach(() => void vi.useRealTimers())

function request(headers: Record<string, string> = {}) {
  return Object.assign(new PassThrough(), { headers, complete: false }) as unknown as IncomingMessage &
    PassThrough
}

/** The status with which a body ends, once it has. */
function outcomeOf(body: EventEmitter): { status: number | undefined } {
  const seen: { status: number | undefined } = { status: undefined }
  body.once('error', ({ status }) => (seen.status = status)).once('end', () => (seen.status = 200))
  return seen
}

test('a body is known by its length or its transfer encoding', () => {
  expect(hasBody({ headers: {} })).toBe(false)
  expect(hasBody({ headers: { 'content-length': '0' } })).toBe(false)
  expect(hasBody({ headers: { 'content-length': '1' } })).toBe(true)
  expect(hasBody({ headers: { 'transfer-encoding': 'chunked' } })).toBe(true)
})

test('a body that says that it is too large is refused at once, and one that is when it is', async () => {
  expect(() => streamBody(request({ 'content-length': '100001' }), LIMITS)).toThrow(/too large/)
  const raw = request()
  const body = streamBody(raw, LIMITS)
  const outcome = outcomeOf(body)
  body.resume()
  raw.write(Buffer.alloc(100_000))
  raw.write(Buffer.alloc(1))
  await vi.waitFor(() => expect(outcome.status).toBe(413))
})

test('a client that stops is given up, one that goes on slowly is not', async () => {
  const raw = request()
  const body = streamBody(raw, LIMITS)
  const outcome = outcomeOf(body)
  let received = 0
  body.on('data', ({ length }) => (received += length))
  for (let n = 1; n <= 5; n++) {
    raw.write('x')
    await vi.waitFor(() => expect(received).toBe(n))
    vi.advanceTimersByTime(1000)
  }
  expect(outcome.status).toBeUndefined()
  vi.advanceTimersByTime(1000)
  await vi.waitFor(() => expect(outcome.status).toBe(408))
})

test('a body takes no longer than its whole time', async () => {
  const raw = request()
  const body = streamBody(raw, { ...LIMITS, totalMs: 2500 })
  const outcome = outcomeOf(body)
  let received = 0
  body.on('data', ({ length }) => (received += length))
  for (let n = 1; n <= 3; n++) {
    raw.write('x')
    await vi.waitFor(() => expect(received).toBe(n))
    vi.advanceTimersByTime(900)
  }
  await vi.waitFor(() => expect(outcome.status).toBe(408))
})

test('a reader that takes nothing is waited for, and the client with it', async () => {
  const raw = request()
  const body = streamBody(raw, LIMITS)
  const outcome = outcomeOf(body)
  // More than both buffers take.
  raw.end(Buffer.alloc(100_000))
  await vi.waitFor(() => expect(body.readableLength).toBeGreaterThan(0))
  vi.advanceTimersByTime(5000)
  expect(outcome.status).toBeUndefined()
  body.resume()
  await vi.waitFor(() => expect(outcome.status).toBe(200))
})

test('a client that hangs up is no fault of the reader', async () => {
  const raw = request()
  const outcome = outcomeOf(streamBody(raw, LIMITS).resume())
  raw.write('x')
  raw.destroy()
  await vi.waitFor(() => expect(outcome.status).toBe(400))
})
