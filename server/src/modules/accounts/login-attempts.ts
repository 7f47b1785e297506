// Bounds the guessing of one account's password, from however many addresses it is tried.
import { LRUCache } from 'lru-cache'
import { digest } from '#platform/crypto/tokens.ts'
import { RateLimiter } from '#platform/http/rate-limits.ts'
import type { Platform } from '#platform/platform.ts'

const FAILURES = { limit: 10, window_seconds: 15 * 60 } as const
const MAX_TRACKED = 100_000

/** LoginAttempts counts failed attempts by e-mail address, whether or not it has an account. Each node counts its own. */
export class LoginAttempts {
  readonly #limiter: RateLimiter | undefined
  // A success opens a fresh window, so that only failures in a row count.
  readonly #successes = new LRUCache<string, number>({ max: MAX_TRACKED })

  constructor({ clock, config }: Platform) {
    this.#limiter = config.rateLimits ? new RateLimiter(clock) : undefined
  }

  /** begin counts an attempt before the password is looked at, or throws 429 where there were too many. */
  begin(email: string): void {
    this.#limiter?.take(this.#windowOf(email), FAILURES)
  }

  /** succeed clears what was counted. */
  succeed(email: string): void {
    const key = keyOf(email)
    this.#successes.set(key, (this.#successes.get(key) ?? 0) + 1)
  }

  #windowOf(email: string): string {
    const key = keyOf(email)
    return `${key}:${this.#successes.get(key) ?? 0}`
  }
}

// A digest has the same length for every address and keeps them out of memory dumps.
function keyOf(email: string): string {
  return digest(email.toLowerCase())
}
