// Waiting for the answer to an earlier request: woken by any node, for a while, and not by too many.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InvalidationHandler } from '#platform/db/caches/invalidations.ts'
import type { Platform } from '#platform/platform.ts'
import { createKeyedAnswers } from './keyed-answers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function open() {
  let heard: InvalidationHandler = () => {}
  const invalidations = {
    on: (_topic: string, handler: InvalidationHandler) => (heard = handler),
    publish: async (_topic: string, id: string) => heard(id),
  }
  const platform = { invalidations } as unknown as Platform
  return { answers: createKeyedAnswers(platform), missed: () => heard(undefined) }
}

test('an announcement of that key of that project wakes, also one that came before', async () => {
  const { answers, missed } = open()
  const waiting = answers.follow('shop', 'k')
  const next = waiting.next()
  await answers.announce('shop', 'other')
  await answers.announce('other', 'k')
  await vi.advanceTimersByTimeAsync(9000)
  await answers.announce('shop', 'k')
  expect(await next).toBe(true)
  await answers.announce('shop', 'k')
  expect(await waiting.next()).toBe(true)
  const last = waiting.next()
  // After a broken connection anything may have been announced.
  missed()
  expect(await last).toBe(true)
  const late = waiting.next()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBe(false)
})

test('of too many that wait on a node, the latest do not', async () => {
  const { answers } = open()
  const all = Array.from({ length: 201 }, (_, n) => answers.follow('shop', `k${n}`))
  expect(await all[200]?.next()).toBe(false)
  all[200]?.end()
  const first = all[0]?.next()
  await answers.announce('shop', 'k0')
  expect(await first).toBe(true)
})
