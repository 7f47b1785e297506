// A server is told to stop while it starts, while it runs, and while it cannot.
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { STOP_MS, type Stoppable, stopOnSignal } from './stop-on-signal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function told() {
  const signals = new EventEmitter()
  const start = Promise.withResolvers<Stoppable>()
  const end = vi.fn()
  stopOnSignal({ log: createLog('silent'), started: start.promise, signals, end })
  return { signals, start, end }
}

const NEVER = new Promise<void>(() => {})
const DONE = Promise.resolve()
const stoppable = (part: Partial<Stoppable>): Stoppable => ({
  drain: () => DONE,
  cutShort: () => {},
  stop: () => DONE,
  ...part,
})

test.each([
  ['a server that runs', 0],
  ['one whose start takes longer than a stop may', STOP_MS * 3],
])('%s ends with 0 once it has stopped', async (_, startMs) => {
  const { signals, start, end } = told()
  signals.emit('SIGTERM', 'SIGTERM')
  await vi.advanceTimersByTimeAsync(startMs)
  expect(end).not.toHaveBeenCalled()
  const stop = vi.fn(async () => {})
  start.resolve(stoppable({ stop }))
  await vi.advanceTimersByTimeAsync(0)
  expect(stop).toHaveBeenCalledOnce()
  expect(end.mock.calls).toEqual([[0]])
})

test('one that does not stop in time ends with 1, and not before', async () => {
  const { signals, start, end } = told()
  start.resolve(stoppable({ stop: () => NEVER }))
  signals.emit('SIGINT', 'SIGINT')
  await vi.advanceTimersByTimeAsync(STOP_MS - 1)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(end.mock.calls).toEqual([[1]])
})

test('one whose start fails ends with 1', async () => {
  const { signals, start, end } = told()
  signals.emit('SIGTERM', 'SIGTERM')
  start.reject(new Error('no database'))
  await vi.advanceTimersByTimeAsync(0)
  expect(end.mock.calls).toEqual([[1]])
})

test('one that drains is not stopped until that is over, however long it takes, or a person has enough of it', async () => {
  const { signals, start, end } = told()
  const drained = Promise.withResolvers<void>()
  const cutShort = vi.fn(drained.resolve)
  const stop = vi.fn(() => DONE)
  start.resolve(stoppable({ drain: () => drained.promise, cutShort, stop }))
  signals.emit('SIGTERM', 'SIGTERM')
  await vi.advanceTimersByTimeAsync(STOP_MS * 3)
  // From npm and from systemd.
  signals.emit('SIGTERM', 'SIGTERM')
  await vi.advanceTimersByTimeAsync(0)
  for (const act of [stop, end, cutShort]) expect(act).not.toHaveBeenCalled()
  signals.emit('SIGINT', 'SIGINT')
  await vi.advanceTimersByTimeAsync(0)
  for (const act of [stop, end, cutShort]) expect(act).toHaveBeenCalledOnce()
})

test('a person who ends it does not wait for that', async () => {
  const { signals, start, end } = told()
  const drain = vi.fn(() => NEVER)
  start.resolve(stoppable({ drain }))
  signals.emit('SIGINT', 'SIGINT')
  await vi.advanceTimersByTimeAsync(0)
  expect(drain).not.toHaveBeenCalled()
  expect(end.mock.calls).toEqual([[0]])
})
