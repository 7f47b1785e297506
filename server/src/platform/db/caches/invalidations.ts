// Invalidation of caches: what one node changes, every node forgets. NOTIFY is used for these rare messages only,
// never on the path of data writes, where it would serialise commits.
import pg from 'pg'
import type { MasterKey } from '#platform/crypto/keys.ts'
import type { Log } from '#platform/log/log.ts'

const RECONNECT_MS = 1000

/** InvalidationHandler forgets. Where it has more to do, it returns a promise, which must not reject. */
export type InvalidationHandler = (id: string | undefined) => unknown

/** Invalidations notifies the caches of all nodes. */
export class Invalidations {
  /** channel is what this installation notifies on. Its name is a secret: with it, anybody could empty all caches. */
  readonly channel: string
  readonly #config: () => pg.ClientConfig
  readonly #log: Log
  readonly #handlers = new Map<string, InvalidationHandler[]>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(config: () => pg.ClientConfig, keys: MasterKey, log: Log) {
    this.#config = config
    this.channel = `msingi_${keys.derive('invalidations').toString('hex').slice(0, 32)}`
    this.#log = log
  }

  /** on registers a cache: its handler gets the id to forget, or undefined to forget everything. */
  on(topic: string, handler: InvalidationHandler): void {
    this.#handlers.set(topic, [...(this.#handlers.get(topic) ?? []), handler])
  }

  /** publish invalidates on this node at once and notifies the others. It settles when the handlers of this node have. */
  async publish(
    topic: string,
    id: string,
    database: { query(sql: string, values: string[]): Promise<unknown> },
  ) {
    const handled = this.#dispatch(topic, id)
    await database.query('select pg_notify($1, $2)', [this.channel, JSON.stringify([topic, id])])
    await handled
  }

  /** listen connects; after a broken connection everything is forgotten, since notifications may have been missed. */
  async listen(): Promise<void> {
    const client = new pg.Client(this.#config())
    this.#client = client
    client.on('notification', ({ payload }) => {
      const notification = readNotification(payload)
      if (notification !== undefined) void this.#dispatch(...notification)
    })
    client.on('error', () => {})
    client.on('end', () => this.#reconnect())
    await client.connect()
    await client.query(`listen ${this.channel}`)
  }

  /** close stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => {})
  }

  #dispatch(topic: string, id: string | undefined): Promise<unknown> {
    return Promise.all((this.#handlers.get(topic) ?? []).map((handler) => handler(id)))
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

// PostgreSQL lets anyone who can log in write to a channel, in any words.
function readNotification(payload: string | undefined): [topic: string, id: string] | undefined {
  try {
    const [topic, id] = JSON.parse(payload ?? '')
    return typeof topic === 'string' && typeof id === 'string' ? [topic, id] : undefined
  } catch {
    return undefined
  }
}
