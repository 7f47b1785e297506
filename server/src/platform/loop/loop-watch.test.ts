// Long turns of the event loop, and whom they are blamed on.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leastTime } from '#test/processor-time.ts'
import { createLoopWatch, LONG_TURN_MS, type LongTurn, REST_TICKS, UNMARKED } from './loop-watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

function watchAt() {
  let time = 1000
  let worked = 0
  const watch = createLoopWatch(
    () => time,
    () => worked,
  )
  const turns: LongTurn[] = []
  const stop = watch.onLongTurn((turn) => turns.push(turn))
  return {
    ...{ watch, turns, stop, timers: vi.getTimerCount },
    work: (milliseconds: number) => {
      time += milliseconds
      worked += milliseconds
    },
    idle: (milliseconds: number) => {
      time += milliseconds
    },
  }
}

test('a long turn is blamed on the mark behind which it went by', () => {
  const { watch, turns, work, idle } = watchAt()
  watch.mark('/short', 'a')
  work(3)
  watch.mark('/long/:table', 'b')
  work(200)
  watch.mark('/after', 'c')
  work(5)
  watch.tick()
  expect(turns).toEqual([{ cause: '/long/:table', project: 'b', milliseconds: 188, cpu_milliseconds: 208 }])
  idle(20)
  watch.tick()
  expect(turns).toHaveLength(1)
})

test('what nobody has marked is nobody’s, and a machine that is busy shows in the processor time', () => {
  const { watch, turns, idle } = watchAt()
  watch.tick()
  idle(500)
  watch.tick()
  expect(turns).toEqual([{ cause: UNMARKED, project: undefined, milliseconds: 480, cpu_milliseconds: 0 }])
})

test('many short turns are no long one, and waiting for the timer is none at all', () => {
  const { watch, turns, work, idle } = watchAt()
  for (let i = 0; i < 100; i += 1) {
    watch.mark('/data/:table', 'a')
    work(1)
    idle(19 + LONG_TURN_MS - 1)
    watch.tick()
  }
  expect(turns).toEqual([])
})

test('the timer rests where nothing is marked for a while, and watches again from the next mark on', () => {
  const { watch, turns, work, idle, timers } = watchAt()
  const tick = () => {
    idle(20)
    watch.tick()
  }
  expect(timers()).toBe(1)
  for (let n = 0; n < REST_TICKS; n += 1) tick()
  expect(timers()).toBe(1)
  tick()
  expect(timers()).toBe(0)
  idle(60_000)
  watch.mark('/data/:table', 'a')
  expect(timers()).toBe(1)
  tick()
  watch.mark('/long', 'b')
  work(200)
  watch.tick()
  expect(turns).toEqual([{ cause: '/long', project: 'b', milliseconds: 180, cpu_milliseconds: 200 }])
})

test('a mark takes next to nothing', () => {
  const watch = createLoopWatch(
    () => performance.now(),
    () => 0,
  )
  const text = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: 'x' })))
  const time = (work: () => void) =>
    leastTime(() => {
      for (let j = 0; j < 100; j += 1) work()
    }, 20)
  // A small answer of a list takes longer to be read than a hundred marks to be made.
  const read = time(() => JSON.parse(text))
  const hundred = time(() => {
    for (let i = 0; i < 100; i += 1) watch.mark('/data/:table', 'a')
  })
  expect(hundred).toBeLessThan(read)
})
