// Runs jobs when their time has come, on each node: what is due becomes a run in one transaction, and each run has one node.
import type pg from 'pg'
import { transaction } from '#platform/db/transaction.ts'
import { OutboundError } from '#platform/http-client/http-client.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import type { Platform } from '#platform/platform.ts'
import * as store from './runs.store.ts'
import { nextRun } from './schedules.ts'

const POLL_MS = 1000
const DUE_AT_ONCE = 100
const PLACES = { all: 40, ofProject: 5 } as const
const TIMEOUT_MS = 30_000
const LEASE_MS = 60_000
const MAX_OUTPUT = 64 * 1024
const CLEAN_EVERY = 600
/** KEEP_DAYS and KEPT_RUNS are for how long, and how many, runs of a job are kept. */
export const KEEP_DAYS = 30
export const KEPT_RUNS = 200
const STOP_MS = 5000

/** Scheduler runs jobs until it is closed. */
export class Scheduler {
  readonly #platform: Platform
  readonly #pool: pg.Pool
  readonly #running = new Set<Promise<void>>()
  readonly #aborting = new AbortController()
  readonly #timer: NodeJS.Timeout
  #turn: Promise<void> | undefined
  #turns = 0

  constructor(platform: Platform, pool: pg.Pool) {
    this.#platform = platform
    this.#pool = pool
    this.#timer = setInterval(() => this.wake(), POLL_MS)
    this.#timer.unref()
  }

  /** wake looks for jobs that are due, and runs that wait. */
  wake(): void {
    this.#turn ??= this.#work()
      .catch((error: Error) => {
        if (!this.#aborting.signal.aborted)
          this.#platform.log.warn({ err: error.message }, 'could not look for cron jobs; trying again')
      })
      .finally(() => {
        this.#turn = undefined
      })
  }

  /** close waits some seconds for runs that go on; the others count as failed. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#turn
    const late = setTimeout(
      () => this.#aborting.abort(new Error('The server stopped while it ran.')),
      STOP_MS,
    )
    await Promise.all(this.#running)
    clearTimeout(late)
  }

  async #work(): Promise<void> {
    mark('cron')
    const now = this.#platform.clock.now()
    await transaction(this.#pool, (db) => addDueRuns(db, now))
    const free = PLACES.all - this.#running.size
    if (free > 0) await this.#begin(now, free)
    await store.failLost(this.#pool, now)
    if (this.#turns++ % CLEAN_EVERY !== 0) return
    await store.removeSurplus(this.#pool, new Date(now.getTime() - KEEP_DAYS * 86_400_000), KEPT_RUNS)
  }

  async #begin(now: Date, most: number): Promise<void> {
    const until = new Date(now.getTime() + LEASE_MS)
    const choice = { now, until, most, perProject: PLACES.ofProject }
    for (const run of await transaction(this.#pool, (db) => store.claimRuns(db, choice))) {
      const running = this.#run(run).finally(() => {
        this.#running.delete(running)
        // The next of its job may be waiting.
        if (!this.#aborting.signal.aborted) this.wake()
      })
      this.#running.add(running)
    }
  }

  async #run(run: store.ClaimedRun): Promise<void> {
    const { clock, log } = this.#platform
    const outcome = await this.#call(run)
    await store
      .finishRun(this.#pool, run.id, outcome, clock.now())
      .catch((error: Error) => log.warn({ err: error.message }, 'could not store how a cron job went'))
  }

  async #call({ id, target_url, payload, scheduled_at }: store.ClaimedRun): Promise<store.RunOutcome> {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Msingi-Cron/1',
      // So that a receiver can tell a run that it has seen.
      'idempotency-key': id,
      'x-scheduled-at': scheduled_at.toISOString(),
    }
    try {
      const { status, body } = await this.#platform.http.send({
        ...{ method: 'POST', url: target_url, headers, body: JSON.stringify(payload ?? {}) },
        ...{ timeout_ms: TIMEOUT_MS, max_bytes: MAX_OUTPUT, truncate: true, signal: this.#aborting.signal },
      })
      const output = body.toString('utf8').replaceAll('\0', '\uFFFD')
      const error = status >= 200 && status < 300 ? null : `The target answered ${status}.`
      return { response_status: status, output, error }
    } catch (error) {
      const known = error instanceof OutboundError || error === this.#aborting.signal.reason
      const sentence = known ? (error as Error).message : 'Something went wrong on our side.'
      return { response_status: null, output: null, error: sentence }
    }
  }
}

// However many times were missed while no server ran, they are one run.
async function addDueRuns(db: pg.PoolClient, now: Date): Promise<void> {
  for (const job of await store.lockDueJobs(db, now, DUE_AT_ONCE)) {
    const { id: job_id, project_id, overlap, next_at: scheduled_at } = job
    await store.addRun(db, { job_id, project_id, trigger: 'schedule', overlap, scheduled_at }, now)
    await store.scheduleNext(db, job_id, nextRun(job.schedule, job.timezone, now))
  }
}
