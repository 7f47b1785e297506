// The processor time of an invocation is told where no other one ran meanwhile.
import { expect, test } from 'vitest'
import { CostMeter } from './invocation-cost.ts'

function openMeter(known = true) {
  const state = { cpu: 10, memory: 5000 }
  const meter = new CostMeter({
    memory: () => state.memory,
    threadCpu: () => (known ? state.cpu : undefined),
  })
  return { meter, state }
}

test('an invocation that runs alone has taken what its thread has', () => {
  const { meter, state } = openMeter()
  const first = meter.begin()
  state.cpu += 2.5
  expect(first.cost()).toEqual({ cpu_ms: 2.5, memory_bytes: 5000 })
  first.end()
  state.cpu += 40
  const second = meter.begin()
  state.cpu += 1 / 3
  expect(second.cost().cpu_ms).toBe(0.33)
})

test('of invocations that overlap, nobody knows who has taken it', () => {
  const { meter, state } = openMeter()
  const outer = meter.begin()
  const inner = meter.begin()
  state.cpu += 3
  expect(inner.cost()).toEqual({ cpu_ms: null, memory_bytes: 5000 })
  inner.end()
  expect(outer.cost().cpu_ms).toBeNull()
  const third = meter.begin()
  outer.end()
  expect(third.cost().cpu_ms).toBeNull()
  third.end()
  const alone = meter.begin()
  state.cpu += 1
  expect(alone.cost().cpu_ms).toBe(1)
})

test('what the operating system does not say is not made up', () => {
  const { meter, state } = openMeter(false)
  state.memory = 0
  expect(meter.begin().cost()).toEqual({ cpu_ms: null, memory_bytes: null })
})
