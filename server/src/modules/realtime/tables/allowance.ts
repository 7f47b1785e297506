// How much of something a project may use in a while, such as messages delivered.
import type { Clock } from '#platform/clock/clock.ts'
import { Windows } from '#platform/fairness/windows.ts'

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
  readonly #windows = new Windows(MAX_PROJECTS)

  constructor(clock: Clock, limit: AllowanceLimit) {
    this.#clock = clock
    this.#limit = limit
  }

  /** take uses an amount, or returns false where not so much is left. */
  take(projectId: string, amount: number): boolean {
    const window = this.#windows.current(projectId, this.#limit.seconds, this.#clock.now())
    if (window.used + amount > this.#limit.amount) return false
    window.used += amount
    return true
  }
}
