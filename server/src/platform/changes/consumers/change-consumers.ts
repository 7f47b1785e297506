// The durable consumers of one node: modules register what is to be done with changes, and subscribe to tables.
import type pg from 'pg'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Invalidations } from '#platform/db/caches/invalidations.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import { CONNECTIONS } from '#platform/db/connections/connection-budget.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'
import type { QuietStart } from '#platform/work/quiet-start.ts'
import { type ConsumerBacklog, sumBacklogs } from './backlogs.store.ts'
import { beginMessage, ChangeInbox } from './change-inbox.ts'
import { AT_ONCE, BATCH_MS, type ConsumeBatch, ConsumerWorker } from './consumer-worker.ts'
import type { BacklogLimits } from './inbox.store.ts'
import { deleteSubscription, insertSubscription, listSubscribedTables } from './subscriptions.store.ts'

/** ConsumerOptions are what a consumer is made of. */
export interface ConsumerOptions {
  /** name is the consumer's for good: subscriptions and what waits belong to it. Lower-case letters, digits and hyphens. */
  readonly name: string
  /** batch works on the next entries of one project. */
  readonly batch: ConsumeBatch
}

/** ChangeConsumer is a durable consumer of changes. */
export interface ChangeConsumer {
  /**
   * subscribe settles when every change of the table that commits from then on will be consumed, also after a restart.
   * Twice does no harm. It throws 404 for a table that is gone, and 503 where it cannot be captured at the moment.
   */
  subscribe(project: ProjectRecord, tableId: string): Promise<void>
  /** unsubscribe ends that at once, or with the transaction `db`: what waits of the table is dropped. */
  unsubscribe(project: { readonly id: string }, tableId: string, db?: Queryable): Promise<void>
  /** tables returns the tables of a project that it has subscribed to, by their ids, and whether that is in force. */
  tables(project: { readonly id: string }): Promise<Map<string, boolean>>
  /** close stops working on batches on this node. */
  close(): Promise<void>
}

/** SubscribableFeed is the part of a cluster's feed that consumers need. */
export interface SubscribableFeed {
  watch(project: ProjectRecord, tableId: string): Promise<boolean>
  /** note puts a message among the changes. */
  note(message: string): Promise<void>
}

/** ConsumersOptions are what the consumers of a node work with. */
export interface ConsumersOptions {
  /** main is the control plane's cluster. */
  readonly main: Cluster
  readonly log: Log
  readonly quiet?: QuietStart | undefined
  readonly limits?: BacklogLimits | undefined
  /** invalidations wake the workers of other nodes; without, this node does all that it reads itself. */
  readonly invalidations?: Pick<Invalidations, 'on' | 'publish'> | undefined
  readonly feedOf: (project: { readonly cluster: string }) => SubscribableFeed
}

/** ConsumerState is how a consumer is doing, in figures: `backlog` asks the database. */
export interface ConsumerState {
  readonly consumer: string
  /** failures is how many batches have failed on this node, dropped how many changes it had no room for. */
  readonly failures: number
  readonly dropped: number
}

// The topic of the invalidations that say for which consumer more waits than one node works on.
const HELP = topic('consumer')
const NAME = /^[a-z][a-z0-9-]{0,62}$/

/** ChangeConsumers are the durable consumers of one node. */
export class ChangeConsumers {
  readonly #options: ConsumersOptions
  readonly #inboxPool: pg.Pool
  readonly #inboxes: ChangeInbox[] = []
  #closed: Promise<void> | undefined
  readonly #workers = new Map<string, { readonly worker: ConsumerWorker; readonly pool: pg.Pool }>()

  constructor(options: ConsumersOptions) {
    this.#options = options
    this.#inboxPool = options.main.openAdminPool({
      max: CONNECTIONS.inbox,
      statement_timeout: 15_000,
      idle_in_transaction_session_timeout: 5000,
    })
    options.invalidations?.on(HELP, (consumer) => {
      for (const [name, { worker }] of this.#workers)
        if (consumer === undefined || consumer === name) worker.wake()
    })
  }

  /** openInbox makes the inbox of a cluster. */
  openInbox(cluster: string): ChangeInbox {
    const { log, limits } = this.#options
    const onWritten = (consumers: ReadonlySet<string>) => {
      for (const name of consumers) this.#workers.get(name)?.worker.wake()
    }
    const inbox = new ChangeInbox({ cluster, pool: this.#inboxPool, log, limits, onWritten })
    this.#inboxes.push(inbox)
    return inbox
  }

  /** consume registers a consumer and begins to work on what waits for it. */
  consume({ name, batch }: ConsumerOptions): ChangeConsumer {
    if (!NAME.test(name)) throw new Error(`${name} is no name of a consumer: use letters, digits and hyphens`)
    if (this.#workers.has(name)) throw new Error(`there is a consumer ${name} already`)
    const { main, log, quiet, invalidations } = this.#options
    const pool = main.openAdminPool({
      max: AT_ONCE + 1,
      statement_timeout: BATCH_MS,
      idle_in_transaction_session_timeout: BATCH_MS + 5000,
    })
    const askForHelp = async () => invalidations?.publish(HELP, name)
    this.#workers.set(name, {
      worker: new ConsumerWorker({ name, batch, pool, log, quiet, askForHelp }),
      pool,
    })
    return {
      subscribe: (project, tableId) => this.#subscribe(project, tableId, name),
      unsubscribe: (project, tableId, db = main.admin) =>
        deleteSubscription(db, { projectId: project.id, tableId, consumer: name }),
      tables: (project) => listSubscribedTables(main.admin, project.id, name),
      close: () => this.#stop(name),
    }
  }

  /** states returns how the consumers of this node are doing. */
  states(): ConsumerState[] {
    return [...this.#workers].map(([consumer, { worker }]) => ({
      consumer,
      failures: worker.failures,
      dropped: this.#inboxes.reduce((sum, { dropped }) => sum + (dropped.get(consumer) ?? 0), 0),
    }))
  }

  /** backlogs asks the database what waits for each consumer; empty where that cannot be reached. */
  backlogs(): Promise<ConsumerBacklog[]> {
    return sumBacklogs(this.#options.main.admin).catch(() => [])
  }

  /** stop ends the work of all consumers on this node. */
  async stop(): Promise<void> {
    await Promise.all([...this.#workers.keys()].map((name) => this.#stop(name)))
  }

  /** close ends all that is left; twice does no harm. */
  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await this.stop()
    await Promise.all(this.#inboxes.map((inbox) => inbox.close()))
    await this.#inboxPool.end()
  }

  async #subscribe(project: ProjectRecord, tableId: string, consumer: string): Promise<void> {
    const { main, feedOf } = this.#options
    const key = { projectId: project.id, tableId, consumer }
    // First of all, so that the reader finds it when it comes to the place where it begins.
    const { made, begun } = await insertSubscription(main.admin, key, project.cluster)
    try {
      const feed = feedOf(project)
      await feed.watch(project, tableId)
      if (!begun) await feed.note(beginMessage(tableId, consumer))
    } catch (error) {
      if (made) await deleteSubscription(main.admin, key)
      throw error
    }
  }

  async #stop(name: string): Promise<void> {
    const known = this.#workers.get(name)
    this.#workers.delete(name)
    if (known === undefined) return
    await known.worker.close()
    await known.pool.end()
  }
}
