// Time as an argument, so that expiry can be tested to the second without sleeping.

/** Clock is the source of time of everything that compares, issues or expires. */
export interface Clock {
  now(): Date
}

/** systemClock is the clock of the operating system. */
export const systemClock: Clock = { now: () => new Date() }
