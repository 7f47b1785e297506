// How long keys and tokens live.

const DAY_MS = 86_400_000
const DAYS = { month: 30, quarter: 90, year: 365 } as const

/** Lifetime is how long something works that is made now. */
export type Lifetime = keyof typeof DAYS

/** expiryOf returns when it expires. */
export function expiryOf(lifetime: Lifetime): string {
  return new Date(Date.now() + DAYS[lifetime] * DAY_MS).toISOString()
}
