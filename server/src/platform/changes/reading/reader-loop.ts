// What both readers have in common: sessions that follow one another, the states between them, and who waits for what.
import { randomUUID } from 'node:crypto'
import type { ChangeRelay } from '#platform/changes/feed/change-relay.ts'
import type { Checkpoint } from '#platform/changes/state/checkpoint.store.ts'
import { listWatched } from '#platform/changes/state/watched-tables.store.ts'
import type { Log } from '#platform/log/log.ts'
import type { CaptureContext, CaptureState } from './capture.ts'
import { ChangeAssembler } from './change-assembler.ts'

/**
 * SessionEnd says how to go on: `idle` where nothing is watched, `standby` where another node reads, `held` where it may
 * be a broken connection of this node's own that keeps it from reading.
 */
export type SessionEnd = 'idle' | 'standby' | 'held' | 'again'

// Whoever has a table watched wakes idle readers.
const PAUSES_MS: Readonly<Record<SessionEnd, number>> = { idle: 60_000, standby: 250, held: 250, again: 0 }
// A standby stays a standby; a reader that was up to date resumes.
const WHEN_CUT_OFF: Readonly<Partial<Record<CaptureState, CaptureState>>> = {
  live: 'resuming',
  resuming: 'resuming',
  standby: 'standby',
}
// PostgreSQL notices within that time that a connection of ours is broken.
const HELD_MS = 10_000
const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 5000
const CATCH_UP_MS = 10_000
const SWEEP_TICKS = 60

/** ReadingStart says how a session begins to read. */
export interface ReadingStart {
  /** resumes is true where it goes on where this node's session before has ended, false where it begins at the checkpoint. */
  readonly resumes: boolean
  /** prepare makes tables ready before changes are read from the checkpoint. */
  readonly prepare?: () => Promise<void>
}

/** ReaderLoop runs sessions one after another until it is closed; one that fails is tried again, ever more slowly. */
export class ReaderLoop {
  /** assembler is where sessions hand on what they read. */
  readonly assembler: ChangeAssembler
  readonly #context: CaptureContext
  readonly #session: () => Promise<SessionEnd>
  readonly #log: Log
  readonly #relay: ChangeRelay
  readonly #tokens = new Map<string, () => void>()
  #settled = Promise.withResolvers<void>()
  #isSettled = false
  #state: CaptureState = 'starting'
  #retryMs = FIRST_RETRY_MS
  #wake: () => void = () => {}
  #woken = false
  #closed = false
  #running: Promise<void> | undefined
  #heldSince: number | undefined

  /** left is the offset at which the latest session left the log of changes. */
  #left: number | undefined
  #ticks = 0

  constructor(context: CaptureContext, session: () => Promise<SessionEnd>) {
    this.#context = context
    this.assembler = new ChangeAssembler(context.changes, context.inbox, context.flood)
    this.#log = context.log
    this.#relay = context.relay
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

  /**
   * resumes reports whether this node, which has read up to a position, can go on there. A standby may have received more
   * from other nodes than it has read itself.
   */
  resumes({ epoch, position }: Checkpoint, reached: bigint): boolean {
    const { changes } = this.#context
    return changes.epoch === epoch && changes.cursor === this.#left && reached >= position
  }

  /** read runs `work`, which reads; the log of changes, and the inbox of consumers, go on where it begins. */
  async read<T>(checkpoint: Checkpoint, start: ReadingStart, work: () => Promise<T>): Promise<T> {
    const { changes, cluster, inbox } = this.#context
    const { epoch, sequence } = checkpoint
    this.#relay.lead()
    this.#ticks = 0
    // From a checkpoint, nobody must rely on it at first. Nor where a standby takes over: what it followed has ended, and
    // it follows again should this session fail.
    if (!start.resumes || this.#state === 'standby') this.#unsettle()
    if (!start.resumes) {
      this.#left = undefined
      await start.prepare?.()
      await inbox.restart(epoch, sequence)
      this.assembler.restart(epoch, sequence, await listWatched(cluster.admin))
    }
    try {
      return await work()
    } finally {
      this.assembler.cutOff()
      this.#left = changes.cursor
    }
  }

  /** message takes a message that stands among the changes. */
  message(content: string): void {
    const { changes, inbox } = this.#context
    if (!inbox.take(changes.cursor, content)) this.pass(content)
  }

  /** isSweepDue is asked each second or so, and is true the first time and then now and then. */
  isSweepDue(): boolean {
    this.#ticks += 1
    return this.#ticks % SWEEP_TICKS === 1
  }

  /** enter notes the state, with which the reader is settled. */
  enter(state: 'idle' | 'standby' | 'live'): void {
    const before = this.#state
    this.#state = state
    if (state === 'standby' && before !== state) {
      this.#log.info('another node reads live changes; this one stands by')
      this.#relay.follow()
    }
    if (state === 'idle') this.#relay.rest()
    this.#settle()
    if (state !== 'live') this.#releaseAll()
  }

  /** progress notes that something was read: a session that fails after that is tried again soon. */
  progress(): void {
    this.#retryMs = FIRST_RETRY_MS
  }

  /** settled settles when it is known whether this node reads; what was committed before is known then too. */
  settled(): Promise<void> {
    return this.#settled.promise
  }

  /** wake ends the pause between two sessions. */
  wake(): void {
    this.#woken = true
    if (this.#state === 'idle') this.#unsettle()
    this.#wake()
  }

  /** expect returns a token, and a promise that settles when it has passed, or when this node does not read. */
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

  /** pass settles the promise of a token that was read. */
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
    this.#settle()
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
      const end = this.#judge(await this.#session())
      // What was begun to be watched meanwhile may have been overlooked.
      if (end === 'idle' && this.#woken) return 0
      if (end === 'idle' || end === 'standby') this.enter(end)
      return PAUSES_MS[end]
    } catch (error) {
      if (this.#closed) return 0
      this.#state = WHEN_CUT_OFF[this.#state] ?? 'starting'
      // Nobody shall wait for a database that may not come back.
      this.#settle()
      this.#log.warn(
        { err: (error as Error).message },
        'the reading of live changes was cut off; trying again',
      )
      const pause = this.#retryMs
      this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
      return pause
    } finally {
      this.#relay.pause()
    }
  }

  // A reader that lasts longer than a broken connection of ours can is another node.
  #judge(end: SessionEnd): SessionEnd {
    if (end !== 'held') this.#heldSince = undefined
    else this.#heldSince ??= performance.now()
    return this.#heldSince !== undefined && performance.now() - this.#heldSince > HELD_MS ? 'standby' : end
  }

  #unsettle(): void {
    this.#state = 'starting'
    if (!this.#isSettled) return
    this.#isSettled = false
    this.#settled = Promise.withResolvers<void>()
  }

  #settle(): void {
    this.#isSettled = true
    this.#settled.resolve()
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
