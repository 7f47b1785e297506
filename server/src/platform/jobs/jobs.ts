// Work that outlives a request: queues of pg-boss on the control plane's database.
import { CompiledQuery, type Transaction } from 'kysely'
import type pg from 'pg'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { ControlPlaneTables } from '#platform/db/control-plane.ts'
import type { Log } from '#platform/log/log.ts'

/** JobDefinition is one kind of job and how it is done. A job may run twice: handlers must bear that. */
export interface JobDefinition<Data extends object = object> {
  readonly name: string
  /** retries is how often a failed job is tried again, each time after a longer wait. */
  readonly retries: number
  /** atOnce is how many of them a node does side by side; one after the other unless said here. */
  readonly atOnce?: number
  run(data: Data): Promise<void>
}

const POLL_SECONDS = 1
const RETRY_SECONDS = 5

/** Jobs sends and runs jobs. */
export class Jobs {
  readonly #boss: PgBoss
  readonly #log: Log
  readonly #definitions = new Map<string, JobDefinition<object>>()
  #started = false

  constructor(pool: pg.Pool, log: Log) {
    this.#log = log
    this.#boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: 'jobs',
      supervise: true,
      schedule: false,
    })
    this.#boss.on('error', (error) => log.error({ err: error }, 'the job queue reported an error'))
  }

  /** define registers a kind of job; all are defined before `start`. */
  define<Data extends object>(definition: JobDefinition<Data>): void {
    this.#definitions.set(definition.name, definition)
  }

  /** start opens the queues; with `work` this node also does the jobs. */
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
    if (!work) return
    for (const definition of this.#definitions.values()) {
      // While there is more to do the queue is not polled but emptied; each job of a batch succeeds or fails alone.
      const options = {
        pollingIntervalSeconds: POLL_SECONDS,
        batchSize: definition.atOnce ?? 1,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      await this.#boss.work<object>(definition.name, options, (jobs) =>
        Promise.all(jobs.map((job) => this.#outcome(definition, job))),
      )
    }
  }

  /** send queues a job within the caller's transaction: it exists if and only if that commits. */
  async send(name: string, data: object, transaction: Transaction<ControlPlaneTables>): Promise<void> {
    const executeSql = async (text: string, values: unknown[] = []) => {
      const { rows } = await transaction.executeQuery<unknown>(CompiledQuery.raw(text, values))
      return { rows: rows as never[] }
    }
    await this.#boss.send(name, data, { db: { executeSql } })
  }

  /** drain does every job that is due, at once, up to one that fails; tests call it instead of waiting. */
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

  /** stop waits for running jobs, at most a few seconds. */
  async stop(): Promise<void> {
    if (this.#started) await this.#boss.stop({ graceful: true, timeout: 5000 })
  }

  async #outcome(definition: JobDefinition<object>, { id, data }: Job<object>): Promise<JobResult> {
    return this.#run(definition, data).then(
      () => ({ id, status: 'completed' }),
      (error: Error) => ({ id, status: 'failed', output: { message: error.message } }),
    )
  }

  async #run(definition: JobDefinition<object>, data: object): Promise<void> {
    try {
      await definition.run(data)
    } catch (error) {
      this.#log.error({ err: error, job: definition.name }, 'a job failed')
      throw error
    }
  }
}
