// The pool of the data plane. Each project goes to the same few connections, and a connection that has served
// many projects is replaced: PostgreSQL keeps about 200 KB for every project a backend has touched.
import type pg from 'pg'
import { AppError } from '#platform/errors/app-error.ts'
import { DataConnection } from './data-connection.ts'
import { perseveringly } from './login.ts'

/** AffinityPoolOptions bounds a pool. */
export interface AffinityPoolOptions {
  readonly size: number
  /** depth is how many packets may be in flight on one connection; they are answered in turn. */
  readonly depth: number
  /** maxProjects is how many projects one connection may serve before it is replaced. */
  readonly maxProjects: number
  /** maxWaiting is how many requests may wait for a connection before further ones are refused with 503. */
  readonly maxWaiting: number
  /** restore gives the role that logs in its password back, where code of its own may have changed it. */
  readonly restore?: () => Promise<void>
}

interface Slot {
  connection: DataConnection | undefined
  connecting: Promise<DataConnection> | undefined
  /** used counts the packets in flight; `depth` of them where one user has the connection alone. */
  used: number
  /** progress is when it last took a packet while idle, or finished one, in milliseconds. */
  progress: number
  /** generation is that of the pool when the connection was opened. */
  generation: number
}

interface Waiting {
  readonly key: string
  readonly cost: number
  readonly resolve: (slot: Slot) => void
  readonly reject: (error: Error) => void
}

// A packet takes a fraction of a millisecond. Nobody is sent behind one that has taken longer, if that can be helped.
const SLOW_MS = 5

/** AffinityPool lends connections by project. */
export class AffinityPool {
  readonly #config: () => pg.ClientConfig
  readonly #options: AffinityPoolOptions
  readonly #slots: Slot[]
  readonly #queue: Waiting[] = []
  /** busy is how many packets of a project are in flight. */
  readonly #busy = new Map<string, number>()
  #closed = false
  #generation = 0

  constructor(config: () => pg.ClientConfig, options: AffinityPoolOptions) {
    this.#config = config
    this.#options = options
    this.#slots = Array.from({ length: options.size }, () => ({
      connection: undefined,
      connecting: undefined,
      used: 0,
      progress: 0,
      generation: 0,
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

  /** share lends a connection for one packet, which others may send theirs beside. */
  share<T>(key: string, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    return this.#use(key, 1, work)
  }

  /** alone lends a connection that nobody else uses meanwhile: for a transaction of more than one packet. */
  alone<T>(key: string, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    return this.#use(key, this.#options.depth, work)
  }

  /** renew replaces every connection as soon as nobody uses it; until then it takes nobody new. */
  renew(): void {
    this.#generation += 1
    for (const slot of this.#slots) if (slot.used === 0) this.#retire(slot)
  }

  /** close ends every connection; those in use are ended when they come back. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#queue.splice(0)) waiting.reject(new AppError('unavailable'))
    await Promise.all(this.#slots.filter((slot) => slot.used === 0).map((slot) => slot.connection?.end()))
  }

  async #use<T>(key: string, cost: number, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    const slot = this.#claim(key, cost) ?? (await this.#wait(key, cost))
    this.#count(key, cost)
    try {
      const connection = await this.#connection(slot)
      connection.projects.add(key)
      return await work(connection)
    } finally {
      this.#count(key, -cost)
      this.#giveBack(slot, cost)
    }
  }

  #count(key: string, cost: number): void {
    const busy = (this.#busy.get(key) ?? 0) + cost
    if (busy === 0) this.#busy.delete(key)
    else this.#busy.set(key, busy)
  }

  #claim(key: string, cost: number): Slot | undefined {
    if (this.#closed) throw new AppError('unavailable')
    if (this.#queue.length > 0) return undefined
    const slot = this.#choose(key, cost)
    if (slot !== undefined) this.#take(slot, cost)
    return slot
  }

  // The project's first choice is fixed by its id. It spreads over the next ones in the circle by as many packets as
  // it has in flight itself, not by what others have: making a connection acquainted with a project costs more than
  // waiting behind a packet or two. Only where none of these has room, or all are held up, does it go further.
  #choose(key: string, cost: number): Slot | undefined {
    const { size } = this.#options
    const first = hash(key) % size
    const own = Math.min(size, 1 + ((this.#busy.get(key) ?? 0) >> 1))
    const now = performance.now()
    let best: Slot | undefined
    for (let step = 0; step < size && (step < own || best === undefined); step++) {
      const slot = this.#slots[(first + step) % size] as Slot
      if (!this.#hasRoom(slot, cost) || this.#isHeldUp(slot, now)) continue
      if (best === undefined || slot.used < best.used) best = slot
    }
    return best ?? this.#slots.find((slot) => this.#hasRoom(slot, cost))
  }

  #hasRoom(slot: Slot, cost: number): boolean {
    return slot.used + cost <= this.#options.depth && !this.#drains(slot)
  }

  #isHeldUp(slot: Slot, now: number): boolean {
    return slot.used > 0 && now - slot.progress > SLOW_MS
  }

  #take(slot: Slot, cost: number): void {
    if (slot.used === 0) slot.progress = performance.now()
    slot.used += cost
  }

  #wait(key: string, cost: number): Promise<Slot> {
    if (this.#queue.length >= this.#options.maxWaiting) throw new AppError('unavailable')
    return new Promise((resolve, reject) => this.#queue.push({ key, cost, resolve, reject }))
  }

  #connection(slot: Slot): DataConnection | Promise<DataConnection> {
    if (slot.connecting !== undefined) return slot.connecting
    if (slot.connection?.alive) return slot.connection
    slot.generation = this.#generation
    slot.connecting = perseveringly(() => DataConnection.connect(this.#config()), this.#options.restore)
      .then((fresh) => {
        slot.connection = fresh
        return fresh
      })
      .finally(() => {
        slot.connecting = undefined
      })
    return slot.connecting
  }

  // A connection that has served many projects is replaced when nobody uses it. Under steady load that moment would
  // never come: a quarter beyond the limit, it takes nobody new until it is free.
  #drains(slot: Slot): boolean {
    if (slot.used === 0) return false
    return this.#isOld(slot) || (slot.connection?.projects.size ?? 0) >= this.#options.maxProjects * 1.25
  }

  #isOld(slot: Slot): boolean {
    return slot.generation < this.#generation
  }

  #retire(slot: Slot): void {
    const worn = (slot.connection?.projects.size ?? 0) >= this.#options.maxProjects
    if (!this.#closed && !worn && !this.#isOld(slot)) return
    void slot.connection?.end()
    slot.connection = undefined
  }

  // The queue is served in its order: whoever wants a connection alone is not passed by those who share.
  #giveBack(slot: Slot, cost: number): void {
    slot.used -= cost
    slot.progress = performance.now()
    if (slot.used === 0) this.#retire(slot)
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (!this.#hasRoom(slot, next.cost)) return
      this.#queue.shift()
      this.#take(slot, next.cost)
      next.resolve(slot)
    }
  }
}

// FNV-1a: spreads ids evenly and costs nothing.
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
