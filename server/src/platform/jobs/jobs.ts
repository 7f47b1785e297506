// Background jobs: queues of pg-boss on the control plane's database.
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { systemClock } from '#platform/clock/clock.ts'
import type { Invalidations } from '#platform/db/caches/invalidations.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Log } from '#platform/log/log.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import { Loop } from '#platform/work/loop.ts'
import { QuietStart } from '#platform/work/quiet-start.ts'
import { FAILED_INDEX, failureOf, requeueFailed } from './failed-jobs.ts'
import { type JobFigures, listDue, sumJobs } from './job-figures.ts'
import { MAX_QUEUED, nextTurn, TURNS_INDEX } from './job-turns.ts'
import { type FetchedJob, JobWorker } from './job-worker.ts'

/** JobDefinition is one kind of job and its handler. Delivery is at least once: handlers must be idempotent. */
export interface JobDefinition<Data extends object = object> {
  readonly name: string
  /** retries is how often a failed job is retried, with exponential backoff. */
  readonly retries: number
  /** atOnce is how many of them a node runs concurrently; 1 by default. */
  readonly atOnce?: number
  /** perProject is how many of those can belong to one project; half of atOnce by default. */
  readonly perProject?: number
  /** maxQueued is how many can wait for one project before `send` throws 429; MAX_QUEUED by default. */
  readonly maxQueued?: number
  /** whileQuiet says that it also runs during a quiet start: what a request has just asked for. */
  readonly whileQuiet?: boolean
  run(data: Data): Promise<void>
}

/** SendOptions are when a job begins, and what makes it the only one. */
export interface SendOptions {
  /** afterSeconds is how long the job waits at least before it begins; 0 by default. */
  readonly afterSeconds?: number
  /** once makes it the only one of its kind with this text, such as a day: others are not queued until a week after its end. */
  readonly once?: string
}

// The topic of the invalidations that say in which queue there is a job.
const QUEUED = topic('jobs')
const RETRY_SECONDS = 5
const STOP_MS = 5000
const AFTER_FAILURE_MS = 1000
// How often pg-boss looks after what nothing tells it of: jobs whose node has died, which are retried 15 minutes after their start,
// old jobs and statistics; and what is not used here.
const INTERVALS = {
  superviseIntervalSeconds: 300,
  monitorIntervalSeconds: 300,
  bamIntervalSeconds: 600,
  queueCacheIntervalSeconds: 3600,
  flowIntervalSeconds: 86_400,
}

/** JobRuns counts what this node has run of one kind since its start. */
export interface JobRuns {
  completed: number
  failed: number
}

/** Jobs sends and runs jobs. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #log: Log
  readonly #pool: pg.Pool
  readonly #invalidations: Pick<Invalidations, 'on' | 'publish' | 'wake'>
  readonly #definitions = new Map<string, JobDefinition<object>>()
  readonly #workers = new Map<string, JobWorker>()
  readonly #loop: Loop
  readonly #quiet: QuietStart
  /** runs counts attempts by the name of their job. */
  readonly runs = new Map<string, JobRuns>()
  #started = false

  constructor(
    pool: pg.Pool,
    log: Log,
    invalidations: Pick<Invalidations, 'on' | 'publish' | 'wake'>,
    quiet = new QuietStart(),
  ) {
    this.#log = log
    this.#pool = pool
    this.#invalidations = invalidations
    this.#quiet = quiet
    // It chooses by itself what goes on.
    const always = new QuietStart()
    this.#loop = new Loop({
      ...{ clock: systemClock, log, quiet: always, what: 'fetch jobs' },
      run: () => this.#fetch(),
    })
    quiet.onLifted(() => this.#wake())
    invalidations.on(QUEUED, () => this.#wake())
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: 'jobs',
      supervise: true,
      schedule: false,
      ...INTERVALS,
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'the job queue reported an error'))
  }

  /** define registers a kind of job, before `start`. It throws where there is one of this name. */
  define<Data extends object>(definition: JobDefinition<Data>): void {
    if (this.#definitions.has(definition.name))
      throw new Error(`there are two kinds of job with the name ${definition.name}`)
    this.#definitions.set(definition.name, definition)
    this.runs.set(definition.name, { completed: 0, failed: 0 })
  }

  /** start opens the queues; with `work` this node also runs jobs. */
  async start({ work }: { work: boolean }): Promise<void> {
    await this.#boss.start()
    this.#started = true
    for (const { name, retries } of this.#definitions.values()) {
      await this.#boss.createQueue(name, {
        retryLimit: retries,
        retryDelay: RETRY_SECONDS,
        retryBackoff: true,
      })
    }
    await this.#pool.query(TURNS_INDEX)
    await this.#pool.query(FAILED_INDEX)
    if (work) for (const definition of this.#definitions.values()) this.#work(definition)
    this.#wake()
  }

  /**
   * send queues a job within the transaction of a connection: it exists if and only if that commits. Projects take turns in the
   * queue, and so do others that are named in place of a project. Throws 429 if too many jobs of the project wait.
   */
  async send(
    name: string,
    data: object,
    db: pg.ClientBase,
    projectId?: string,
    { afterSeconds: startAfter = 0, once }: SendOptions = {},
  ): Promise<void> {
    const most = this.#definitions.get(name)?.maxQueued ?? MAX_QUEUED
    const turn =
      projectId === undefined
        ? {}
        : {
            priority: await nextTurn(db, name, projectId, most),
            group: { id: projectId },
          }
    const executeSql = (text: string, values?: unknown[]) => db.query(text, values)
    const id = once === undefined ? {} : { id: idOf(`${name}\n${once}`) }
    await this.#boss.send(name, data, { ...turn, ...id, startAfter, db: { executeSql } })
    // All nodes learn of it when the transaction commits.
    this.#invalidations.wake(QUEUED, name, db)
  }

  /** drain runs all jobs that are due, until one fails; for tests. */
  async drain(): Promise<void> {
    for (const definition of this.#definitions.values()) {
      for (;;) {
        const [job] = await this.#boss.fetch<object>(definition.name)
        if (job === undefined) break
        try {
          await this.#run(definition, job.data)
        } catch (error) {
          await this.#boss.fail(definition.name, job.id)
          throw error
        }
        await this.#boss.complete(definition.name, job.id)
      }
    }
  }

  /** figures asks the database how each kind of job is doing; empty where that cannot be reached. */
  figures(): Promise<JobFigures[]> {
    return sumJobs(this.#pool, [...this.#definitions.keys()]).catch(() => [])
  }

  /** retry has a job run again that has failed for good, and returns whether there was one. */
  async retry(name: string, id: string): Promise<boolean> {
    const isQueued = await requeueFailed(this.#pool, name, id)
    if (isQueued) await this.#invalidations.publish(QUEUED, name)
    return isQueued
  }

  /** stop waits some seconds for running jobs; those that do not end in time are retried on any node. */
  async stop(): Promise<void> {
    if (!this.#started) return
    await this.rest()
    await this.#boss.stop({ graceful: false })
  }

  /** rest ends the work of this node, as `stop` does; jobs can still be sent. */
  async rest(): Promise<void> {
    await this.#loop.close()
    await Promise.all(
      [...this.#workers].map(async ([name, worker]) => {
        const left = await worker.stop(STOP_MS)
        for (const { id } of left) await this.#boss.fail(name, id, { message: 'the server stopped' })
      }),
    )
    this.#workers.clear()
  }

  #work(definition: JobDefinition<object>): void {
    const { name, atOnce = 1, perProject = Math.ceil(atOnce / 2) } = definition
    if (this.#workers.has(name)) return
    const worker = new JobWorker({
      ...{ atOnce, perProject },
      ended: () => this.#wake(),
      fetch: (batchSize, ignoreGroups) => this.#boss.fetch<object>(name, { batchSize, ignoreGroups }),
      run: (job) => this.#runAndRecord(definition, job),
    })
    this.#workers.set(name, worker)
  }

  #wake(): void {
    if (this.#workers.size > 0) this.#loop.wake()
  }

  // Returns when to fetch again: at once where there may be more, for projects below their limit. Of a queue without room,
  // the end of a job tells.
  async #fetch(): Promise<Date | undefined> {
    const names = [...this.#workers.keys()].filter(
      (name) => !this.#quiet.isQuiet || this.#definitions.get(name)?.whileQuiet,
    )
    const queues = await listDue(this.#pool, names)
    const nexts = queues.map(async ({ name, is_due, later_ms }) => {
      try {
        if (is_due && (await this.#workers.get(name)?.fetch())) return 0
      } catch (err) {
        this.#log.warn({ err, job: name }, 'could not fetch jobs')
        return AFTER_FAILURE_MS
      }
      return later_ms === null ? Number.POSITIVE_INFINITY : Math.ceil(later_ms)
    })
    const next = Math.min(...(await Promise.all(nexts)))
    return Number.isFinite(next) ? new Date(systemClock.now().getTime() + next) : undefined
  }

  async #runAndRecord(definition: JobDefinition<object>, { id, data }: FetchedJob): Promise<void> {
    const { name } = definition
    try {
      await this.#run(definition, data).then(
        () => this.#boss.complete(name, id),
        (error: Error) => this.#boss.fail(name, id, failureOf(error)),
      )
    } catch (error) {
      // The job counts as running until pg-boss expires it, and is then retried.
      this.#log.error({ err: error, job: name }, 'could not record the outcome of a job')
    }
  }

  async #run(definition: JobDefinition<object>, data: object): Promise<void> {
    mark(`job: ${definition.name}`)
    try {
      await definition.run(data)
      this.#count(definition, 'completed')
    } catch (error) {
      this.#count(definition, 'failed')
      this.#log.error({ err: error, job: definition.name }, 'a job failed')
      throw error
    }
  }

  #count({ name }: JobDefinition<object>, outcome: keyof JobRuns): void {
    const runs = this.runs.get(name)
    if (runs !== undefined) runs[outcome] += 1
  }
}

function idOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
