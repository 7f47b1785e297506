// Rate limits per key, user and address: fixed windows in memory, answered with 429 and RateLimit-* (design 6).
import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock/clock.ts'
import { AppError } from '#platform/errors/app-error.ts'

/** RateLimit is how many requests a window of so many seconds holds. */
export interface RateLimit {
  readonly limit: number
  readonly window_seconds: number
}

interface Window {
  used: number
  ends: number
}

// Bounds what an attacker with many addresses can make us remember.
const MAX_TRACKED = 100_000

/** RateLimiter counts requests by name. Each node counts its own. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new LRUCache<string, Window>({ max: MAX_TRACKED })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** take counts one request and gives the headers to send, or throws 429 with `Retry-After`. */
  take(name: string, { limit, window_seconds }: RateLimit): Record<string, string> {
    const now = this.#clock.now().getTime()
    const window = this.#current(name, now, window_seconds)
    window.used += 1
    const reset = Math.max(1, Math.ceil((window.ends - now) / 1000))
    const headers = {
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(Math.max(0, limit - window.used)),
      'ratelimit-reset': String(reset),
    }
    if (window.used <= limit) return headers
    throw new AppError('quota_exceeded', `Too many requests. Try again in ${reset} s.`, {
      headers: { ...headers, 'retry-after': String(reset) },
    })
  }

  #current(name: string, now: number, seconds: number): Window {
    const known = this.#windows.get(name)
    if (known !== undefined && known.ends > now) return known
    const fresh = { used: 0, ends: now + seconds * 1000 }
    this.#windows.set(name, fresh)
    return fresh
  }
}
