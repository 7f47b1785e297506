// Bounds the guessing of one account's password or code, from however many addresses it is tried. Where it comes from is what
// `networkOf` gives.
import { LRUCache } from 'lru-cache'
import { digest } from '#platform/crypto/tokens.ts'
import { RateLimiter } from '#platform/http/rate-limits.ts'
import type { Platform } from '#platform/platform.ts'

const FAILURES = { limit: 10, window_seconds: 15 * 60 } as const
const MAX_TRACKED = 100_000

/**
 * LoginAttempts counts failed attempts by name, whether or not anybody has that name. Each node counts its own. Where
 * somebody has got in before, they have a count of their own, so that those who guess from elsewhere lock nobody out.
 */
export class LoginAttempts {
  readonly #limiter: RateLimiter | undefined
  // A success opens a fresh window, so that only failures in a row count.
  readonly #successes = new LRUCache<string, number>({ max: MAX_TRACKED })

  constructor({ clock, config }: Platform) {
    this.#limiter = config.rateLimits ? new RateLimiter(clock) : undefined
  }

  /** begin counts an attempt before it is looked at, or throws 429 where there were too many. */
  begin(name: string, network?: string): void {
    const key = this.#countOf(name, network)
    this.#limiter?.take(`${key}:${this.#successes.get(key) ?? 0}`, FAILURES)
  }

  /** succeed clears what was counted, and remembers the network. */
  succeed(name: string, network?: string): void {
    const keys = [this.#countOf(name, network), ...(network === undefined ? [] : [keyOf(name, network)])]
    for (const key of new Set(keys)) this.#successes.set(key, (this.#successes.get(key) ?? 0) + 1)
  }

  #countOf(name: string, network: string | undefined): string {
    const own = network === undefined ? undefined : keyOf(name, network)
    return own !== undefined && this.#successes.get(own) !== undefined ? own : keyOf(name)
  }
}

// A digest has the same length for every name and keeps them out of memory dumps.
function keyOf(name: string, network?: string): string {
  return digest(JSON.stringify([name.toLowerCase(), network]))
}
