// What an import answers: how many rows it has written, or which lines are wrong.
import { AppError } from '#platform/errors/app-error.ts'
import { csvCell } from '#platform/http/answers/csv.ts'

/** Fault is what is wrong with one line; `column` is null where it is the line as a whole. */
export interface Fault {
  readonly line: number
  readonly column: string | null
  readonly reason: string
}

/** SHOWN_LINES is of how many lines the JSON report names the faults, and MAX_LINES how many an import finds at most. */
export const SHOWN_LINES = 1000
export const MAX_LINES = 100_000

const FAULTS_OF_LINE = 10
const SENTENCES = 10

/** ImportReport gathers the faults of an import. */
export class ImportReport {
  /** lines is how many were read. */
  lines = 0
  readonly #most: number
  readonly #faults: Fault[] = []
  #bad = 0

  /** A report keeps the faults of `most` lines. */
  constructor(most: number) {
    this.#most = most
  }

  /** badLines is how many lines have faults. */
  get badLines(): number {
    return this.#bad
  }

  /** isFull is true where no more lines are worth reading. */
  get isFull(): boolean {
    return this.#bad >= MAX_LINES
  }

  /** add takes faults of lines that were read after all those before. */
  add(faults: readonly Fault[]): void {
    const sorted = faults.toSorted((a, b) => a.line - b.line)
    let line = -1
    let ofLine = 0
    for (const fault of sorted) {
      if (fault.line !== line) {
        this.#bad += 1
        ofLine = 0
      }
      line = fault.line
      ofLine += 1
      if (this.#bad <= this.#most && ofLine <= FAULTS_OF_LINE) this.#faults.push(fault)
    }
  }

  /** refusal is the 400 that names the faults. */
  refusal(): AppError {
    const { lines } = this
    const some = this.isFull
      ? `${lines} lines were read, and at least ${this.#bad}`
      : `${this.#bad} of ${lines} lines`
    const summary = `${some} are wrong. Nothing was written.`
    const errors = [summary, ...this.#faults.slice(0, SENTENCES).map(sentence)]
    const details = { lines, bad_lines: this.#bad, complete: !this.isFull, report: this.#faults }
    return new AppError('invalid_input', summary, { errors, details })
  }

  /** csv returns the faults as CSV. */
  csv(): string {
    const lines = this.#faults.map(({ line, column, reason }) =>
      [line, column, reason].map((value) => csvCell(value)).join(','),
    )
    return ['line,column,reason', ...lines, ''].join('\r\n')
  }
}

function sentence({ line, column, reason }: Fault): string {
  return `line ${line}: ${column === null ? '' : `${column}: `}${reason}${/[.?]$/.test(reason) ? '' : '.'}`
}
