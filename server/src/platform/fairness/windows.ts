// Fixed windows in memory, for what each node may count for itself: requests, messages, attempts.

/** WindowLimit is how much a window of so many seconds holds. */
export interface WindowLimit {
  readonly limit: number
  readonly seconds: number
}

/** NamedLimit is a window by its name, and how much it holds. */
export type NamedLimit = readonly [name: string, limit: WindowLimit]

/** Window is how much was counted, and when it ends, in milliseconds. */
export interface Window {
  used: number
  ends: number
}

// Bounds what an attacker with many addresses can make us remember.
const MAX_TRACKED = 100_000
// How many windows are looked at for each new one, to drop those that have ended.
const SWEPT = 2
// A count has 32 bits at most; what is larger is of the last level.
const LEVELS = 32

interface Tracked extends Window {
  readonly name: string
  level: number
}

/**
 * Windows counts by name, and remembers a bounded number of names. Beyond, the window that has counted least is forgotten
 * first, and of those alike the oldest: many newcomers push out one another, and nobody who is at a limit.
 */
export class Windows {
  readonly #max: number
  readonly #windows = new Map<string, Tracked>()
  // The same by their counts, each level twice as many as the one before.
  readonly #levels = Array.from({ length: LEVELS }, () => new Set<Tracked>())
  #sweep = this.#windows.values()

  /** At most `max` names are remembered. */
  constructor(max = MAX_TRACKED) {
    this.#max = max
  }

  /** size is how many names are remembered. */
  get size(): number {
    return this.#windows.size
  }

  /** current returns the window of a name, which is a new one where there is none or it has ended. */
  current(name: string, seconds: number, now: Date): Window {
    const known = this.#windows.get(name)
    const time = now.getTime()
    if (known !== undefined && known.ends > time) {
      const level = levelOf(known.used)
      if (level !== known.level) this.#move(known, level)
      return known
    }
    if (known !== undefined) this.#drop(known)
    this.#dropEnded(time)
    const fresh = { name, used: 0, ends: time + seconds * 1000, level: 0 }
    if (this.#windows.size >= this.#max) this.#dropLeast()
    this.#windows.set(name, fresh)
    this.#levels[0]?.add(fresh)
    return fresh
  }

  /** fullUntil returns when the first of the windows that are full ends, or undefined where all have room. */
  fullUntil(limits: readonly NamedLimit[], now: Date): Date | undefined {
    for (const [name, { limit }] of limits) {
      const known = this.#windows.get(name)
      if (known !== undefined && known.ends > now.getTime() && known.used >= limit)
        return new Date(known.ends)
    }
    return undefined
  }

  /** count counts one in each of the windows. */
  count(limits: readonly NamedLimit[], now: Date): void {
    for (const [name, { seconds }] of limits) this.current(name, seconds, now).used += 1
  }

  /** forgive takes one back. */
  forgive(name: string): void {
    const known = this.#windows.get(name)
    if (known !== undefined) known.used = Math.max(0, known.used - 1)
  }

  /** clear begins a new window. */
  clear(name: string): void {
    const known = this.#windows.get(name)
    if (known !== undefined) this.#drop(known)
  }

  #move(window: Tracked, level: number): void {
    this.#levels[window.level]?.delete(window)
    this.#levels[level]?.add(window)
    window.level = level
  }

  #drop(window: Tracked): void {
    this.#windows.delete(window.name)
    this.#levels[window.level]?.delete(window)
  }

  #dropEnded(time: number): void {
    for (let n = 0; n < SWEPT; n++) {
      const { value, done } = this.#sweep.next()
      if (value !== undefined && value.ends <= time) this.#drop(value)
      if (done) this.#sweep = this.#windows.values()
    }
  }

  // Levels lag behind counts by one: what has counted more than its level says is moved first.
  #dropLeast(): void {
    for (const level of this.#levels) {
      for (const window of level) {
        const actual = levelOf(window.used)
        if (actual <= window.level) {
          this.#drop(window)
          return
        }
        this.#move(window, actual)
      }
    }
  }
}

// 0 and 1 are of level 0, 2 and 3 of level 1, 4 to 7 of level 2.
function levelOf(used: number): number {
  return used < 2 ? 0 : Math.min(LEVELS - 1, 31 - Math.clz32(used))
}
