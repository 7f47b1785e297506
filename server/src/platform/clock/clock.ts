// Time as an argument, so that expiry can be tested to the second without sleeping.

/** Clock is the source of time of everything that compares, issues or expires. */
export interface Clock {
  now(): Date
}

/** AlarmClock is a clock that can be set to a time. */
export interface AlarmClock extends Clock {
  /**
   * at calls `ring` once, when it is that time by the clock of this moment: one that is set anew changes nothing. It returns
   * what cancels that; a server that ends does not wait for it.
   */
  at(time: Date, ring: () => void): () => void
}

// The longest time that a timer of Node takes, in milliseconds. Whoever sets it looks again then.
const LONGEST_MS = 2 ** 31 - 1

/** systemClock is the clock of the operating system. */
export const systemClock: AlarmClock = {
  now: () => new Date(),
  at(time, ring) {
    const timer = setTimeout(ring, Math.min(Math.max(time.getTime() - Date.now(), 0), LONGEST_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
