// When a delivery that failed is sent again, and when a webhook is given up.

import { readHttpDate } from '#platform/http/http-date.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** RETRY_MS are the times between the attempts of a delivery; after the last it has failed for good. */
export const RETRY_MS: readonly number[] = [
  5000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** GIVE_UP_MS is for how long a webhook may fail without one success before it is disabled. */
export const GIVE_UP_MS = 5 * 24 * HOUR

// A receiver cannot put a delivery off for longer than our own schedule does.
const MOST_WAIT_MS = 24 * HOUR
const JITTER = 0.2

/**
 * nextAttempt returns when a delivery is sent again that has failed so many times, or undefined where it is given up.
 * `random` is between 0 and 1; what the receiver asks for in Retry-After is the earliest time.
 */
export function nextAttempt(
  failures: number,
  now: Date,
  retryAfterMs: number,
  random: number,
): Date | undefined {
  const wait = RETRY_MS[failures - 1]
  if (wait === undefined) return undefined
  const jittered = wait * (1 + JITTER * (2 * random - 1))
  const asked = Math.min(retryAfterMs, MOST_WAIT_MS)
  return new Date(now.getTime() + Math.round(Math.max(jittered, asked)))
}

/** readRetryAfter returns for how many milliseconds a header asks to wait: seconds, or a date; 0 where it says neither. */
export function readRetryAfter(header: string | null, now: Date): number {
  if (header === null) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const date = readHttpDate(header)
  return date === undefined ? 0 : Math.max(0, date - now.getTime())
}
