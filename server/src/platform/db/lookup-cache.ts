// A cache in front of a lookup by key that forgets on news from any node: keys, projects, sessions.
import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock/clock.ts'

interface Entry<Value> {
  readonly value: Value
  /** until is when to ask the database again, in milliseconds. */
  readonly until: number
}

// Bounds what lost news, or a change made by hand in the database, can do.
const TRUSTED_MS = 60_000

/** LookupCache remembers what was found; what was not found is asked for again, so that guesses push nothing out. */
export class LookupCache<Value extends object> {
  readonly #clock: Clock
  readonly #load: (key: string) => Promise<Value | undefined>
  readonly #known: LRUCache<string, Entry<Value>>
  #news = 0

  constructor(clock: Clock, max: number, load: (key: string) => Promise<Value | undefined>) {
    this.#clock = clock
    this.#load = load
    this.#known = new LRUCache({ max })
  }

  /** find gives the value, at once where it is known. */
  find(key: string): Value | undefined | Promise<Value | undefined> {
    const entry = this.#known.get(key)
    const now = this.#clock.now().getTime()
    return entry !== undefined && entry.until > now ? entry.value : this.#ask(key, now + TRUSTED_MS)
  }

  /** forget drops one key, or all of them. */
  forget(key: string | undefined): void {
    this.#news += 1
    if (key === undefined) this.#known.clear()
    else this.#known.delete(key)
  }

  /** forgetWhere drops every value that `matches`. */
  forgetWhere(matches: (value: Value) => boolean): void {
    this.#news += 1
    for (const [key, { value }] of this.#known.entries()) if (matches(value)) this.#known.delete(key)
  }

  async #ask(key: string, until: number): Promise<Value | undefined> {
    const before = this.#news
    const value = await this.#load(key)
    // What was read while news came in may be older than the news.
    if (value !== undefined && before === this.#news) this.#known.set(key, { value, until })
    return value
  }
}
