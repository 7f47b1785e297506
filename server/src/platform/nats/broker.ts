// The connection to NATS, which is opened and reopened in the background.
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '#platform/log/log.ts'

const RETRY_MS = 1000
const RECONNECT_MS = 250
// A dead connection is detected after two of them.
const PING_MS = 3000

/** Broker keeps one connection to NATS open. */
export class Broker {
  readonly #urls: readonly string[]
  readonly #log: Log
  readonly #end = new AbortController()
  readonly #opening: Promise<void>
  readonly #onReconnect: (() => void)[] = []
  #connection: NatsConnection | undefined
  #isConnected = false

  constructor(urls: readonly string[], log: Log) {
    this.#urls = urls
    this.#log = log
    this.#opening = this.#open()
  }

  /** connection returns the connection. Throws if there has been none yet. */
  get connection(): NatsConnection {
    if (this.#connection === undefined) throw new Error('NATS has not been reached yet')
    return this.#connection
  }

  /** live is the connection while it is connected. */
  get live(): NatsConnection | undefined {
    return this.#isConnected ? this.#connection : undefined
  }

  /** opened settles when there is a connection for the first time, or never will be. */
  get opened(): Promise<void> {
    return this.#opening
  }

  /** onReconnect calls the handler after each reconnect. */
  onReconnect(handler: () => void): void {
    this.#onReconnect.push(handler)
  }

  async close(): Promise<void> {
    this.#end.abort()
    await this.#opening
    this.#isConnected = false
    await this.#connection?.close()
  }

  async #open(): Promise<void> {
    const { signal } = this.#end
    for (let isLogged = false; !signal.aborted; isLogged = true) {
      try {
        const connection = await connect(optionsOf(this.#urls))
        this.#connection = connection
        this.#isConnected = true
        this.#log.info({ server: connection.getServer() }, 'connected to NATS')
        void this.#watch(connection)
        return
      } catch (error) {
        if (!isLogged) this.#log.warn({ err: (error as Error).message }, 'cannot reach NATS; trying again')
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        this.#isConnected = false
        this.#log.warn('lost the connection to NATS; connecting again')
      }
      if (type !== 'reconnect') continue
      this.#isConnected = true
      this.#log.info('connected to NATS again')
      for (const handler of this.#onReconnect) handler()
    }
  }
}

// Credentials are part of the URL, as with PostgreSQL; the library takes them separately.
function optionsOf(urls: readonly string[]) {
  const servers = urls.map((url) => new URL(url))
  const [first] = servers
  const [user, pass] = [first?.username ?? '', first?.password ?? ''].map(decodeURIComponent)
  const credentials = user === '' ? {} : pass === '' ? { token: user } : { user, pass }
  return {
    servers: servers.map(({ protocol, host }) => `${protocol}//${host}`),
    ...credentials,
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    name: 'msingi',
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: PING_MS,
  }
}
