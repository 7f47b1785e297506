// How long draining takes.
import { expect, test, vi } from 'vitest'
import { createTestClock } from '#test/harness.ts'
import { Draining } from './draining.ts'

test.each([
  ['its time', (clock: ReturnType<typeof createTestClock>, _: Draining) => clock.advance(5)],
  ['being cut short', (_: unknown, draining: Draining) => draining.cutShort()],
])('ends by %s, and begins once', async (_name, end) => {
  const clock = createTestClock()
  const draining = new Draining(clock)
  const begun = vi.fn()
  draining.onBegin(begun)
  draining.cutShort()
  expect(draining.isDraining).toBe(false)

  const ended = vi.fn()
  const both = Promise.all([draining.begin(5000).then(ended), draining.begin(9000)])
  expect(draining.isDraining).toBe(true)
  clock.advance(4.999)
  await Promise.resolve()
  expect(ended).not.toHaveBeenCalled()
  end(clock, draining)
  await both
  expect(begun.mock.calls).toEqual([[5000]])
})
