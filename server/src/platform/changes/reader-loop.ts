// What both readers have in common: sessions that follow one another, the states between them, and who waits for what.
import { randomUUID } from 'node:crypto'
import type { Log } from '#platform/log/log.ts'
import type { CaptureState } from './capture.ts'

/** SessionEnd says how to go on: `idle` where nothing is watched, `standby` where another node reads. */
export type SessionEnd = 'idle' | 'standby' | 'again'

const PAUSES_MS: Readonly<Record<SessionEnd, number>> = { idle: 5000, standby: 250, again: 0 }
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 5000
const CATCH_UP_MS = 10_000

/** ReaderLoop runs sessions one after another until it is closed; one that fails is tried again, ever more slowly. */
export class ReaderLoop {
  readonly #session: () => Promise<SessionEnd>
  readonly #log: Log
  readonly #tokens = new Map<string, () => void>()
  readonly #settled = Promise.withResolvers<void>()
  #state: CaptureState = 'starting'
  #retryMs = FIRST_RETRY_MS
  #wake: () => void = () => {}
  #woken = false
  #closed = false
  #running: Promise<void> | undefined

  constructor(log: Log, session: () => Promise<SessionEnd>) {
    this.#log = log
    this.#session = session
  }

  get state(): CaptureState {
    return this.#state
  }

  get closed(): boolean {
    return this.#closed
  }

  /** start begins with the first session. */
  start(): void {
    this.#running ??= this.#run()
  }

  /** enter notes the state; from the first one on, the reader is settled. */
  enter(state: CaptureState): void {
    this.#state = state
    if (state === 'starting') return
    this.#settled.resolve()
    if (state !== 'live') this.#releaseAll()
  }

  /** progress tells that something was read: a session that fails after that is tried again soon. */
  progress(): void {
    this.#retryMs = FIRST_RETRY_MS
  }

  /** settled settles when the reader has found its place. */
  settled(): Promise<void> {
    return this.#settled.promise
  }

  /** wake ends the pause between two sessions. */
  wake(): void {
    this.#woken = true
    if (this.#state === 'idle') this.#state = 'starting'
    this.#wake()
  }

  /** expect gives a token, and a promise that settles when it has passed, or when this node does not read. */
  expect(): { readonly token: string; readonly passed: Promise<void> } {
    const token = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tokens.set(token, resolve)
    return { token, passed: promise }
  }

  /** catchUp settles when a token that `send` puts among the changes has passed, or at last when it takes too long. */
  async catchUp(send: (token: string) => Promise<void>): Promise<void> {
    if (this.#state === 'idle' || this.#state === 'standby') return
    const { token, passed } = this.expect()
    const impatience = setTimeout(() => this.pass(token), CATCH_UP_MS)
    try {
      await send(token)
      await passed
    } finally {
      clearTimeout(impatience)
      this.pass(token)
    }
  }

  /** pass tells that a token has come by. */
  pass(token: string): void {
    const known = this.#tokens.get(token)
    this.#tokens.delete(token)
    known?.()
  }

  /** close ends the loop; the session that runs must be ended by its owner. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wake()
    await this.#running
    this.#settled.resolve()
    this.#releaseAll()
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      const pause = await this.#runSession()
      if (pause > 0 && !this.#closed && !this.#woken) await this.#pause(pause)
    }
  }

  async #runSession(): Promise<number> {
    this.#woken = false
    try {
      const end = await this.#session()
      if (end !== 'again') this.enter(end)
      return PAUSES_MS[end]
    } catch (error) {
      if (this.#closed) return 0
      this.#state = 'starting'
      // Nobody shall wait for a database that may not come back: until it does, nothing of the past is known.
      this.#settled.resolve()
      this.#log.warn(
        { err: (error as Error).message },
        'the reading of live changes was cut off; trying again',
      )
      const pause = this.#retryMs
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
      return pause
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #releaseAll(): void {
    for (const token of [...this.#tokens.keys()]) this.pass(token)
  }
}
