// The pool of the data plane. Each project goes to the same few connections, and connections are replaced once they have
// served many projects: PostgreSQL keeps 50 to 200 KB for every project that a backend has touched.
import type pg from 'pg'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { DataConnection } from '#platform/db/connections/data-connection.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { tooBusy, tooMany } from '#platform/fairness/refusals.ts'
import { type ProjectTenant, type Tenant, tenantOf } from '#platform/fairness/tenants.ts'
import { TurnQueue } from '#platform/fairness/turn-queue.ts'
import { Holders, holdsAccount, type ProjectHolder } from './holders.ts'
import { ranksOf } from './ranks.ts'
import { emptySlot, type Slot, served, sharesOf, takes } from './slots.ts'
import { SlowAccounts } from './slow-accounts.ts'

/** AffinityPoolOptions bounds a pool. */
export interface AffinityPoolOptions {
  readonly size: number
  /** depth is how many packets may be in flight on one connection; they are answered in turn. */
  readonly depth: number
  /** maxProjects is how many projects all connections may have served, each counting its own, before one is replaced. */
  readonly maxProjects: number
  /** maxWaiting is how many requests of one project may wait for a connection; further ones are refused with 429. */
  readonly maxWaiting: number
  /** waitMs is how long a request may wait before it is refused with 503. */
  readonly waitMs: number
  /** slowMs is how many milliseconds a packet may take before its account counts as slow; a second unless given. */
  readonly slowMs?: number
}

interface Waiting {
  readonly tenant: Tenant
  readonly cost: number
  readonly timer: NodeJS.Timeout
  readonly resolve: (taken: Taken) => void
  readonly reject: (error: Error) => void
}

// A place on a connection, and who has it.
interface Taken {
  readonly slot: Slot
  readonly holder: ProjectHolder
  readonly isSlow: boolean
}

// A packet takes a fraction of a millisecond. Nobody is sent behind one that has taken longer, if that can be helped, and
// in no case behind one that holds the connection up.
const SLOW_MS = 5
const HELD_UP_MS = 50
const SLOW_ACCOUNT_MS = 1000
// A project that meets a connection for the first time costs it half a millisecond, and memory for good: a packet that is slow,
// but does not hold the connection up, is waited for rather than the fourth choice taken.
const NEAR = 3
// Orders of connections that are remembered: finding one out takes some microseconds.
const MAX_ORDERS = 20_000
// All projects together, since each request that waits has a body.
const MAX_WAITING = 10_000
const WHAT = 'requests'

/** AffinityPool lends connections by project. */
export class AffinityPool {
  readonly #config: () => pg.ClientConfig
  readonly #options: AffinityPoolOptions
  readonly #slots: Slot[]
  readonly #queue = new TurnQueue<Waiting>()
  readonly #holders: Holders
  readonly #slowAccounts = new SlowAccounts()
  readonly #orders = recentlyUsed<readonly number[]>(MAX_ORDERS)
  /**
   * most is how many connections a project may hold at first, once it is known to be prompt, one account, and all slow
   * accounts together.
   */
  readonly #most: Readonly<Record<'first' | 'project' | 'account' | 'slow', number>>
  #closed = false
  #generation = 0

  constructor(config: () => pg.ClientConfig, options: AffinityPoolOptions) {
    this.#config = config
    this.#options = options
    this.#most = sharesOf(options.size)
    this.#holders = new Holders(this.#most.first)
    this.#slots = Array.from({ length: options.size }, emptySlot)
  }

  /** waiting is how many requests wait for a connection. */
  get waiting(): number {
    return this.#queue.size
  }

  /** open is how many connections there are. */
  get open(): number {
    return this.#slots.filter((slot) => slot.connection?.alive).length
  }

  /** share lends a connection for one packet, which others may send theirs beside. */
  share<T>(project: ProjectTenant, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    return this.#use(tenantOf(project), 1, work)
  }

  /** alone lends a connection that nobody else uses meanwhile: for a transaction of more than one packet. */
  alone<T>(project: ProjectTenant, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    return this.#use(tenantOf(project), this.#options.depth, work)
  }

  /** renew replaces every connection as soon as nobody uses it; until then it takes nobody new. */
  renew(): void {
    this.#generation += 1
    for (const slot of this.#slots) if (slot.used === 0) this.#retire(slot)
  }

  /** close ends every connection; those in use are ended when they come back. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { timer, reject } of this.#queue.drain()) {
      clearTimeout(timer)
      reject(new AppError('unavailable'))
    }
    await Promise.all(this.#slots.filter((slot) => slot.used === 0).map((slot) => slot.connection?.end()))
  }

  async #use<T>(tenant: Tenant, cost: number, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    const taken = this.#claim(tenant, cost) ?? (await this.#wait(tenant, cost))
    try {
      const connection = await this.#connection(taken.slot)
      connection.projects.add(tenant.project)
      return await work(connection)
    } finally {
      this.#giveBack(taken, cost)
    }
  }

  #claim(tenant: Tenant, cost: number): Taken | undefined {
    if (this.#closed) throw new AppError('unavailable')
    const holder = this.#holders.of(tenant)
    const slot = this.#choose(holder, cost)
    if (slot === undefined) return undefined
    // Those who wait come first, unless it is for connections that they may not have.
    if (this.#queue.size > 0 && this.#next(slot, performance.now()) !== undefined) return undefined
    return this.#take(slot, holder, cost)
  }

  // The project's first choice is fixed by its id. It spreads over the next ones in its order by as many packets as
  // it has in flight itself, not by what others have: making a connection acquainted with a project costs more than
  // waiting behind a packet or two. Only where none of these has room, or all are slow, does it go further.
  #choose(holder: ProjectHolder, cost: number): Slot | undefined {
    const own = 1 + (holder.busy >> 1)
    const now = performance.now()
    let best: Slot | undefined
    let slow: Slot | undefined
    for (const [step, place] of this.#orderOf(holder).entries()) {
      if (step >= own && (step < NEAR ? best : (best ?? slow)) !== undefined) break
      const slot = this.#slots[place] as Slot
      if (!this.#hasRoom(slot, cost) || !this.#admits(slot, holder, now)) continue
      if (takes(slot, now) > SLOW_MS) {
        if (takes(slot, now) <= HELD_UP_MS) slow ??= slot
        continue
      }
      if (best === undefined || slot.used < best.used) best = slot
    }
    return best ?? slow
  }

  #orderOf({ key, account }: ProjectHolder): readonly number[] {
    const known = this.#orders.get(key)
    if (known !== undefined) return known
    const order = ranksOf(key, account.key, this.#options.size, this.#most.account)
    this.#orders.set(key, order)
    return order
  }

  // What is slow is only seen when it has a connection already. A project that holds some up leaves as many to others as
  // it has, and so does one of which nothing is known, idle ones; who is answered promptly gets more, but never all.
  #admits(slot: Slot, holder: ProjectHolder, now: number): boolean {
    if (!this.#isApart(slot, holder, now)) return false
    if (slot.holders.includes(holder)) return true
    const { account, slots, window } = holder
    if (account.slots >= this.#most.account && !holdsAccount(slot, holder)) return false
    if (slots === 0) return true
    if (slots >= Math.min(window, this.#most.project)) return false
    const known = window > this.#most.first
    let others = 0
    let slow = false
    for (const other of this.#slots) {
      const own = other.holders.includes(holder)
      if (takes(other, now) > HELD_UP_MS) slow ||= own
      else if (!own && (known || other.used === 0)) others += 1
    }
    return (known && !slow) || others > slots
  }

  // Slow accounts have some connections at most, and nobody else is sent behind them. With one connection there is no
  // choice.
  #isApart(slot: Slot, holder: ProjectHolder, now: number): boolean {
    if (this.#slots.length === 1) return true
    if (!this.#isSlow(holder, now)) return slot.slow === 0
    return slot.slow > 0 || this.#slots.filter(({ slow }) => slow > 0).length < this.#most.slow
  }

  #isSlow({ account }: ProjectHolder, now: number): boolean {
    return this.#slowAccounts.has(account.key, now)
  }

  #hasRoom(slot: Slot, cost: number): boolean {
    return slot.used + cost <= this.#options.depth && !this.#drains(slot)
  }

  #take(slot: Slot, holder: ProjectHolder, cost: number): Taken {
    const now = performance.now()
    const isSlow = this.#isSlow(holder, now)
    if (slot.used === 0) slot.progress = now
    slot.used += cost
    if (isSlow) slot.slow += 1
    this.#holders.take(slot, holder)
    return { slot, holder, isSlow }
  }

  #wait(tenant: Tenant, cost: number): Promise<Taken> {
    const { maxWaiting, waitMs } = this.#options
    if (this.#queue.sizeOf(tenant) >= maxWaiting) throw tooMany(WHAT)
    if (this.#queue.size >= MAX_WAITING) throw tooBusy(WHAT)
    return new Promise((resolve, reject) => {
      const leave = () => {
        if (this.#queue.delete(tenant, waiting)) reject(tooBusy(WHAT))
      }
      const waiting: Waiting = { tenant, cost, timer: setTimeout(leave, waitMs), resolve, reject }
      this.#queue.add(tenant, waiting)
    })
  }

  #connection(slot: Slot): DataConnection | Promise<DataConnection> {
    if (slot.connecting !== undefined) return slot.connecting
    if (slot.connection?.alive) return slot.connection
    slot.generation = this.#generation
    slot.connecting = DataConnection.connect(this.#config())
      .then((fresh) => {
        slot.connection = fresh
        slot.progress = performance.now()
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
    return this.#isOld(slot) || this.#isWorn(slot, 1.25 * this.#options.maxProjects)
  }

  // One is replaced, which makes room, and never one that has served less than its share.
  #isWorn(slot: Slot, most: number): boolean {
    if (served(slot) < most / this.#options.size) return false
    return this.#slots.reduce((sum, other) => sum + served(other), 0) >= most
  }

  #isOld(slot: Slot): boolean {
    return slot.generation < this.#generation
  }

  #retire(slot: Slot): void {
    if (!this.#closed && !this.#isOld(slot) && !this.#isWorn(slot, this.#options.maxProjects)) return
    void slot.connection?.end()
    slot.connection = undefined
  }

  #giveBack({ slot, holder, isSlow }: Taken, cost: number): void {
    const now = performance.now()
    holder.window = takes(slot, now) > HELD_UP_MS ? this.#most.first : holder.window + 1
    if (takes(slot, now) > (this.#options.slowMs ?? SLOW_ACCOUNT_MS))
      this.#slowAccounts.add(holder.account.key, now)
    slot.used -= cost
    if (isSlow) slot.slow -= 1
    slot.progress = now
    this.#holders.giveBack(slot, holder)
    if (slot.used === 0) this.#retire(slot)
    if (this.#queue.size === 0) return
    this.#serve(slot, now)
    // Who may have more connections than before finds them among those that nobody uses.
    for (const other of this.#slots) if (other.used === 0 && this.#queue.size > 0) this.#serve(other, now)
  }

  // A caller that needs a connection alone is not overtaken by those who share: the connection drains for it.
  #serve(slot: Slot, now: number): void {
    for (;;) {
      const next = this.#next(slot, now)
      if (next === undefined || !this.#hasRoom(slot, next.cost)) return
      clearTimeout(next.timer)
      this.#queue.take(next.tenant, next)
      next.resolve(this.#take(slot, this.#holders.of(next.tenant), next.cost))
    }
  }

  #next(slot: Slot, now: number): Waiting | undefined {
    return this.#queue.next(({ tenant }) => this.#admits(slot, this.#holders.of(tenant), now))
  }
}
