// Statements that are about to write, and who waits for what has come of them.
import type { StatementOutcome } from '#api/client/schemas.ts'

/** Written is what statements have done, and how many milliseconds it took. */
export interface Written {
  readonly outcomes: readonly StatementOutcome[]
  readonly ms: number
}

/** Review ends once: with what was written, with undefined where somebody would not have it, or with why it is refused. */
export class Review {
  readonly id = crypto.randomUUID()
  readonly tab: string
  readonly sql: string
  readonly #ended = Promise.withResolvers<Written | undefined>()
  #isWriting = false
  #isLeft = false

  constructor(tab: string, sql: string) {
    this.tab = tab
    this.sql = sql
  }

  get ended(): Promise<Written | undefined> {
    return this.#ended.promise
  }

  /** write runs the statements. Where that is refused, it can be tried again, unless nobody sees it any more. */
  async write(run: () => Promise<readonly StatementOutcome[]>): Promise<void> {
    const begun = Date.now()
    this.#isWriting = true
    try {
      const outcomes = await run()
      this.#ended.resolve({ outcomes, ms: Date.now() - begun })
    } catch (error) {
      if (this.#isLeft) this.#ended.reject(error)
      throw error
    } finally {
      this.#isWriting = false
    }
  }

  /** leave ends it with the refusal that was shown, if any; what statements that run have done is only known afterwards. */
  leave(refusal: Error | null = null): void {
    this.#isLeft = true
    if (this.#isWriting) return
    if (refusal === null) this.#ended.resolve(undefined)
    else this.#ended.reject(refusal)
  }
}
