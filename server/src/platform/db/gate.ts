// Bounds how many of one kind of work run at a time, where each costs something scarce such as a connection.
import { AppError } from '#platform/errors/app-error.ts'

/** Gate lets a number of callers through at a time; the others wait in the order in which they came. */
export class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** run does the work as soon as there is a place for it. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((enter) => this.#waiting.push(enter))
    try {
      return await work()
    } finally {
      // The place goes straight to who has waited longest.
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}

/** KeyedGate is a gate for each project, or whatever else the key names, so that none crowds out the others. */
export class KeyedGate {
  readonly #places: number
  readonly #most: number
  readonly #gates = new Map<string, { readonly gate: Gate; used: number }>()

  /** A key has so many places, and so many callers may wait for them. */
  constructor(places: number, waiting: number) {
    this.#places = places
    this.#most = places + waiting
  }

  /** run does the work as soon as its key has a place, or refuses it with 429 where too many wait already. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#gates.get(key) ?? { gate: new Gate(this.#places), used: 0 }
    if (entry.used >= this.#most)
      throw new AppError(
        'quota_exceeded',
        'Too many queries of this project are running. Try again shortly.',
        {
          headers: { 'retry-after': '1' },
        },
      )
    this.#gates.set(key, entry)
    entry.used += 1
    try {
      return await entry.gate.run(work)
    } finally {
      entry.used -= 1
      if (entry.used === 0) this.#gates.delete(key)
    }
  }
}
