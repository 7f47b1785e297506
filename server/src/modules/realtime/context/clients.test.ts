// When connections get their heartbeats; the rest is tested over HTTP.
import { afterEach, expect, test, vi } from 'vitest'
import type { Clock } from '#platform/clock/clock.ts'
import type { Platform } from '#platform/platform.ts'
import { Usage } from '#platform/usage/usage.ts'
import { type LiveClient, LiveClients, PING_SECONDS, UNAUTHENTICATED_SECONDS } from './clients.ts'

const platformOf = (clock: Clock) =>
  ({ clock, config: {}, usage: new Usage(clock), quotas: { find: () => undefined } }) as unknown as Platform

afterEach(() => vi.useRealTimers())

test('the first heartbeat comes a whole interval after the connection, also at the turn of a second', () => {
  vi.useFakeTimers({ now: 1_000_500 })
  const clients = new LiveClients(platformOf({ now: () => new Date() }))
  // The second has turned, and its heartbeats are still to come.
  vi.advanceTimersByTime(700)
  const heartbeat = vi.fn()
  clients.add({ heartbeat, projectId: 'p1', sender: {} } as unknown as LiveClient)
  vi.advanceTimersByTime((PING_SECONDS - 1) * 1000)
  expect(heartbeat).not.toHaveBeenCalled()
  for (const heartbeats of [1, 2, 3]) {
    vi.advanceTimersByTime(PING_SECONDS * 1000)
    expect(heartbeat).toHaveBeenCalledTimes(heartbeats)
  }
})

test('only clients without a token get an early heartbeat, which closes them', () => {
  vi.useFakeTimers({ now: 1_000_900 })
  const clients = new LiveClients(platformOf({ now: () => new Date() }))
  const arrive = () => {
    const client = { heartbeat: vi.fn(), projectId: undefined as string | undefined, sender: {} }
    clients.add(client as unknown as LiveClient)
    return client
  }
  const [known, unknown, gone] = [arrive(), arrive(), arrive()]
  clients.remove(gone as unknown as LiveClient)
  vi.advanceTimersByTime(UNAUTHENTICATED_SECONDS * 1000 - 1)
  known.projectId = 'p1'
  for (const { heartbeat } of [known, unknown, gone]) expect(heartbeat).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect([known, unknown, gone].map(({ heartbeat }) => heartbeat.mock.calls.length)).toEqual([0, 1, 0])
})

test('a new connection has its whole interval also after the clock jumps', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  let jumped = 0
  const clients = new LiveClients(platformOf({ now: () => new Date(Date.now() + jumped) }))
  jumped = 300_000
  const heartbeat = vi.fn()
  clients.add({ heartbeat } as unknown as LiveClient)
  vi.advanceTimersByTime(UNAUTHENTICATED_SECONDS * 1000 - 1)
  expect(heartbeat).not.toHaveBeenCalled()
  vi.advanceTimersByTime(PING_SECONDS * 2000)
  expect(heartbeat).toHaveBeenCalledTimes(1)
})
