// When a connection has its turn; the rest of what connections do is tested over HTTP.
import { afterEach, expect, test, vi } from 'vitest'
import type { Platform } from '#platform/platform.ts'
import { BEAT_SECONDS, type LiveClient, LiveClients, UNKNOWN_SECONDS } from './clients.ts'

afterEach(() => vi.useRealTimers())

test('the first beat comes a whole round after the beginning, also at the turn of a second', () => {
  vi.useFakeTimers({ now: 1_000_500 })
  const clients = new LiveClients({ clock: { now: () => new Date() }, config: {} } as Platform)
  // The second has turned, and its round is still to come.
  vi.advanceTimersByTime(700)
  const beat = vi.fn()
  clients.add({ beat, projectId: 'p1' } as unknown as LiveClient)
  vi.advanceTimersByTime((BEAT_SECONDS - 1) * 1000)
  expect(beat).not.toHaveBeenCalled()
  for (const beats of [1, 2, 3]) {
    vi.advanceTimersByTime(BEAT_SECONDS * 1000)
    expect(beat).toHaveBeenCalledTimes(beats)
  }
})

test('who is still unknown after a while has the first beat then, and who is known does not', () => {
  vi.useFakeTimers({ now: 1_000_900 })
  const clients = new LiveClients({ clock: { now: () => new Date() }, config: {} } as Platform)
  const arrive = () => {
    const client = { beat: vi.fn(), projectId: undefined as string | undefined }
    clients.add(client as unknown as LiveClient)
    return client
  }
  const [known, unknown, gone] = [arrive(), arrive(), arrive()]
  clients.remove(gone as unknown as LiveClient)
  vi.advanceTimersByTime(UNKNOWN_SECONDS * 1000 - 1)
  known.projectId = 'p1'
  for (const { beat } of [known, unknown, gone]) expect(beat).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect([known, unknown, gone].map(({ beat }) => beat.mock.calls.length)).toEqual([0, 1, 0])
})

test('where the clock jumps, a newcomer has all of its time', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  let jumped = 0
  const clients = new LiveClients({
    clock: { now: () => new Date(Date.now() + jumped) },
    config: {},
  } as Platform)
  jumped = 300_000
  const beat = vi.fn()
  clients.add({ beat } as unknown as LiveClient)
  vi.advanceTimersByTime(UNKNOWN_SECONDS * 1000 - 1)
  expect(beat).not.toHaveBeenCalled()
  vi.advanceTimersByTime(BEAT_SECONDS * 2000)
  expect(beat).toHaveBeenCalledTimes(1)
})
