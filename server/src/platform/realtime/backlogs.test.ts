// Buffers for slow clients are bounded by project and by node, and the slowest clients are disconnected first.
import { expect, test, vi } from 'vitest'
import { Backlogs, TRACKED_BYTES } from './backlogs.ts'

const consumer = (waiting: number) => ({ waiting, disconnectSlow: vi.fn() })

test('a project over its limit has its slowest clients disconnected, as few as necessary', () => {
  const backlogs = new Backlogs({ project: 40 * TRACKED_BYTES, node: 1000 * TRACKED_BYTES })
  const slow = [3, 1, 20, 2, 8].map((times) => consumer(times * TRACKED_BYTES))
  for (const each of slow) backlogs.track('a', each)
  expect(slow.map(({ disconnectSlow }) => disconnectSlow.mock.calls.length)).toEqual([0, 0, 0, 0, 0])
  const last = consumer(10 * TRACKED_BYTES)
  backlogs.track('a', last)
  expect(slow.map(({ disconnectSlow }) => disconnectSlow.mock.calls.length)).toEqual([0, 0, 1, 0, 0])
  expect(last.disconnectSlow).not.toHaveBeenCalled()
  expect(backlogs.bytes).toBe(24 * TRACKED_BYTES)
})

test('bytes that have been read since do not count', () => {
  const backlogs = new Backlogs({ project: 40 * TRACKED_BYTES, node: 1000 * TRACKED_BYTES })
  const first = consumer(30 * TRACKED_BYTES)
  backlogs.track('a', first)
  first.waiting = 0
  const second = consumer(30 * TRACKED_BYTES)
  backlogs.track('a', second)
  expect([first.disconnectSlow.mock.calls.length, second.disconnectSlow.mock.calls.length]).toEqual([0, 0])
  expect(backlogs.bytes).toBe(30 * TRACKED_BYTES)
})

test('if the node is over its limit, clients of the project with the most bytes are disconnected', () => {
  const backlogs = new Backlogs({ project: 100 * TRACKED_BYTES, node: 100 * TRACKED_BYTES })
  const neighbours = ['b', 'c', 'd'].map((project) => {
    const one = consumer(5 * TRACKED_BYTES)
    backlogs.track(project, one)
    return one
  })
  const greedy = Array.from({ length: 9 }, () => consumer(10 * TRACKED_BYTES))
  for (const one of greedy) backlogs.track('a', one)
  expect(greedy.filter(({ disconnectSlow }) => disconnectSlow.mock.calls.length > 0)).toHaveLength(3)
  for (const { disconnectSlow } of neighbours) expect(disconnectSlow).not.toHaveBeenCalled()
})

test('connections that have ended are not counted', () => {
  const backlogs = new Backlogs({ project: 100, node: 100 })
  const one = consumer(50)
  backlogs.track('a', one)
  backlogs.forget('a', one)
  backlogs.forget('a', one)
  expect(backlogs.bytes).toBe(0)
})
