// Has one consumer work on what waits for it, batch by batch: the results of a batch and its removal are one transaction.
import type pg from 'pg'
import { systemClock } from '#platform/clock/clock.ts'
import { joinTransaction, type Queryable, untilCommit } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import { Loop } from '#platform/work/loop.ts'
import { QuietStart } from '#platform/work/quiet-start.ts'
import * as store from './backlogs.store.ts'
import type { Consumed } from './consumed-change.ts'

/**
 * ConsumeBatch works on the next entries of one project, in order. What it writes with `db` is committed together with
 * the removal of the entries; where it throws, nothing is, and the same entries come again. It must not end the
 * transaction, and should do with `db` alone what must happen exactly once.
 */
export type ConsumeBatch = (entries: readonly Consumed[], db: Queryable) => Promise<void>

/** WorkerOptions are what a worker works with. */
export interface WorkerOptions {
  readonly name: string
  readonly batch: ConsumeBatch
  /** pool has the connections of this consumer alone: one for each batch, and one that looks for others. */
  readonly pool: pg.Pool
  readonly log: Log
  /** quiet says whether the worker waits; left out, it does not. */
  readonly quiet?: QuietStart | undefined
  /** askForHelp wakes the workers of the other nodes. */
  readonly askForHelp: () => Promise<void>
}

/** AT_ONCE is how many projects' batches of one consumer a node works on at a time. */
export const AT_ONCE = 2
/** BATCH_MS is what a batch may take. */
export const BATCH_MS = 30_000
const BATCH = { rows: 500, bytes: 4 * 1024 * 1024 }
// For how long a project is left to the node that works on it, before its backlog is tried again.
const ELSEWHERE_MS = 500
// How often other nodes are asked for help while more is due than this one works on.
const HELP_MS = 1000
const RETRY_SECONDS = { first: 0.5, last: 300 }
const GOODBYE_MS = 5000
// A batch that fails so often is reported as an error.
const MANY_FAILURES = 5

/** ConsumerWorker is one node's worker of one consumer. */
export class ConsumerWorker {
  readonly #options: WorkerOptions
  readonly #loop: Loop
  readonly #serving = new Map<string, Promise<void>>()
  /** elsewhere are projects that another node works on, for a while. */
  readonly #elsewhere = new Set<string>()
  readonly #ending = new AbortController()
  #clearedAt = 0
  #askedAt = 0
  #failures = 0
  #closed = false

  constructor(options: WorkerOptions) {
    this.#options = options
    const { log, name, quiet = new QuietStart() } = options
    const what = `look for changes to consume: ${name}`
    this.#loop = new Loop({ clock: systemClock, log, quiet, what, run: () => this.#look() })
    this.#loop.wake()
  }

  /** failures is how many batches have failed on this node. */
  get failures(): number {
    return this.#failures
  }

  /** wake looks at once whether there is something to do. */
  wake(): void {
    this.#loop.wake()
  }

  /** close waits for the batches that run, at most a few seconds; those that go on are taken back. */
  async close(): Promise<void> {
    this.#closed = true
    const late = setTimeout(() => this.#ending.abort(), GOODBYE_MS)
    await this.#loop.close()
    await Promise.all(this.#serving.values())
    clearTimeout(late)
  }

  // Returns when to look again. A batch that ends looks too.
  async #look(): Promise<Date | undefined> {
    const { pool, name } = this.#options
    const now = performance.now()
    if (now - this.#clearedAt >= ELSEWHERE_MS) {
      this.#clearedAt = now
      this.#elsewhere.clear()
    }
    const free = AT_ONCE - this.#serving.size
    const busy = [...this.#serving.keys(), ...this.#elsewhere]
    const due = await store.listDue(pool, name, busy, free + 1)
    for (const projectId of due.slice(0, free)) this.#start(projectId)
    if (due.length > free) {
      await this.#askForHelp()
      return inMs(HELP_MS)
    }
    if (this.#elsewhere.size > 0) return inMs(ELSEWHERE_MS)
    return inMs(await store.nextRetry(pool, name, [...this.#serving.keys()]))
  }

  async #askForHelp(): Promise<void> {
    if (performance.now() - this.#askedAt < HELP_MS) return
    this.#askedAt = performance.now()
    await this.#options.askForHelp()
  }

  #start(projectId: string): void {
    const work = this.#serve(projectId).finally(() => {
      this.#serving.delete(projectId)
      this.wake()
    })
    this.#serving.set(projectId, work)
  }

  async #serve(projectId: string): Promise<void> {
    const key = { consumer: this.#options.name, projectId }
    try {
      if (!(await this.#withClient((client) => this.#work(client, key)))) this.#elsewhere.add(projectId)
    } catch (error) {
      if (this.#closed) return
      // The database may be away, so that not even this can be noted.
      this.#elsewhere.add(projectId)
      await this.#fail(this.#options.pool, key, error).catch(() => {})
    }
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#options.pool.connect()
    let broken = true
    try {
      const result = await untilCommit(client, () => work(client))
      broken = false
      return result
    } finally {
      // Without a commit the connection goes, and with it whatever the batch may still be doing there.
      client.release(broken)
    }
  }

  // Returns false where another node is at it.
  async #work(client: pg.PoolClient, key: store.BacklogKey): Promise<boolean> {
    if (!(await store.lockBacklog(client, key))) return false
    if (!(await store.isDue(client, key))) return true
    const { entries, last } = await store.readBatch(client, key, BATCH)
    await client.query('savepoint batch')
    try {
      if (entries.length > 0) await this.#consume(entries, client)
      await client.query('set constraints all immediate')
    } catch (error) {
      // What has not ended may still be waiting for an answer of the database.
      if (error instanceof UnfinishedBatch) throw error
      await client.query('rollback to savepoint batch')
      await this.#fail(client, key, error)
      return true
    }
    await store.removeBatch(client, key, last)
    return true
  }

  async #consume(entries: readonly Consumed[], client: pg.PoolClient): Promise<void> {
    mark(`consumer: ${this.#options.name}`)
    let over = false
    // A batch that goes on after its end must not write into the transaction of another one.
    const query = ((...parameters: Parameters<Queryable['query']>) => {
      if (over) throw new Error('the batch has ended: await everything that it does with db')
      return client.query(...parameters)
    }) as Queryable['query']
    const db = { query }
    joinTransaction(db, client)
    const { promise: late, reject } = Promise.withResolvers<never>()
    const giveUp = (reason: string) => reject(new UnfinishedBatch(reason))
    const timer = setTimeout(() => giveUp(`the batch took longer than ${BATCH_MS / 1000} s`), BATCH_MS)
    const stop = () => giveUp('the server is stopping')
    this.#ending.signal.addEventListener('abort', stop)
    try {
      await Promise.race([this.#options.batch(entries, db), late])
    } finally {
      over = true
      clearTimeout(timer)
      this.#ending.signal.removeEventListener('abort', stop)
    }
  }

  async #fail(db: Queryable, key: store.BacklogKey, error: unknown): Promise<void> {
    this.#failures += 1
    const reason = (error as Error).message
    const failures = await store.noteFailure(db, key, reason, RETRY_SECONDS)
    const about = { err: reason, consumer: key.consumer, project: key.projectId, failures }
    const text = 'a consumer could not work on a batch of changes; it is tried again'
    if (failures >= MANY_FAILURES) this.#options.log.error(about, text)
    else this.#options.log.warn(about, text)
  }
}

function inMs(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(systemClock.now().getTime() + Math.ceil(ms))
}

class UnfinishedBatch extends Error {}
