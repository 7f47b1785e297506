// What to do where reading fails at the same place again and again: a transaction that cannot be read must not keep all
// others from being read.
import { isConnectionLoss } from '#platform/db/executor/postgres-errors.ts'
import { TooManyPartsError } from './streamed-transactions.ts'

/** StuckAdvice says how to go on: try again, pass over the transaction, or begin anew where the log ends now. */
export type StuckAdvice = 'again' | 'pass over' | 'begin anew'

const TRIES = 3
// Where it is not even known which transaction it is, everybody loses changes: that must not come of a passing trouble.
const TRIES_IN_THE_DARK = 12
// The server has no room, is on its way down or starts, or another process has the slot.
const PASSING = /^(?:08|53[134]|55006|57)/

/** StuckGuard counts failures that come one after another without anything being read in between. */
export class StuckGuard {
  #place: bigint | undefined
  #failures = 0
  #wantsParts = true

  /** parts is false where transactions had better come whole, so that it is known which of them fails. */
  get parts(): boolean {
    return this.#wantsParts && this.#failures === 0
  }

  /** progress says that a transaction was read to its end. */
  progress(): void {
    this.#failures = 0
  }

  /** failed counts a failure within a transaction, which its place names, or between transactions. */
  failed(error: unknown, place: bigint | undefined): StuckAdvice {
    // For good: what had too many parts may come again.
    if (error instanceof TooManyPartsError) {
      this.#wantsParts = false
      return 'again'
    }
    if (isPassing(error)) return 'again'
    if (place !== this.#place) this.#failures = 0
    this.#place = place
    this.#failures += 1
    if (place !== undefined && this.#failures >= TRIES) return 'pass over'
    return this.#failures >= TRIES_IN_THE_DARK ? 'begin anew' : 'again'
  }

  /** clear forgets what was counted. */
  clear(): void {
    this.#failures = 0
    this.#place = undefined
  }
}

function isPassing(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return isConnectionLoss(error) || PASSING.test(code) || /^E[A-Z]/.test(code)
}
