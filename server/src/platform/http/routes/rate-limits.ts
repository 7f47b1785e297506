// Rate limits per key, user and address: fixed windows, answered with 429 and RateLimit-*.
import type { Clock } from '#platform/clock/clock.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Counted, Counts, OpenCounts } from '#platform/fairness/counts.ts'

/** RateLimit is how many requests a window of so many seconds holds. */
export interface RateLimit {
  readonly limit: number
  readonly window_seconds: number
}

/** RouteLimit bounds the calls of a route. Routes whose limits have the same name count together. */
export interface RouteLimit extends RateLimit {
  readonly name: string
  /**
   * of is what has a window of its own: each address, which is counted before the credentials are looked at, or each project
   * or actor, which is counted before the handler runs and reads in headers what is left.
   */
  readonly of: 'address' | 'project' | 'actor'
}

/** RouteLimits are one or several; the headers are those of the first. */
export type RouteLimits = RouteLimit | readonly RouteLimit[]

/** LimitHeaders are the headers that say how much is left. */
export type LimitHeaders = Record<string, string>

/** Counting is what limiters count with. */
export interface Counting {
  readonly clock: Clock
  readonly openCounts: OpenCounts
}

/** RateLimiter counts requests by name, on all nodes together where there is a broker. */
export class RateLimiter {
  readonly #clock: Clock
  readonly #counts: Counts

  /** The names of a scope are apart from those of all other scopes. Each has one limiter. */
  constructor({ clock, openCounts }: Counting, scope: string) {
    this.#clock = clock
    this.#counts = openCounts(scope)
  }

  /**
   * take counts one request and returns the headers to send, or throws 429 with `Retry-After`. It returns a promise only near
   * a limit, where other nodes are asked.
   */
  take(name: string, rate: RateLimit): LimitHeaders | Promise<LimitHeaders> {
    const counted = this.#counts.count(name, { limit: rate.limit, seconds: rate.window_seconds })
    if (!(counted instanceof Promise)) return answerOf(rate, counted, this.#clock.now())
    return counted.then((late) => answerOf(rate, late, this.#clock.now()))
  }
}

function answerOf({ limit }: RateLimit, { used, ends }: Counted, now: Date): LimitHeaders {
  const reset = Math.max(1, Math.ceil((ends - now.getTime()) / 1000))
  const headers = {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - used)),
    'ratelimit-reset': String(reset),
  }
  if (used <= limit) return headers
  throw new AppError('quota_exceeded', `Too many requests. Try again in ${reset} s.`, {
    headers: { ...headers, 'retry-after': String(reset) },
  })
}
