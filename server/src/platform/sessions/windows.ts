// Fixed windows in memory, for what each node may count for itself.
import { LRUCache } from 'lru-cache'

/** WindowLimit is how much a window of so many seconds holds. */
export interface WindowLimit {
  readonly limit: number
  readonly seconds: number
}

interface Window {
  used: number
  readonly ends: number
}

// Bounds what an attacker with many addresses can make us remember.
const MAX_TRACKED = 100_000

/** Windows counts by name. */
export class Windows {
  readonly #windows = new LRUCache<string, Window>({ max: MAX_TRACKED })

  /** refusedUntil returns when a full window ends, or undefined where there is room. */
  refusedUntil(name: string, { limit }: WindowLimit, now: Date): Date | undefined {
    const known = this.#windows.get(name)
    if (known === undefined || known.ends <= now.getTime() || known.used < limit) return undefined
    return new Date(known.ends)
  }

  /** count counts one. */
  count(name: string, { seconds }: WindowLimit, now: Date): void {
    const known = this.#windows.get(name)
    if (known !== undefined && known.ends > now.getTime()) known.used += 1
    else this.#windows.set(name, { used: 1, ends: now.getTime() + seconds * 1000 })
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
