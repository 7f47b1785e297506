// Sends what is due, on each node: claims deliveries in turns of projects and webhooks, sends them at the same time, and
// stores what came of them in batches. A claim that is not finished in time is taken over by any node.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { transaction } from '#platform/db/transaction.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import { type Senders, sendDelivery } from './attempt.ts'
import { Flights } from './flights.ts'
import * as queue from './queue.store.ts'
import { type AttemptResult, MAX_PARALLEL } from './results.store.ts'
import { storeResults } from './store-results.ts'
import type { Targets } from './targets.ts'

// A claim is renewed for as long as its node is well; where that has died, any node takes over.
const LEASE_MS = 20_000
const RENEW_MS = 5000
const BUSY_MS = 20
const POLL_MS = 200
const QUEUES_AT_ONCE = 20
const CLAIM_BYTES = 4 * 1024 * 1024
const STORE = { results: 200, bytes: 1024 * 1024 }
const STOP_MS = 5000

/** DispatcherOptions are what a dispatcher works with. */
export interface DispatcherOptions extends Senders {
  /** pool has connections of the dispatcher alone. */
  readonly pool: pg.Pool
  readonly targets: Targets
}

/** Dispatcher sends deliveries until it is closed. */
export class Dispatcher {
  /** sent counts attempts on this node by what became of their deliveries. */
  readonly sent = { delivered: 0, pending: 0, failed: 0 }
  readonly flights = new Flights()
  readonly #options: DispatcherOptions
  readonly #aborting = new AbortController()
  readonly #running: Promise<void>
  readonly #claims = new Map<string, queue.ClaimName>()
  #results: AttemptResult[] = []
  #renewAt = 0
  #claimAt = 0
  #closed = false
  #wake = () => {}

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** close waits some seconds for requests that are under way; the others are sent again by any node. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wake()
    await this.#running
    const late = setTimeout(() => this.#aborting.abort(new Error('the server is stopping')), STOP_MS)
    await this.flights.settled()
    clearTimeout(late)
    await this.#store().catch((error) => this.#report(error))
    await this.#options.pool.end()
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      const began = performance.now()
      try {
        await this.#store()
        if (performance.now() >= this.#renewAt) await this.#renew()
        if (performance.now() >= this.#claimAt) await this.#claim()
      } catch (error) {
        if (!this.#closed) this.#report(error as Error)
        await sleep(POLL_MS)
      }
      await this.#pause(began)
    }
  }

  // Not more often than every BUSY_MS, so that what arrives meanwhile is stored and claimed together.
  async #pause(began: number): Promise<void> {
    const rest = Math.max(BUSY_MS - (performance.now() - began), 1)
    await sleep(rest)
    const idle = this.#claimAt - performance.now()
    if (this.#closed || this.#results.length > 0 || idle <= 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idle)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #claim(): Promise<void> {
    const { platform, pool } = this.#options
    const { clock } = platform
    this.#claimAt = performance.now() + POLL_MS
    mark('webhook deliveries')
    const busy = this.flights.busy()
    if (busy === undefined) return
    const due = await queue.listDue(pool, clock.now(), busy, MAX_PARALLEL, QUEUES_AT_ONCE)
    const claims = this.flights.share(due)
    if (claims.length === 0) return
    const now = clock.now()
    const claim = randomUUID()
    const until = new Date(now.getTime() + LEASE_MS)
    const found = await transaction(pool, (db) =>
      queue.claimDeliveries(db, claims, { now, until, claim, bytes: CLAIM_BYTES }),
    )
    if (found.length === 0) return
    // There may be more, for those that are not full.
    this.#claimAt = 0
    const parallel = new Map(claims.map((one) => [one.webhookId, one.parallel]))
    await this.#send(
      found.map((delivery) => ({ ...delivery, claim })),
      parallel,
    )
  }

  async #send(
    deliveries: readonly (queue.ClaimedDelivery & { readonly claim: string })[],
    parallel: ReadonlyMap<string, number>,
  ): Promise<void> {
    const { pool, targets } = this.#options
    const found = await targets.find(pool, [...new Set(deliveries.map(({ webhook_id }) => webhook_id))])
    const { signal } = this.#aborting
    for (const delivery of deliveries) {
      const target = found.get(delivery.webhook_id)
      // Of a webhook that was deleted a moment ago.
      if (target === undefined) continue
      this.#claims.set(delivery.id, delivery)
      this.flights.run(delivery, parallel.get(delivery.webhook_id) ?? 1, async () => {
        try {
          this.#finish(await sendDelivery(this.#options, delivery, target, { signal }))
        } catch (error) {
          if (!signal.aborted) this.#report(error as Error)
          await this.#release(delivery)
        }
      })
    }
  }

  #finish(result: AttemptResult): void {
    this.sent[result.status] += 1
    this.#results.push(result)
    this.#claimAt = 0
    this.#wake()
  }

  async #release(delivery: queue.ClaimedDelivery & { readonly claim: string }): Promise<void> {
    const { platform, pool } = this.#options
    this.#claims.delete(delivery.id)
    await transaction(pool, (db) => queue.releaseClaims(db, [delivery], platform.clock.now())).catch(
      (error) => this.#report(error),
    )
  }

  async #renew(): Promise<void> {
    const { platform, pool } = this.#options
    this.#renewAt = performance.now() + RENEW_MS
    if (this.#claims.size === 0) return
    const until = new Date(platform.clock.now().getTime() + LEASE_MS)
    await queue.renewClaims(pool, [...this.#claims.values()], until)
  }

  // What cannot be stored is tried again, until another node takes it over.
  async #store(): Promise<void> {
    const { platform, pool } = this.#options
    while (this.#results.length > 0) {
      const some = takeSome(this.#results)
      await transaction(pool, (db) => storeResults(platform, db, some))
      this.#results = this.#results.slice(some.length)
      for (const { id } of some) this.#claims.delete(id)
    }
  }

  #report(error: Error): void {
    this.#options.platform.log.warn(
      { err: error.message },
      'could not work on webhook deliveries; trying again',
    )
  }
}

function takeSome(results: readonly AttemptResult[]): AttemptResult[] {
  const some: AttemptResult[] = []
  let bytes = 0
  for (const result of results) {
    if (some.length === STORE.results || bytes > STORE.bytes) break
    some.push(result)
    bytes += result.record.response_body?.length ?? 0
  }
  return some
}
