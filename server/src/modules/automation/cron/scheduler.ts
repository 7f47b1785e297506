// Runs jobs when their time has come, on each node: what is due becomes a run in one transaction, and each run has one node.
// Whoever changes a job wakes the nodes, so that they know which is next.
import type pg from 'pg'
import type {
  BackgroundAnswer,
  CallFunction,
} from '#modules/automation/functions/invoke/background-calls.service.ts'
import { transaction } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { OutboundError } from '#platform/http-client/http-client.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import type { Platform } from '#platform/platform.ts'
import { Loop } from '#platform/work/loop.ts'
import { takeDueJobs } from './due-jobs.ts'
import * as store from './runs.store.ts'

// Functions may take minutes: there is room for many, and five of a project.
const PLACES = { all: 100, ofProject: 5 } as const
const TIMEOUT_MS = 30_000
const LEASE_MS = 60_000
const RENEW_MS = 10_000
const MAX_OUTPUT = 64 * 1024
const STOP_MS = 5000

/** Scheduler runs jobs until it is closed. */
export class Scheduler {
  readonly #platform: Platform
  readonly #pool: pg.Pool
  readonly #call: CallFunction
  readonly #running = new Map<string, Promise<void>>()
  readonly #aborting = new AbortController()
  readonly #loop: Loop
  #renewAt = 0

  constructor(platform: Platform, pool: pg.Pool, call: CallFunction) {
    this.#platform = platform
    this.#call = call
    this.#pool = pool
    const { clock, log, quiet } = platform
    this.#loop = new Loop({ clock, log, quiet, what: 'look for cron jobs', run: () => this.#work() })
  }

  /** wake looks for jobs that are due, and runs that wait. */
  wake(): void {
    this.#loop.wake()
  }

  /** close waits some seconds for runs that go on; the others count as failed. */
  async close(): Promise<void> {
    await this.#loop.close()
    const late = setTimeout(
      () => this.#aborting.abort(new Error('The server stopped while it ran.')),
      STOP_MS,
    )
    await Promise.all(this.#running.values())
    clearTimeout(late)
  }

  // Returns when there is something to do again.
  async #work(): Promise<Date | undefined> {
    mark('cron')
    const now = this.#platform.clock.now()
    if (this.#running.size === 0 && !(await store.isAnyOpen(this.#pool, now)))
      return store.nextDue(this.#pool, now)
    const hasMore = await transaction(this.#pool, (db) =>
      takeDueJobs(db, now, (job) => addDueRun(db, job, now)),
    )
    const free = PLACES.all - this.#running.size
    if (free > 0) await this.#begin(now, free)
    await this.#renew(now)
    await store.failLost(this.#pool, now)
    if (hasMore) return now
    const next = await store.nextDue(this.#pool, now)
    if (this.#running.size === 0) return next
    return new Date(Math.min(next?.getTime() ?? this.#renewAt, this.#renewAt))
  }

  async #renew(now: Date): Promise<void> {
    if (this.#running.size === 0 || now.getTime() < this.#renewAt) return
    this.#renewAt = now.getTime() + RENEW_MS
    await store.renewRuns(this.#pool, [...this.#running.keys()], new Date(now.getTime() + LEASE_MS))
  }

  async #begin(now: Date, most: number): Promise<void> {
    const until = new Date(now.getTime() + LEASE_MS)
    const choice = { now, until, most, perProject: PLACES.ofProject }
    for (const run of await transaction(this.#pool, (db) => store.claimRuns(db, choice))) {
      const running = this.#run(run).finally(() => {
        this.#running.delete(run.id)
        // The next of its job may be waiting.
        this.wake()
      })
      this.#running.set(run.id, running)
    }
  }

  async #run(run: store.ClaimedRun): Promise<void> {
    const { clock, log } = this.#platform
    const outcome = await this.#outcomeOf(run)
    await store
      .finishRun(this.#pool, run.id, outcome, clock.now())
      .catch((error: Error) => log.warn({ err: error.message }, 'could not store how a cron job went'))
  }

  async #outcomeOf(run: store.ClaimedRun): Promise<store.RunOutcome> {
    try {
      const { status, body, error = null } = await this.#send(run)
      const output = body.toString('utf8').replaceAll('\0', '\uFFFD')
      const refused = status >= 200 && status < 300 ? null : `The target answered ${status}.`
      return { response_status: status, output, error: error ?? refused }
    } catch (error) {
      const known =
        error instanceof OutboundError || error instanceof AppError || error === this.#aborting.signal.reason
      const sentence = known ? (error as Error).message : 'Something went wrong on our side.'
      return { response_status: null, output: null, error: sentence }
    }
  }

  #send(
    run: store.ClaimedRun,
  ): Promise<Pick<BackgroundAnswer, 'status' | 'body'> & { error?: string | null }> {
    const { id, job_id, project_id, target_url, function_slug, scheduled_at } = run
    const body = JSON.stringify(run.payload ?? {})
    const { signal } = this.#aborting
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Msingi-Cron/1',
      // So that a receiver can tell a run that it has seen.
      'idempotency-key': id,
      'x-scheduled-at': scheduled_at.toISOString(),
    }
    if (run.target_type === 'function')
      return this.#call(project_id, {
        ...{ slug: function_slug ?? '', body, headers, caller: { type: 'cron', id: job_id } },
        ...{ trigger: 'cron', maxBytes: MAX_OUTPUT, signal },
      })
    return this.#platform.http.send({
      ...{ method: 'POST', url: target_url ?? '', headers, body },
      ...{ timeout_ms: TIMEOUT_MS, max_bytes: MAX_OUTPUT, truncate: true, signal },
    })
  }
}

// However many times were missed while no server ran, they are one run.
async function addDueRun(
  db: pg.PoolClient,
  { id: job_id, project_id, overlap, next_at: scheduled_at }: store.DueJob,
  now: Date,
): Promise<void> {
  await store.addRun(db, { job_id, project_id, trigger: 'schedule', overlap, scheduled_at }, now)
}
