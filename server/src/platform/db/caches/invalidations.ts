// Invalidation of caches: what one node changes, every node forgets. And wake-ups: what one node leaves to be done in the
// background, every node looks for. NOTIFY is used for these messages only, and never in a transaction that does anything else:
// while one with a NOTIFY commits, all others that have one wait.
import pg from 'pg'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { processOf } from '#platform/db/connections/process-of.ts'
import { onCommit, type Queryable } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'

const RECONNECT_MS = 1000
const RETRY_MS = 1000
// Says that anything may have changed. No topic is called so: what nobody handles has everything forgotten.
const EVERYTHING = '*'
const NOTIFY = 'select pg_notify($1, $2)'
// A connection can die without a word, as behind a firewall that forgets it: it is asked now and then.
const ASKED: Asked = { everyMs: 30_000, answerMs: 10_000 }

declare const TOPIC: unique symbol

/** Topic is what an invalidation is about; what its ids are of, each constant says. */
export type Topic = string & { readonly [TOPIC]: true }

/** topic makes a topic. Its name is the same on all nodes, and no other topic has it. */
export const topic = (name: string) => name as Topic

/** PROJECT_CHANGED is about projects: changed, moved to a login of their own, or deleted. */
export const PROJECT_CHANGED = topic('project')

/**
 * publishTo publishes for a command that runs beside the servers of an installation, whose channel its keys tell. All of them
 * hear it, on whatever connection `db` is.
 */
export async function publishTo(keys: MasterKey, db: Queryable, topic: Topic): Promise<void> {
  await db.query(NOTIFY, [channelOf(keys), JSON.stringify([topic, ''])])
}

function channelOf(keys: MasterKey): string {
  return `msingi_${keys.derive('invalidations').toString('hex').slice(0, 32)}`
}

interface Asked {
  readonly everyMs: number
  readonly answerMs: number
}

/**
 * InvalidationHandler forgets. Where it has more to do, it returns a promise, which is waited for. Where that rejects, it is called
 * again a second later, for everything of its topic, until it does not.
 */
export type InvalidationHandler = (id: string | undefined) => unknown

/** Invalidations notifies the caches of all nodes. */
export class Invalidations {
  /** channel is what this installation notifies on. Its name is a secret: with it, anybody could empty all caches. */
  readonly channel: string
  readonly #config: () => pg.ClientConfig
  readonly #log: Log
  readonly #asked: Asked
  #onConnect = async (_: pg.Client): Promise<void> => {}
  readonly #handlers = new Map<string, InvalidationHandler[]>()
  #client: pg.Client | undefined
  readonly #failed = new Map<string, Set<InvalidationHandler>>()
  #timer: NodeJS.Timeout | undefined
  #asking: NodeJS.Timeout | undefined
  #closed = false
  #latest = Promise.resolve(true)
  // Whether the other nodes have missed something.
  #isOwing = false

  constructor(config: () => pg.ClientConfig, keys: MasterKey, log: Log, asked = ASKED) {
    this.#config = config
    this.channel = channelOf(keys)
    this.#log = log
    this.#asked = asked
  }

  /** on registers a cache: its handler gets the id to forget, or undefined to forget everything. */
  on(topic: Topic, handler: InvalidationHandler): void {
    this.#handlers.set(topic, [...(this.#handlers.get(topic) ?? []), handler])
  }

  /** onConnect has each connection that listens do something first; where it throws, there is no connection. */
  onConnect(action: (client: pg.Client) => Promise<void>): void {
    this.#onConnect = action
  }

  /**
   * publish invalidates on this node at once and notifies the others, once a change is committed. It settles when the handlers of
   * this node have, and never rejects: where the others cannot be reached, they forget everything as soon as they can be.
   */
  async publish(topic: Topic, id: string): Promise<void> {
    const handled = this.#dispatch(topic, id)
    await this.#tell(topic, id)
    await handled
  }

  /**
   * wake does so for work in the background, once what `db` does is committed, and waits for nothing. Nobody is woken where the
   * node dies in between: the work looks by itself now and then.
   */
  wake(topic: Topic, id: string, db: Queryable): void {
    onCommit(db, () => void this.publish(topic, id))
  }

  /** listen connects; after a broken connection everything is forgotten, since notifications may have been missed. */
  async listen(): Promise<void> {
    const { everyMs, answerMs } = this.#asked
    const client = new pg.Client({
      ...this.#config(),
      application_name: 'msingi-invalidations',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    client.on('notification', (notification) => {
      // This node has done at once what it tells the others.
      if (notification.processId !== processOf(client)) this.#receive(notification.payload)
    })
    client.on('error', () => {})
    client.on('end', () => this.#reconnect())
    try {
      await client.connect()
      await client.query(`listen ${this.channel}`)
      await this.#onConnect(client)
    } catch (error) {
      void client.end()
      throw error
    }
    if (this.#closed) return client.end()
    this.#client = client
    if (this.#isOwing) {
      this.#isOwing = false
      await this.#tell(EVERYTHING, '')
    }
    clearInterval(this.#asking)
    this.#asking = setInterval(() => void this.#ask('select'), everyMs)
    this.#asking.unref()
  }

  /** introduce has the other nodes forget everything: this one may have died between a commit and its message. */
  async introduce(): Promise<void> {
    await this.#tell(EVERYTHING, '')
  }

  /** close stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#asking)
    await this.#latest
    await this.#client?.end().catch(() => {})
  }

  // On the connection that listens, which is nobody else's: where it fails, it is made anew, and the others forget everything.
  async #tell(topic: string, id: string): Promise<void> {
    const isTold = await this.#ask(NOTIFY, [this.channel, JSON.stringify([topic, id])])
    if (!isTold && !this.#isOwing) this.#log.warn('could not notify other nodes of a change; trying again')
    this.#isOwing ||= !isTold
  }

  // One query after the other. Returns whether there was an answer: without one, the connection is as good as ended.
  #ask(sql: string, values: string[] = []): Promise<boolean> {
    this.#latest = this.#latest.then(async () => {
      const client = this.#client
      if (client === undefined) return false
      try {
        await client.query(sql, values)
        return true
      } catch {
        if (this.#client === client) this.#client = undefined
        void client.end()
        return false
      }
    })
    return this.#latest
  }

  // What a newer node says and this one does not understand may be about anything.
  #receive(payload: string | undefined): void {
    const { topic, id } = readNotification(payload)
    if (topic === undefined || !this.#handlers.has(topic)) this.#forgetAll()
    else void this.#dispatch(topic, id)
  }

  async #dispatch(topic: string, id: string | undefined): Promise<void> {
    await Promise.all((this.#handlers.get(topic) ?? []).map((handler) => this.#handle(topic, handler, id)))
  }

  async #handle(topic: string, handler: InvalidationHandler, id: string | undefined): Promise<void> {
    try {
      await handler(id)
    } catch (err) {
      if (this.#closed) return
      this.#log.warn({ err, topic }, 'could not read a change; trying again')
      const failed = this.#failed.get(topic) ?? new Set()
      this.#failed.set(topic, failed.add(handler))
      if (failed.size === 1) setTimeout(() => this.#retry(topic), RETRY_MS).unref()
    }
  }

  #retry(topic: string): void {
    const failed = this.#failed.get(topic)
    this.#failed.delete(topic)
    if (!this.#closed) for (const handler of failed ?? []) void this.#handle(topic, handler, undefined)
  }

  #reconnect(): void {
    if (this.#closed || this.#timer !== undefined) return
    this.#log.warn('lost the connection that carries cache invalidations; connecting again')
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.listen().then(
        () => this.#forgetAll(),
        () => this.#reconnect(),
      )
    }, RECONNECT_MS)
  }

  #forgetAll(): void {
    for (const topic of this.#handlers.keys()) void this.#dispatch(topic, undefined)
  }
}

// Of a message in another form, what is left out is not understood.
function readNotification(payload: string | undefined): { topic?: string; id?: string } {
  try {
    const [topic, id, ...more] = JSON.parse(payload ?? '')
    if (typeof topic !== 'string') return {}
    return typeof id === 'string' && more.length === 0 ? { topic, id } : { topic }
  } catch {
    return {}
  }
}
