// Rate limits per key, user and address: fixed windows in memory, answered with 429 and RateLimit-* (design 6).
import type { Clock } from '#platform/clock/clock.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { Windows } from '#platform/fairness/windows.ts'

/** RateLimit is how many requests a window of so many seconds holds. */
export interface RateLimit {
  readonly limit: number
  readonly window_seconds: number
}

/** RateLimiter counts requests by name. Each node counts its own. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #windows = new Windows()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** take counts one request and returns the headers to send, or throws 429 with `Retry-After`. */
  take(name: string, { limit, window_seconds }: RateLimit): Record<string, string> {
    const now = this.#clock.now()
    const window = this.#windows.current(name, window_seconds, now)
    window.used += 1
    const reset = Math.max(1, Math.ceil((window.ends - now.getTime()) / 1000))
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
}
