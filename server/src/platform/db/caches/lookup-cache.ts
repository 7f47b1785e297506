// A cache in front of a lookup by key with invalidation from every node: keys, projects, sessions.
import type { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock/clock.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'

interface Entry<Value> {
  readonly value: Value
  /** until is when to ask the database again, in milliseconds. */
  readonly until: number
}

// Bounds what a lost notification, or a change made by hand in the database, can do.
const TRUSTED_MS = 60_000

/** LookupCache remembers what was found; what was not found is asked for again, so that guesses push nothing out. */
export class LookupCache<Value extends object> {
  readonly #clock: Clock
  readonly #load: (key: string) => Promise<Value | undefined>
  readonly #known: LRUCache<string, Entry<Value>>
  readonly #loading = new Map<string, Promise<Value | undefined>>()
  // Keys that were invalidated while they were being loaded.
  readonly #overtaken = new Set<string>()

  constructor(clock: Clock, max: number, load: (key: string) => Promise<Value | undefined>) {
    this.#clock = clock
    this.#load = load
    this.#known = recentlyUsed(max)
  }

  /** find returns the value as of the latest invalidation, at once where it is known. */
  find(key: string): Value | undefined | Promise<Value | undefined> {
    const entry = this.#known.get(key)
    const now = this.#clock.now().getTime()
    if (entry !== undefined && entry.until > now) return entry.value
    return this.#loading.get(key) ?? this.#ask(key, now + TRUSTED_MS)
  }

  /** forget drops one key, or all of them. */
  forget(key: string | undefined): void {
    if (key === undefined) this.#known.clear()
    else this.#known.delete(key)
    this.#overtake(key)
  }

  /** forgetWhere drops every value that `matches`. */
  forgetWhere(matches: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#known.entries()) if (matches(value)) this.#known.delete(key)
    this.#overtake(undefined)
  }

  #overtake(key: string | undefined): void {
    for (const loading of key === undefined ? this.#loading.keys() : [key])
      if (this.#loading.has(loading)) this.#overtaken.add(loading)
  }

  // Concurrent lookups of the key wait for the same answer.
  #ask(key: string, until: number): Promise<Value | undefined> {
    const answer = this.#loadCurrent(key)
      .then((value) => {
        if (value !== undefined) this.#known.set(key, { value, until })
        return value
      })
      .finally(() => this.#loading.delete(key))
    this.#loading.set(key, answer)
    return answer
  }

  // What was read while an invalidation arrived may be older than the change: it is read again.
  async #loadCurrent(key: string): Promise<Value | undefined> {
    for (;;) {
      this.#overtaken.delete(key)
      const value = await this.#load(key)
      if (!this.#overtaken.has(key)) return value
    }
  }
}
