// Sends what is due, on each node: claims deliveries in turns of projects and webhooks, sends them at the same time, and
// stores what came of them in batches. A claim that is not finished in time is taken over by any node. It looks when it is
// woken, and when the next delivery is due.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import * as queue from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import {
  type AttemptResult,
  MAX_PARALLEL,
} from '#modules/automation/webhook-deliveries/queue/results.store.ts'
import { storeResults } from '#modules/automation/webhook-deliveries/queue/store-results.ts'
import { wakeDispatchers } from '#modules/automation/webhook-deliveries/queue/wake.ts'
import { transaction } from '#platform/db/transaction.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import { Loop } from '#platform/work/loop.ts'
import { type Senders, sendDelivery } from './attempt.ts'
import { Flights, type Share } from './flights.ts'
import { Prefetch, type ReadyDelivery } from './prefetch.ts'
import type { Targets } from './targets.ts'

// A claim is renewed for as long as its node is well; where that has died, any node takes over.
const LEASE_MS = 20_000
const RENEW_MS = 5000
// How often it looks while it holds claims, which are renewed or released then.
const HELD_MS = 2000
// The least time between two looks, so that what arrives meanwhile is stored and claimed together.
const BUSY_MS = 20
// While enough is prefetched.
const PREFETCHED_MS = 50
// When what is due is tried again that other nodes are at.
const CONTENDED_MS = 200
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
  readonly #prefetch = new Prefetch()
  readonly flights = new Flights(this.#prefetch, () => this.wake())
  readonly #options: DispatcherOptions
  readonly #aborting = new AbortController()
  readonly #loop: Loop
  readonly #claims = new Map<string, ReadyDelivery>()
  #results: AttemptResult[] = []
  #renewAt = 0
  #retry: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: DispatcherOptions) {
    const { clock, log, quiet } = options.platform
    this.#options = options
    this.#loop = new Loop({
      ...{ clock, log, quiet },
      what: 'work on webhook deliveries',
      apartMs: () => (this.#prefetch.size > 0 ? PREFETCHED_MS : BUSY_MS),
      run: () => this.#work(),
    })
  }

  /** wake looks for deliveries that are due. */
  wake(): void {
    this.#loop.wake()
  }

  /** forget has what is prefetched claimed anew: of one project, or all. */
  async forget(projectId: string | undefined): Promise<void> {
    await this.#release(this.#prefetch.dropAll(projectId))
    this.wake()
  }

  /** close waits some seconds for requests that are under way; the others are sent again by any node. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#loop.close()
    clearTimeout(this.#retry)
    await this.forget(undefined)
    const late = setTimeout(() => this.#aborting.abort(new Error('the server is stopping')), STOP_MS)
    await this.flights.settled()
    clearTimeout(late)
    await this.#store().catch((error) => this.#report(error))
    await this.#options.pool.end()
  }

  // Returns when to look again.
  async #work(): Promise<Date | undefined> {
    await this.#store()
    await this.#release(this.#prefetch.dropStale())
    if (performance.now() >= this.#renewAt) await this.#renew()
    const next = await this.#claim()
    if (this.#claims.size === 0) return next
    const held = this.#options.platform.clock.now().getTime() + HELD_MS
    return new Date(Math.min(next?.getTime() ?? held, held))
  }

  // Returns when the next claim may succeed, if that is known: what is due and has no place here is claimed when one is free.
  async #claim(): Promise<Date | undefined> {
    const { platform, pool } = this.#options
    const { clock } = platform
    clearTimeout(this.#retry)
    mark('webhook deliveries')
    const busy = this.flights.busy()
    if (busy === undefined) return undefined
    const now = clock.now()
    // Beyond their quota, deliveries of a project wait in its queues.
    const waiting = platform.quotas.projectsBeyond('webhook_attempts')
    const left = { ...busy, projects: [...busy.projects, ...waiting] }
    const listed = await queue.listDue(pool, now, left, MAX_PARALLEL, QUEUES_AT_ONCE)
    const due = listed.filter(({ project_id: id }) => !platform.quotas.find(id, ['webhook_attempts']))
    const shares = this.flights.share(due)
    if (shares.length === 0) return due.length < listed.length ? now : queue.nextDue(pool, now)
    const claim = randomUUID()
    const until = new Date(now.getTime() + LEASE_MS)
    const held = this.#countHeld()
    const claims = shares.map((share) => ({ ...share, held: held.get(share.webhookId) ?? 0 }))
    const found = await transaction(pool, (db) =>
      queue.claimDeliveries(db, claims, { now, until, claim, bytes: CLAIM_BYTES }),
    )
    if (found.length === 0) {
      this.#retry = setTimeout(() => this.wake(), CONTENDED_MS)
      return queue.nextDue(pool, now)
    }
    await this.#send(found, claim, shares)
    // There may be more, for those that are not full.
    return now
  }

  #countHeld(): Map<string, number> {
    const held = new Map<string, number>()
    for (const { webhook_id } of this.#claims.values()) held.set(webhook_id, (held.get(webhook_id) ?? 0) + 1)
    return held
  }

  async #send(
    deliveries: readonly queue.ClaimedDelivery[],
    claim: string,
    shares: readonly Share[],
  ): Promise<void> {
    const { pool, targets } = this.#options
    const claimedAt = performance.now()
    const byWebhook = Map.groupBy(deliveries, ({ webhook_id }) => webhook_id)
    const found = await targets.find(pool, [...byWebhook.keys()])
    for (const { webhookId, limit, parallel } of shares) {
      const target = found.get(webhookId)
      // Of a webhook that was deleted a moment ago.
      if (target === undefined) continue
      for (const claimed of byWebhook.get(webhookId) ?? []) {
        const delivery = { ...claimed, claim, claimedAt, target, parallel }
        this.#claims.set(delivery.id, delivery)
        this.#prefetch.add(delivery)
      }
      while (this.flights.runningOf(webhookId) < limit && this.#start(webhookId));
    }
  }

  // Sends the next delivery of a webhook, and others after it in the same place. Returns false where none waits.
  #start(webhookId: string): boolean {
    const delivery = this.#closed ? undefined : this.#prefetch.take(webhookId)
    if (delivery === undefined) return false
    this.flights.run(delivery, delivery.parallel, async () => {
      await this.#attempt(delivery)
      this.#start(webhookId)
    })
    return true
  }

  async #attempt(delivery: ReadyDelivery): Promise<void> {
    const { signal } = this.#aborting
    const { webhook_id, target } = delivery
    try {
      const result = await sendDelivery(this.#options, delivery, target, { signal })
      this.#prefetch.measure(webhook_id, result.record.duration_ms)
      this.#finish(result)
      if (result.strained || result.gone) await this.#release(this.#prefetch.drop(webhook_id))
    } catch (error) {
      if (!signal.aborted) this.#report(error as Error)
      await this.#release([delivery])
    }
  }

  #finish(result: AttemptResult): void {
    this.sent[result.status] += 1
    this.#results.push(result)
  }

  async #release(deliveries: readonly ReadyDelivery[]): Promise<void> {
    if (deliveries.length === 0) return
    const { platform, pool } = this.#options
    for (const { id } of deliveries) this.#claims.delete(id)
    await transaction(pool, async (db) => {
      await queue.releaseClaims(db, deliveries, platform.clock.now())
      wakeDispatchers(platform, db)
    }).catch((error) => this.#report(error))
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
      await transaction(pool, async (db) => {
        await storeResults(platform, db, some)
        // This node does not claim any more what becomes due with them.
        if (this.#closed) wakeDispatchers(platform, db)
      })
      this.#results = this.#results.slice(some.length)
      for (const { id } of some) {
        const claim = this.#claims.get(id)
        if (claim !== undefined) platform.usage.of(claim.project_id).webhook_attempts += 1
        this.#claims.delete(id)
      }
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
