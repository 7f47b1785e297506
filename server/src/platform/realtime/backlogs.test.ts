// What waits for slow clients is bounded by project and by node, and the slowest go first.
import { expect, test, vi } from 'vitest'
import { Backlogs, NOTED } from './backlogs.ts'

const laggard = (waiting: number) => ({ waiting, cutOff: vi.fn() })

test('of a project for whose clients too much waits, the slowest are cut off, and as few as can be', () => {
  const backlogs = new Backlogs({ project: 40 * NOTED, node: 1000 * NOTED })
  const slow = [3, 1, 20, 2, 8].map((times) => laggard(times * NOTED))
  for (const each of slow) backlogs.note('a', each)
  expect(slow.map(({ cutOff }) => cutOff.mock.calls.length)).toEqual([0, 0, 0, 0, 0])
  const last = laggard(10 * NOTED)
  backlogs.note('a', last)
  expect(slow.map(({ cutOff }) => cutOff.mock.calls.length)).toEqual([0, 0, 1, 0, 0])
  expect(last.cutOff).not.toHaveBeenCalled()
  expect(backlogs.bytes).toBe(24 * NOTED)
})

test('what has been read since does not count', () => {
  const backlogs = new Backlogs({ project: 40 * NOTED, node: 1000 * NOTED })
  const first = laggard(30 * NOTED)
  backlogs.note('a', first)
  first.waiting = 0
  const second = laggard(30 * NOTED)
  backlogs.note('a', second)
  expect([first.cutOff.mock.calls.length, second.cutOff.mock.calls.length]).toEqual([0, 0])
  expect(backlogs.bytes).toBe(30 * NOTED)
})

test('where a node has too much in all, the project with most of it gives way, not its neighbours', () => {
  const backlogs = new Backlogs({ project: 100 * NOTED, node: 100 * NOTED })
  const neighbours = ['b', 'c', 'd'].map((project) => {
    const one = laggard(5 * NOTED)
    backlogs.note(project, one)
    return one
  })
  const greedy = Array.from({ length: 9 }, () => laggard(10 * NOTED))
  for (const one of greedy) backlogs.note('a', one)
  expect(greedy.filter(({ cutOff }) => cutOff.mock.calls.length > 0)).toHaveLength(3)
  for (const { cutOff } of neighbours) expect(cutOff).not.toHaveBeenCalled()
})

test('who has gone is not counted any more', () => {
  const backlogs = new Backlogs({ project: 100, node: 100 })
  const one = laggard(50)
  backlogs.note('a', one)
  backlogs.forget('a', one)
  backlogs.forget('a', one)
  expect(backlogs.bytes).toBe(0)
})
