// How much of something a project may use in a while, such as messages delivered.
import { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock/clock.ts'

/** AllowanceLimit is an amount, and for how many seconds it has to last. */
export interface AllowanceLimit {
  readonly amount: number
  readonly seconds: number
}

const MAX_PROJECTS = 20_000

/** Allowance counts what each project has used in the present window. Each node counts its own. */
export class Allowance {
  readonly #clock: Clock
  readonly #limit: AllowanceLimit
  readonly #used = new LRUCache<string, { amount: number; readonly ends: number }>({ max: MAX_PROJECTS })

  constructor(clock: Clock, limit: AllowanceLimit) {
    this.#clock = clock
    this.#limit = limit
  }

  /** take uses an amount, or returns false where not so much is left. */
  take(projectId: string, amount: number): boolean {
    const now = this.#clock.now().getTime()
    const known = this.#used.get(projectId)
    const window =
      known !== undefined && known.ends > now ? known : { amount: 0, ends: now + this.#limit.seconds * 1000 }
    if (window.amount + amount > this.#limit.amount) return false
    window.amount += amount
    this.#used.set(projectId, window)
    return true
  }
}
