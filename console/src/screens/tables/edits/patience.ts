// Writes that wait: where the server asks for it, or cannot be reached, they are repeated until they arrive.
import { ApiError } from '#api/client/api-error.ts'

const AT_ONCE = 4
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

/** Waiting is why nothing is written for now, and when it is tried again, in ms since 1970. */
export interface Waiting {
  readonly reason: 'busy' | 'offline'
  readonly until: number
}

interface Gate extends Waiting {
  readonly opened: PromiseWithResolvers<void>
  readonly timer: ReturnType<typeof setTimeout>
}

/** Patience runs writes, four at most at once, and none of them while the server is not ready for more. */
export class Patience {
  readonly #listeners = new Set<() => void>()
  readonly #queue: (() => void)[] = []
  #running = 0
  #gate: Gate | undefined
  #ended = false

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** waiting is why writes wait, or undefined. */
  readonly waiting = (): Waiting | undefined => this.#gate

  /** begin lets writes run; they do until `end`. */
  begin(): void {
    this.#ended = false
  }

  /** end gives up what waits: it fails with the reason for which it waited. */
  end(): void {
    this.#ended = true
    this.hurry()
  }

  /** run does some work, again after each refusal that passes: 429, 503, no answer. Throws all others, and when aborted. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    for (let failures = 0; ; failures += 1) {
      while (this.#gate !== undefined || this.#running >= AT_ONCE) await this.#turn()
      this.#running += 1
      let refusal: ApiError
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ApiError) || !passes(error)) throw error
        refusal = error
      } finally {
        this.#running -= 1
        this.#queue.shift()?.()
      }
      if (!this.#ended) await this.#wait(refusal, failures)
      signal?.throwIfAborted()
      if (this.#ended) throw refusal
    }
  }

  /** hurry tries again at once. */
  hurry(): void {
    const gate = this.#gate
    if (gate === undefined) return
    clearTimeout(gate.timer)
    this.#gate = undefined
    gate.opened.resolve()
    this.#notify()
  }

  #turn(): Promise<void> {
    return this.#gate?.opened.promise ?? new Promise((resolve) => this.#queue.push(resolve))
  }

  #wait({ status, retryAfter }: ApiError, failures: number): Promise<void> {
    const pause =
      retryAfter === undefined
        ? Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
        : Math.max(retryAfter * 1000, FIRST_PAUSE_MS)
    const until = Date.now() + pause
    const before = this.#gate
    if (before !== undefined && before.until >= until) return before.opened.promise
    clearTimeout(before?.timer)
    const opened = before?.opened ?? Promise.withResolvers()
    const reason = status === 0 ? 'offline' : 'busy'
    this.#gate = { reason, until, opened, timer: setTimeout(() => this.hurry(), pause) }
    this.#notify()
    return opened.promise
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

function passes({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status === 503
}
