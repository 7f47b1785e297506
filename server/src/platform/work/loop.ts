// A loop: work that is due at times which the work itself knows, and when somebody says that there is some. Once woken, it also
// looks by itself, seldom, for what nobody has told it of.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AlarmClock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'
import type { QuietStart } from './quiet-start.ts'

// What nobody has told of is found by then: what a node that died has left behind, or whose notification was lost.
const SAFETY_MS = 60_000
const AFTER_FAILURE_MS = 1000

/** LoopOptions say what is done. */
export interface LoopOptions {
  readonly clock: AlarmClock
  readonly log: Log
  /** quiet says whether the loop waits with its first run. */
  readonly quiet: QuietStart
  /** what completes the sentence "could not …" of the log. */
  readonly what: string
  /** apartMs is the least time between the beginnings of two runs, so that what comes meanwhile is done together. */
  readonly apartMs?: () => number
  /** run does what is due, and returns when the next of it is, if it knows of any: at once where that time has passed. */
  run(): Promise<Date | undefined> | Promise<void>
}

/** Loop runs whenever something is due, never twice at once. */
export class Loop {
  readonly #options: LoopOptions
  #cancel = () => {}
  #running: Promise<void> | undefined
  #again = false
  #closed = false
  #begunAt = Number.NEGATIVE_INFINITY

  constructor(options: LoopOptions) {
    this.#options = options
    options.quiet.onLifted(() => {
      if (this.#again) this.wake()
    })
  }

  /** wake says that there may be something to do. */
  wake(): void {
    if (this.#closed) return
    this.#again = true
    if (this.#options.quiet.isQuiet) return
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
      if (this.#again) this.wake()
    })
  }

  /** settled settles when nothing is due at once. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  /** close begins nothing more, and waits for the run that goes on. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancel()
    await this.#running
  }

  async #work(): Promise<void> {
    this.#cancel()
    while (this.#again && !this.#closed) {
      this.#again = false
      const next = await this.#run()
      if (this.#closed) return
      const now = this.#options.clock.now().getTime()
      if (next <= now) this.#again = true
      else if (!this.#again) {
        const time = new Date(Math.min(next, now + SAFETY_MS))
        this.#cancel = this.#options.clock.at(time, () => this.wake())
      }
    }
  }

  // Returns when the next run is due, in milliseconds since 1970.
  async #run(): Promise<number> {
    const { clock, log, what, apartMs, run } = this.#options
    if (apartMs !== undefined) await this.#pause(apartMs())
    try {
      const next = await run()
      return next instanceof Date ? next.getTime() : Number.POSITIVE_INFINITY
    } catch (err) {
      if (!this.#closed) log.warn({ err }, `could not ${what}`)
      return clock.now().getTime() + AFTER_FAILURE_MS
    }
  }

  async #pause(apartMs: number): Promise<void> {
    await sleep(Math.max(this.#begunAt + apartMs - performance.now(), 1))
    this.#begunAt = performance.now()
  }
}
