// Quotas of projects over a time window, such as messages delivered a minute.
import type { Clock } from '#platform/clock/clock.ts'
import { Windows } from '#platform/fairness/windows.ts'

/** AllowanceLimit is an amount in each window of so many seconds. */
export interface AllowanceLimit {
  readonly amount: number
  readonly seconds: number
}

const MAX_PROJECTS = 20_000

/** Allowance counts what each project has used in the current window, on this node. */
export class Allowance {
  readonly #clock: Clock
  readonly #limit: AllowanceLimit
  readonly #windows = new Windows(MAX_PROJECTS)

  constructor(clock: Clock, limit: AllowanceLimit) {
    this.#clock = clock
    this.#limit = limit
  }

  /** take uses an amount, or returns false if less is left. */
  take(projectId: string, amount: number): boolean {
    const window = this.#windows.current(projectId, this.#limit.seconds, this.#clock.now())
    if (window.used + amount > this.#limit.amount) return false
    window.used += amount
    return true
  }
}
