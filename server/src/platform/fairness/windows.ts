// Fixed windows in memory, for what each node may count for itself: requests, messages, attempts.
import { LRUCache } from 'lru-cache'

/** WindowLimit is how much a window of so many seconds holds. */
export interface WindowLimit {
  readonly limit: number
  readonly seconds: number
}

/** NamedLimit is a window by its name, and how much it holds. */
export type NamedLimit = readonly [name: string, limit: WindowLimit]

/** Window is how much was counted, and when it ends, in milliseconds. */
export interface Window {
  used: number
  readonly ends: number
}

// Bounds what an attacker with many addresses can make us remember.
const MAX_TRACKED = 100_000

/** Windows counts by name. */
export class Windows {
  readonly #windows: LRUCache<string, Window>

  /** At most so many names are remembered. */
  constructor(max = MAX_TRACKED) {
    this.#windows = new LRUCache({ max })
  }

  /** current returns the window of a name, which is a new one where there is none or it has ended. */
  current(name: string, seconds: number, now: Date): Window {
    const known = this.#windows.get(name)
    const time = now.getTime()
    if (known !== undefined && known.ends > time) return known
    const fresh = { used: 0, ends: time + seconds * 1000 }
    this.#windows.set(name, fresh)
    return fresh
  }

  /** fullUntil returns when the first of the windows that are full ends, or undefined where all have room. */
  fullUntil(limits: readonly NamedLimit[], now: Date): Date | undefined {
    for (const [name, { limit }] of limits) {
      const known = this.#windows.get(name)
      if (known !== undefined && known.ends > now.getTime() && known.used >= limit)
        return new Date(known.ends)
    }
    return undefined
  }

  /** count counts one in each of the windows. */
  count(limits: readonly NamedLimit[], now: Date): void {
    for (const [name, { seconds }] of limits) this.current(name, seconds, now).used += 1
  }

  /** forgive takes one back. */
  forgive(name: string): void {
    const known = this.#windows.get(name)
    if (known !== undefined) known.used = Math.max(0, known.used - 1)
  }

  /** clear begins a new window. */
  clear(name: string): void {
    this.#windows.delete(name)
  }
}
