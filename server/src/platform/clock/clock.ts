// Time as an argument, so that expiry can be tested to the second without sleeping.

/** Clock is the source of time of everything that compares, issues or expires. */
export interface Clock {
  now(): Date
}

/** AlarmClock is a clock that can be set to a time. */
export interface AlarmClock extends Clock {
  /** at calls `ring` once, when the time has come. It returns what cancels that; a server that ends does not wait for it. */
  at(time: Date, ring: () => void): () => void
}

// The longest time that a timer of Node takes, in milliseconds.
const LONGEST_MS = 2 ** 31 - 1

/** systemClock is the clock of the operating system. */
export const systemClock: AlarmClock = {
  now: () => new Date(),
  at(time, ring) {
    let timer: NodeJS.Timeout
    const wait = () => {
      const left = time.getTime() - Date.now()
      timer = setTimeout(() => (Date.now() < time.getTime() ? wait() : ring()), Math.min(left, LONGEST_MS))
      timer.unref()
    }
    wait()
    return () => clearTimeout(timer)
  },
}
