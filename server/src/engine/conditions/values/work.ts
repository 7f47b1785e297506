// How much JavaScript may compute for one row: evaluating a condition counts its work and stops beyond a limit, so
// that no row, pattern or claim can hold up the event loop. PostgreSQL, which has a time limit, decides instead.
import { undecidable } from './undecidable.ts'

// A unit is one character that JavaScript visits, 1 to 3 ns. PostgreSQL is asked beyond some milliseconds for one
// caller, and beyond some tens of milliseconds for all callers together.
const MAX_EVALUATION = 2_000_000
const MAX_ROW = 8_000_000

/** NODE is what each node of a condition costs, whatever it computes. */
export const NODE = 4

/** MAX_MADE is how many UTF-16 units a text may have that a condition puts together in JavaScript. */
export const MAX_MADE = 1_000_000

// A text of this length is compared or scanned within the cost of its node.
const SHORT = 64
// Giving up takes as long as some hundred steps.
const GIVING_UP = 500
// The engine's own routines compare and scan at least so many units of text in the time of one step of JavaScript.
const NATIVE = 8

/** Work counts what one row costs over all callers, and keeps what of a condition does not depend on the caller. */
export class Work {
  /** memo holds values of the row alone by the part of the condition that computes them. */
  readonly memo = new Map<object, unknown>()
  readonly #most: number
  readonly #each: number
  #spent = 0
  #limit = 0

  /** A row costs at most `most` units, of which one evaluation may take `each`. */
  constructor(most = MAX_ROW, each = MAX_EVALUATION) {
    this.#most = most
    this.#each = each
  }

  /** spent is the number of units so far, over all evaluations. */
  get spent(): number {
    return this.#spent
  }

  /** begin starts an evaluation that costs at least so many units; it returns false where they are too many. */
  begin(units: number): boolean {
    this.#limit = Math.min(this.#most, this.#spent + this.#each)
    if (this.#spent + units > this.#limit) return false
    this.#spent += units
    return true
  }

  /** giveUp counts an evaluation that has ended without an answer. */
  giveUp(): void {
    this.#spent += GIVING_UP
  }

  /** spend counts units before they are spent; where they are too many, PostgreSQL must decide. */
  spend(units: number): void {
    if (this.#spent + units > this.#limit) undecidable()
    this.#spent += units
  }

  /** scan counts a text that is read from end to end by the engine's own routines. */
  scan(length: number): void {
    if (length > SHORT) this.spend(Math.ceil(length / NATIVE))
  }

  /** make counts a text of a length that is about to be put together. */
  make(length: number): void {
    if (length > MAX_MADE) undecidable()
    this.scan(length)
  }

  /** indexOf searches a text; in the worst case that compares all of the part at each place. */
  indexOf(text: string, part: string, from = 0): number {
    const most = ((text.length - from) * Math.min(part.length, text.length)) / NATIVE
    if (most <= SHORT) return text.indexOf(part, from)
    if (this.#spent + most > this.#limit) undecidable()
    const index = text.indexOf(part, from)
    const visited = (index < 0 ? text.length : index + part.length) - from
    this.spend(Math.ceil(Math.min(most, (Math.max(0, visited) * part.length) / NATIVE)))
    return index
  }
}
