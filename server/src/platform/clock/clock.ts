// Time as an argument, so that expiry can be tested to the second without sleeping.

/** Clock tells the time. Everything that compares, issues or expires takes one. */
export interface Clock {
  now(): Date
}

/** systemClock is the machine's own. */
export const systemClock: Clock = { now: () => new Date() }
