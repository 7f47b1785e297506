// Waiting for listeners: where the time is up, the failure says for whom it waited, and how they are.
import { vi } from 'vitest'
import type { Listener } from './listeners.ts'

const PATIENCE = { timeout: 120_000, interval: 20 }

type Listeners = readonly Listener[]

/** heardMore waits until each of some listeners has heard something that it has not heard before. */
export function heardMore(listeners: Listeners): Promise<void> {
  const before = new Map(listeners.map((listener) => [listener, listener.ids.length]))
  return all(listeners, 'heard more', (listener) => listener.ids.length > (before.get(listener) ?? 0))
}

/** heardOf waits until each of them has heard of so many events. Who hears of fewer is for the verdict to say. */
export async function heardOf(events: number, listeners: Listeners): Promise<void> {
  await all(listeners, `heard of ${events} events`, ({ ids }) => ids.length >= events).catch(() => {})
}

/** cameBack waits until each of them has connected, and come back so many times since. */
export function cameBack(times: number, listeners: Listeners): Promise<void> {
  return all(listeners, `come back ${times} times`, ({ returns }) => returns >= times)
}

function all(listeners: Listeners, what: string, has: (listener: Listener) => boolean): Promise<void> {
  return vi.waitFor(() => {
    const missing = listeners.filter((listener) => !has(listener))
    if (missing.length > 0) throw new Error(`These have not ${what}:\n${missing.map(stateOf).join('\n')}`)
  }, PATIENCE)
}

function stateOf({ name, ids, returns, trouble, complaints }: Listener): string {
  return [`${name}: ${ids.length} events, ${returns} returns`, trouble, ...complaints]
    .filter(Boolean)
    .join('; ')
}
