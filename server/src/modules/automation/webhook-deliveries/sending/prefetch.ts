// Deliveries that this node has claimed ahead of time, so that a quick receiver does not wait for PostgreSQL, which works in
// larger batches then. How many are prefetched follows from how quickly the receiver answers.

import type { ClaimedDelivery } from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import { MAX_PARALLEL } from '#modules/automation/webhook-deliveries/queue/results.store.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Target } from './targets.ts'

// A prefetched delivery should be under way within this time.
const WINDOW_MS = 100
const MOST = { ofWebhook: 80, ofProject: 160, all: 1000 } as const
const MAX_BYTES = 16 * 1024 * 1024
// For how long deliveries wait at most: their webhook may have been changed or disabled meanwhile.
const STALE_MS = 2000
// How much the latest request changes the average.
const WEIGHT = 0.2

/** ReadyDelivery is a delivery that this node has claimed, with all that sending it takes. */
export interface ReadyDelivery extends ClaimedDelivery {
  readonly claim: string
  /** claimedAt is when, as performance.now() has it. */
  readonly claimedAt: number
  readonly target: Target
  /** parallel is how many deliveries of its webhook may be under way. */
  readonly parallel: number
}

/** Prefetch has the deliveries that wait on this node. */
export class Prefetch {
  // By webhook, in reverse order.
  readonly #waiting = new Map<string, ReadyDelivery[]>()
  readonly #averages = recentlyUsed<number>(5000)
  readonly #now: () => number
  #size = 0
  #bytes = 0

  /** `now` returns milliseconds, as performance.now() does. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** size is how many deliveries wait. */
  get size(): number {
    return this.#size
  }

  /** measure notes how many milliseconds a request to a webhook has taken. */
  measure(webhookId: string, milliseconds: number): void {
    const average = this.#averages.get(webhookId) ?? milliseconds
    this.#averages.set(webhookId, average + WEIGHT * (milliseconds - average))
  }

  /** room returns how many more deliveries of a webhook may be prefetched; 0 while half of them are still there. */
  room(webhookId: string, projectId: string): number {
    const average = this.#averages.get(webhookId)
    if (average === undefined || this.#bytes >= MAX_BYTES) return 0
    const quick = Math.floor((MAX_PARALLEL * WINDOW_MS) / Math.max(1, average))
    const most = Math.min(MOST.ofWebhook, quick)
    const waiting = this.#waiting.get(webhookId)?.length ?? 0
    if (waiting * 2 > most) return 0
    const ofProject = MOST.ofProject - this.#countOf(projectId)
    return Math.max(0, Math.min(most - waiting, ofProject, MOST.all - this.#size))
  }

  /** add has a delivery wait behind the others of its webhook. */
  add(delivery: ReadyDelivery): void {
    const waiting = this.#waiting.get(delivery.webhook_id) ?? []
    waiting.unshift(delivery)
    this.#waiting.set(delivery.webhook_id, waiting)
    this.#size += 1
    this.#bytes += delivery.bytes
  }

  /** take removes the next delivery of a webhook. */
  take(webhookId: string): ReadyDelivery | undefined {
    const waiting = this.#waiting.get(webhookId)
    const next = waiting?.pop()
    if (next === undefined) return undefined
    if (waiting?.length === 0) this.#waiting.delete(webhookId)
    this.#size -= 1
    this.#bytes -= next.bytes
    return next
  }

  /** drop removes all deliveries of a webhook and returns them. */
  drop(webhookId: string): ReadyDelivery[] {
    const dropped: ReadyDelivery[] = []
    for (let next = this.take(webhookId); next !== undefined; next = this.take(webhookId)) dropped.push(next)
    return dropped
  }

  /** dropStale removes and returns those of webhooks whose next one has waited for too long. */
  dropStale(): ReadyDelivery[] {
    const before = this.#now() - STALE_MS
    const stale = [...this.#waiting].filter(([, waiting]) => (waiting.at(-1)?.claimedAt ?? 0) < before)
    return stale.flatMap(([id]) => this.drop(id))
  }

  /** dropAll removes and returns all, or those of one project. */
  dropAll(projectId?: string): ReadyDelivery[] {
    const chosen = [...this.#waiting].filter(
      ([, [first]]) => projectId === undefined || first?.project_id === projectId,
    )
    return chosen.flatMap(([id]) => this.drop(id))
  }

  #countOf(projectId: string): number {
    let count = 0
    for (const waiting of this.#waiting.values())
      if (waiting[0]?.project_id === projectId) count += waiting.length
    return count
  }
}
