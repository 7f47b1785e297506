// Which request is begun next: as long as there is time, the one that has come; where many have come at once, those of all
// senders in turn, a few milliseconds at a time, so that a flood of one project keeps no other request waiting behind it.

import { setImmediate } from 'node:timers'
import type { AppError } from '#platform/errors/app-error.ts'
import type { FairGateFigures } from '#platform/fairness/fair-gate.ts'
import { refusal } from '#platform/fairness/refusals.ts'
import type { Tenant } from '#platform/fairness/tenants.ts'
import { TurnQueue } from '#platform/fairness/turn-queue.ts'

interface Waiting {
  readonly tenant: Tenant
  readonly begin: () => void
}

const SLICE_MS = 4
/** ACCEPT_MS is for how long turns stay short after a slice, as long as each of them accepts a connection. */
export const ACCEPT_MS = 4
/** MOST_WAITING is how many requests of one project may wait for their turn, before further ones are refused with 429. */
export const MOST_WAITING = 5000

/** RequestTurns begins requests in slices of a few milliseconds of the event loop. */
export class RequestTurns {
  readonly #now: () => number
  readonly #waiting = new TurnQueue<Waiting>()
  #end = 0
  #isRunning = false
  #hasAccepted = false
  #refused = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** waiting is how many requests wait for their turn. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** figures are those of a gate with one place, which is taken amid a slice. */
  get figures(): FairGateFigures {
    return { running: this.#isRunning ? 1 : 0, waiting: this.#waiting.size, refused: this.#refused }
  }

  /** accepted notes that this turn of the event loop has accepted a connection, and that more may be waiting. */
  accepted(): void {
    this.#hasAccepted = true
  }

  /** enter calls `begin` at once or in the tenant's turn. It throws 429 where too many of the project wait. */
  enter(tenant: Tenant, begin: () => void): void {
    if (!this.#isRunning) this.#startSlice()
    if (this.#waiting.size === 0 && this.#now() < this.#end) begin()
    else if (this.#waiting.sizeOf(tenant) >= MOST_WAITING) {
      this.#refused += 1
      throw tooMany()
    } else this.#waiting.add(tenant, { tenant, begin })
  }

  #startSlice(): void {
    this.#isRunning = true
    this.#end = this.#now() + SLICE_MS
    setImmediate(() => void this.#next())
  }

  // One connection is accepted in each turn (libuv): with slices in all of them, whoever connects behind a flood of
  // connections would wait for a slice for each of these.
  #isAccepting(): boolean {
    const hasAccepted = this.#hasAccepted
    this.#hasAccepted = false
    return hasAccepted && this.#now() < this.#end + ACCEPT_MS
  }

  async #next(): Promise<void> {
    if (this.#waiting.size > 0 && this.#isAccepting()) {
      setImmediate(() => void this.#next())
      return
    }
    this.#isRunning = false
    if (this.#waiting.size === 0) return
    this.#startSlice()
    while (this.#now() < this.#end) {
      const next = this.#waiting.next(() => true)
      if (next === undefined) return
      this.#waiting.take(next.tenant, next)
      next.begin()
      // What the request does before it waits for something counts, promises included.
      await undefined
    }
  }
}

function tooMany(): AppError {
  return refusal('quota_exceeded', 'Too many requests of this project are waiting. Try again shortly.')
}
