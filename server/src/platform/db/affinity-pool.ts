// The pool of the data plane. Each project goes to the same few connections, and a connection that has served
// many projects is replaced: PostgreSQL keeps about 200 KB for every project a backend has touched.
import type pg from 'pg'
import { AppError } from '#platform/errors/app-error.ts'
import { DataConnection } from './data-connection.ts'

/** AffinityPoolOptions bounds a pool. */
export interface AffinityPoolOptions {
  readonly size: number
  /** maxProjects is how many projects one connection may serve before it is replaced. */
  readonly maxProjects: number
  /** maxWaiting is how many requests may wait for a connection before further ones are refused with 503. */
  readonly maxWaiting: number
}

interface Waiting {
  readonly key: string
  readonly resolve: (slot: Slot) => void
  readonly reject: (error: Error) => void
}

interface Slot {
  readonly index: number
  connection: DataConnection | undefined
  busy: boolean
}

/** AffinityPool lends connections by project. */
export class AffinityPool {
  readonly #config: () => pg.ClientConfig
  readonly #options: AffinityPoolOptions
  readonly #slots: Slot[]
  readonly #queue: Waiting[] = []
  #closed = false

  constructor(config: () => pg.ClientConfig, options: AffinityPoolOptions) {
    this.#config = config
    this.#options = options
    this.#slots = Array.from({ length: options.size }, (_, index) => ({
      index,
      connection: undefined,
      busy: false,
    }))
  }

  /** waiting is how many requests wait for a connection. */
  get waiting(): number {
    return this.#queue.length
  }

  /** open is how many connections there are. */
  get open(): number {
    return this.#slots.filter((slot) => slot.connection?.alive).length
  }

  /** use lends a connection to `work` and takes it back, whatever happens. */
  async use<T>(key: string, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    const slot = await this.#acquire(key)
    try {
      return await work(await this.#connected(slot, key))
    } finally {
      this.#release(slot)
    }
  }

  /** close ends every connection; those in use are ended when they come back. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#queue.splice(0)) waiting.reject(new AppError('unavailable'))
    await Promise.all(this.#slots.filter((slot) => !slot.busy).map((slot) => slot.connection?.end()))
  }

  #acquire(key: string): Promise<Slot> | Slot {
    if (this.#closed) throw new AppError('unavailable')
    const slot = this.#idle(key)
    if (slot !== undefined) {
      slot.busy = true
      return slot
    }
    if (this.#queue.length >= this.#options.maxWaiting) throw new AppError('unavailable')
    return new Promise((resolve, reject) => this.#queue.push({ key, resolve, reject }))
  }

  // The project's first choice is fixed by its id; under load the next ones in the circle help out.
  #idle(key: string): Slot | undefined {
    const { size } = this.#options
    const first = hash(key) % size
    for (let step = 0; step < size; step++) {
      const slot = this.#slots[(first + step) % size] as Slot
      if (!slot.busy) return slot
    }
    return undefined
  }

  async #connected(slot: Slot, key: string): Promise<DataConnection> {
    const { connection } = slot
    const worn =
      connection !== undefined &&
      connection.projects.size >= this.#options.maxProjects &&
      !connection.projects.has(key)
    if (connection?.alive && !worn) {
      connection.projects.add(key)
      return connection
    }
    void connection?.end()
    slot.connection = undefined
    const fresh = await DataConnection.connect(this.#config())
    slot.connection = fresh
    fresh.projects.add(key)
    return fresh
  }

  #release(slot: Slot): void {
    const next = this.#queue.shift()
    if (next === undefined) slot.busy = false
    else next.resolve(slot)
    if (this.#closed && next === undefined) void slot.connection?.end()
  }
}

// FNV-1a: spreads ids evenly and costs nothing.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
