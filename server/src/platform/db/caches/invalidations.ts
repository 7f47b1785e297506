// Invalidation of caches: what one node changes, every node forgets. And wake-ups: what one node leaves to be done in the
// background, every node looks for. NOTIFY is used for these messages only, never on the path of data writes, where it would
// serialise commits.
import pg from 'pg'
import type { MasterKey } from '#platform/crypto/keys.ts'
import type { Log } from '#platform/log/log.ts'

const RECONNECT_MS = 1000
// A connection can die without a word, as behind a firewall that forgets it: it is asked now and then.
const ASKED: Asked = { everyMs: 30_000, answerMs: 10_000 }

interface Asked {
  readonly everyMs: number
  readonly answerMs: number
}

/** InvalidationHandler forgets. Where it has more to do, it returns a promise, which must not reject. */
export type InvalidationHandler = (id: string | undefined) => unknown

/** Invalidations notifies the caches of all nodes. */
export class Invalidations {
  /** channel is what this installation notifies on. Its name is a secret: with it, anybody could empty all caches. */
  readonly channel: string
  readonly #config: () => pg.ClientConfig
  readonly #log: Log
  readonly #asked: Asked
  readonly #handlers = new Map<string, InvalidationHandler[]>()
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #asking: NodeJS.Timeout | undefined
  #closed = false

  constructor(config: () => pg.ClientConfig, keys: MasterKey, log: Log, asked = ASKED) {
    this.#config = config
    this.channel = `msingi_${keys.derive('invalidations').toString('hex').slice(0, 32)}`
    this.#log = log
    this.#asked = asked
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
    await this.notify(topic, id, database)
    await handled
  }

  /** notify tells all nodes, this one too, once what `database` does is committed. */
  async notify(
    topic: string,
    id: string,
    database: { query(sql: string, values: string[]): Promise<unknown> },
  ): Promise<void> {
    await database.query('select pg_notify($1, $2)', [this.channel, JSON.stringify([topic, id])])
  }

  /** listen connects; after a broken connection everything is forgotten, since notifications may have been missed. */
  async listen(): Promise<void> {
    const { everyMs, answerMs } = this.#asked
    const client = new pg.Client({
      ...this.#config(),
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    })
    this.#client = client
    client.on('notification', ({ payload }) => {
      const notification = readNotification(payload)
      if (notification !== undefined) void this.#dispatch(...notification)
    })
    client.on('error', () => {})
    client.on('end', () => this.#reconnect())
    await client.connect()
    await client.query(`listen ${this.channel}`)
    clearInterval(this.#asking)
    this.#asking = setInterval(() => void this.#ask(client), everyMs)
    this.#asking.unref()
  }

  /** close stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    clearInterval(this.#asking)
    await this.#client?.end().catch(() => {})
  }

  // Without an answer, the connection is as good as ended.
  async #ask(client: pg.Client): Promise<void> {
    await client.query('select').catch(() => client.end())
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
