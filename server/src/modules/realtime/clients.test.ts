// When a connection has its turn; the rest of what connections do is tested over HTTP.
import { afterEach, expect, test, vi } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { BEAT_SECONDS, type LiveClient, LiveClients } from './clients.ts'

afterEach(() => vi.useRealTimers())

test('the first beat comes a whole round after the beginning, also at the turn of a second', () => {
  vi.useFakeTimers({ now: 1_000_500 })
  const clients = new LiveClients({ clock: { now: () => new Date() } } as Platform)
  // The second has turned, and its round is still to come.
  vi.advanceTimersByTime(700)
  const beat = vi.fn()
  clients.add({ beat } as unknown as LiveClient)
  vi.advanceTimersByTime((BEAT_SECONDS - 1) * 1000)
  expect(beat).not.toHaveBeenCalled()
  for (const beats of [1, 2, 3]) {
    vi.advanceTimersByTime(BEAT_SECONDS * 1000)
    expect(beat).toHaveBeenCalledTimes(beats)
  }
})
