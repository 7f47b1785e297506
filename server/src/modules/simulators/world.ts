// What is true in the simulated world: every prompt, payment and session, what the payers did, and the callbacks that say
// so. The simulated providers are two ways to speak with it.
import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock/clock.ts'
import { type Behaviour, behaviour, createRandom, type Fault } from './faults.ts'

/** Action is what a payer does. */
export type Action = 'approve' | 'decline' | 'wrong_pin' | 'no_funds' | 'ignore'

/** Order is something to pay, as the simulated world knows it. */
export interface Order {
  readonly id: string
  readonly provider: 'provider_a' | 'provider_b'
  readonly kind: 'stk_push' | 'direct' | 'session'
  readonly phone: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly account_reference: string
  readonly callback_url: string
  readonly metadata: unknown
  readonly redirect_url: string | undefined
  readonly created_at: Date
  readonly expires_at: Date
  /** sibling is the second reference: the MerchantRequestID, or the payment of a session. */
  readonly sibling: string
  status: 'pending' | 'paid' | 'declined' | 'wrong_pin' | 'no_funds' | 'expired' | 'cancelled'
  paid: number
  receipt: string | undefined
  finished_at: Date | undefined
  /** taken_back is whether the provider has voided what was paid. */
  taken_back?: boolean
}

/** Callback is what a provider sends. */
export interface Callback {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Deliver sends a callback and returns whether it was accepted. */
export type Deliver = (callback: Callback) => Promise<boolean>

/** KeptOrders are orders that outlive the program. */
export interface KeptOrders {
  /** read returns them as they were last. */
  read(): Order[]
  /** note keeps what has become of an order. */
  note(order: Order): void
  /** close settles when everything is written. */
  close(): Promise<void>
}

const MAX_ORDERS = 50_000

/** World is the state of the simulators. */
export class World {
  readonly clock: Clock
  readonly orders = new Map<string, Order>()
  behaviour: Behaviour = behaviour.parse({})
  readonly #deliver: Deliver
  readonly #file: KeptOrders | undefined
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #finished: ((order: Order) => void)[] = []
  #random = createRandom(1)

  /** `file` keeps orders; without one they are forgotten with the program. */
  constructor(clock: Clock, deliver: Deliver, file?: KeptOrders) {
    this.clock = clock
    this.#deliver = deliver
    this.#file = file
    for (const order of file?.read() ?? []) this.#hold(order)
  }

  /** behave changes how the simulators behave. */
  behave(next: Behaviour): void {
    this.behaviour = next
    if (next.seed !== undefined) this.#random = createRandom(next.seed)
  }

  /** onFinish registers who tells of the outcome of orders. */
  onFinish(listener: (order: Order) => void): void {
    this.#finished.push(listener)
  }

  /** happens draws whether a fault happens now. */
  happens(fault: Fault): boolean {
    const chance = this.behaviour[fault]
    return chance > 0 && this.#random() < chance
  }

  /** draw returns a number between 0 and 1. */
  draw(): number {
    return this.#random()
  }

  /** reference makes a reference that nobody can guess. */
  reference(prefix: string): string {
    return prefix + randomBytes(9).toString('hex')
  }

  /** add begins an order; payers who act by themselves do so a little later. */
  add(order: Omit<Order, 'status' | 'paid' | 'receipt' | 'finished_at' | 'created_at'>): Order {
    const made: Order = {
      ...order,
      created_at: this.clock.now(),
      status: 'pending',
      paid: 0,
      receipt: undefined,
      finished_at: undefined,
    }
    this.#hold(made)
    this.#file?.note(made)
    const { payers } = this.behaviour
    if (payers !== undefined && order.kind !== 'session')
      this.later(payers.delay_ms, () => this.act(made.id, this.#choose(payers)))
    return made
  }

  /** find returns an order, which may have expired meanwhile. */
  find(id: string): Order | undefined {
    const order = this.orders.get(id)
    if (order?.status === 'pending' && order.expires_at <= this.clock.now()) this.#finish(order, 'expired')
    return order
  }

  /** pending returns what waits for payers. */
  pending(): Order[] {
    return [...this.orders.keys()]
      .map((id) => this.find(id))
      .filter((order) => order?.status === 'pending') as Order[]
  }

  /** act does what a payer does with an order; false if there is nothing to do any more. */
  act(id: string, action: Action): boolean {
    const order = this.find(id)
    if (order?.status !== 'pending') return false
    if (action === 'ignore') return true
    // Who leaves the checkout page ends the session: there is no prompt to decline.
    if (action === 'decline' && order.kind === 'session') return this.cancel(id)
    if (action !== 'approve') {
      this.#finish(
        order,
        ({ decline: 'declined', wrong_pin: 'wrong_pin', no_funds: 'no_funds' } as const)[action],
      )
      return true
    }
    order.paid = this.happens('wrong_amount') ? Math.max(1, order.amount - 1) : order.amount
    if (this.happens('part_amount')) order.paid -= 0.5
    // As the providers' own, receipts have letters and digits: statements name them among words and numbers.
    order.receipt = `QF1${randomBytes(5).toString('hex').toUpperCase()}`
    this.#finish(order, 'paid')
    return true
  }

  /** cancel ends an order on behalf of the shop. */
  cancel(id: string): boolean {
    const order = this.find(id)
    if (order?.status !== 'pending') return false
    this.#finish(order, 'cancelled')
    return true
  }

  /** send delivers a callback with all that can go wrong with it; `retries` are the pauses before further attempts. */
  send(callback: Callback, retries: readonly number[] = []): void {
    if (this.happens('drop_callback')) return
    const wait = this.happens('delay_callback') ? this.behaviour.delay_ms : 0
    const copies = this.happens('duplicate_callback') ? 2 : 1
    for (let copy = 0; copy < copies; copy++) this.#attempt(callback, wait, retries)
  }

  /** later runs something, unless the simulators are closed before. */
  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    this.#timers.add(timer)
  }

  /** close ends everything that was to happen later. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    await this.#file?.close()
  }

  #attempt(callback: Callback, wait: number, retries: readonly number[]): void {
    this.later(wait, () => {
      void this.#deliver(callback).then(
        (accepted) => {
          const [next, ...rest] = retries
          if (!accepted && next !== undefined) this.#attempt(callback, next * this.behaviour.retry_ms, rest)
        },
        () => {},
      )
    })
  }

  #choose(payers: NonNullable<Behaviour['payers']>): Action {
    let point = this.#random()
    for (const action of ['approve', 'decline', 'wrong_pin', 'no_funds'] as const) {
      point -= payers[action]
      if (point < 0) return action
    }
    return 'ignore'
  }

  #hold(order: Order): void {
    const oldest = this.orders.keys().next().value
    if (this.orders.size >= MAX_ORDERS && oldest !== undefined) this.orders.delete(oldest)
    this.orders.set(order.id, order)
    if (order.status !== 'pending') return
    const left = order.expires_at.getTime() - this.clock.now().getTime()
    this.later(Math.max(0, left), () => void this.find(order.id))
  }

  #finish(order: Order, status: Exclude<Order['status'], 'pending'>): void {
    order.status = status
    order.finished_at = this.clock.now()
    this.#file?.note(order)
    for (const listener of this.#finished) listener(order)
  }
}
