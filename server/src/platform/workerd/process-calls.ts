// The calls of functions in one process: how many run, and which functions could have ended it.
import type { Invocation } from './invocation.ts'

/** Ran is a function that ran in a process, and its latest invocation there. */
export type Ran = Pick<Invocation, 'name' | 'worker'> & { readonly invocation: string }

interface Calls {
  readonly ran: Ran
  readonly running: number
  /** since is when the first of those that run began, at when the last one began or ended, cutAt when one was cut off. */
  readonly since: number
  readonly at: number
  readonly cutAt: number
}

// The connections of a process that has ended are gone before it is known why.
const JUST_NOW_MS = 2000
const SHOWN = 10

/** ProcessCalls counts those of one process. */
export class ProcessCalls {
  readonly #calls = new Map<string, Calls>()
  #running = 0

  /** running is how many run. */
  get running(): number {
    return this.#running
  }

  /** only is the one function that has ever run here, or undefined where there are several. */
  get only(): Ran | undefined {
    const [first, ...others] = this.#calls.values()
    return others.length === 0 ? first?.ran : undefined
  }

  /** begin counts a call, and returns what counts its end. */
  begin({ name, worker, id }: Invocation): (isCutOff: boolean) => void {
    this.#running += 1
    const now = performance.now()
    const { running = 0, since = now, cutAt = -JUST_NOW_MS } = this.#calls.get(worker) ?? {}
    const ran = { name, worker, invocation: id }
    const begun = running === 0 ? now : since
    this.#calls.set(worker, { ran, running: running + 1, since: begun, at: now, cutAt })
    return (isCutOff) => {
      this.#running -= 1
      const calls = this.#calls.get(worker)
      if (calls === undefined) return
      const at = performance.now()
      this.#calls.set(worker, {
        ...calls,
        running: calls.running - 1,
        at,
        cutAt: isCutOff ? at : calls.cutAt,
      })
    }
  }

  /** of returns the function of a worker, if it ran here. */
  of(worker: string): Ran | undefined {
    return this.#calls.get(worker)?.ran
  }

  /**
   * ran returns the functions that ran here until just now, the latest first and at most ten; `before` leaves out those that
   * began later.
   */
  ran(before = Number.POSITIVE_INFINITY): Ran[] {
    return this.#some(({ since, running, at }) => since <= before && (running > 0 || isJustNow(at)))
  }

  /** cutOff returns those of them that were cut off. */
  cutOff(): Ran[] {
    return this.#some(({ running, cutAt }) => running > 0 || isJustNow(cutAt))
  }

  #some(fits: (calls: Calls) => boolean): Ran[] {
    const found = [...this.#calls.values()].filter(fits).toSorted((a, b) => b.at - a.at)
    return found.slice(0, SHOWN).map(({ ran }) => ran)
  }
}

const isJustNow = (at: number) => performance.now() - at < JUST_NOW_MS
