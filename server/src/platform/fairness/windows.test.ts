// Windows in memory: what they count, and what is forgotten where there are too many.
import { expect, test } from 'vitest'
import { Windows } from './windows.ts'

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000)
const LIMIT = { limit: 20, seconds: 60 }

function use(windows: Windows, name: string, times: number, seconds = 0): void {
  for (let n = 0; n < times; n++) windows.count([[name, LIMIT]], at(seconds))
}

test('counts in a window until it ends', () => {
  const windows = new Windows()
  use(windows, 'a', 20)
  expect(windows.fullUntil([['a', LIMIT]], at(59))).toEqual(at(60))
  expect(windows.fullUntil([['a', LIMIT]], at(60))).toBeUndefined()
  expect(windows.current('a', 60, at(60)).used).toBe(0)
  use(windows, 'b', 20)
  windows.forgive('b')
  expect(windows.fullUntil([['b', LIMIT]], at(1))).toBeUndefined()
  windows.clear('b')
  expect(windows.current('b', 60, at(1)).used).toBe(0)
})

test('newcomers, however many, free nobody who is at a limit', () => {
  const windows = new Windows(100)
  use(windows, 'attacker', 20)
  use(windows, 'often', 5)
  for (let n = 0; n < 10_000; n++) use(windows, `network ${n}`, 1 + (n % 2))
  expect(windows.fullUntil([['attacker', LIMIT]], at(1))).toEqual(at(60))
  expect(windows.current('often', 60, at(1)).used).toBe(5)
  expect(windows.size).toBeLessThanOrEqual(100)
})

test('of windows that are all used alike, the oldest is forgotten, and one that has ended before all', () => {
  const windows = new Windows(3)
  use(windows, 'ended', 20)
  for (const name of ['a', 'b']) use(windows, name, 4, 60)
  use(windows, 'c', 4, 61)
  expect(windows.current('a', 60, at(61)).used).toBe(4)
  expect(windows.current('b', 60, at(61)).used).toBe(4)
  use(windows, 'd', 4, 61)
  expect(windows.size).toBe(3)
  expect(windows.current('b', 60, at(61)).used).toBe(4)
  expect(windows.current('a', 60, at(61)).used).toBe(0)
})

test('windows that have ended are dropped as new ones come', () => {
  const windows = new Windows()
  for (let n = 0; n < 1000; n++) use(windows, `old ${n}`, 5)
  for (let n = 0; n < 600; n++) use(windows, `new ${n}`, 1, 61)
  expect(windows.size).toBeLessThan(700)
})
