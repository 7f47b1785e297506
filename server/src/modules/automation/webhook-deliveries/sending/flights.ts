// What a node is sending at the moment, and whom it has room for.

import type {
  Busy,
  ClaimedDelivery,
  DueQueue,
} from '#modules/automation/webhook-deliveries/queue/queue.store.ts'
import { MAX_PARALLEL } from '#modules/automation/webhook-deliveries/queue/results.store.ts'
import type { Prefetch } from './prefetch.ts'

// Webhooks that fail or are slow have half of all places at most, so that they never take those of the others.
const PLACES = { all: 256, degraded: 128, ofProject: 64 } as const
const MAX_BYTES = 64 * 1024 * 1024

interface Count {
  readonly projectId: string
  running: number
  parallel: number
}

/** Share is what a webhook gets of this node's free places. */
export interface Share {
  readonly webhookId: string
  readonly parallel: number
  /** limit is how many of its deliveries may be under way. */
  readonly limit: number
  /** most is how many deliveries to claim: those for free places, and those that are prefetched. */
  readonly most: number
}

/** Flights counts the deliveries that are under way on this node. */
export class Flights {
  readonly #running = new Set<Promise<void>>()
  readonly #webhooks = new Map<string, Count>()
  readonly #projects = new Map<string, number>()
  readonly #prefetch: Prefetch
  readonly #onFree: () => void
  #bytes = 0

  /** `onFree` is called whenever a place has become free. */
  constructor(prefetch: Prefetch, onFree: () => void) {
    this.#prefetch = prefetch
    this.#onFree = onFree
  }

  /** count is how many deliveries are under way. */
  get count(): number {
    return this.#running.size
  }

  /** busy returns for whom there is no room; undefined where there is none for anybody. */
  busy(): Busy | undefined {
    if (this.#running.size >= PLACES.all || this.#bytes >= MAX_BYTES) return undefined
    const webhooks = [...this.#webhooks].filter(
      ([id, { running, parallel, projectId }]) =>
        running >= parallel && (parallel < MAX_PARALLEL || this.#prefetch.room(id, projectId) === 0),
    )
    const projects = [...this.#projects].filter(([, running]) => running >= PLACES.ofProject)
    return {
      webhooks: webhooks.map(([id]) => id),
      projects: projects.map(([id]) => id),
      degraded: this.#degraded() >= PLACES.degraded,
    }
  }

  /** share divides the free places between queues. */
  share(due: readonly DueQueue[]): Share[] {
    const places = PLACES.all - this.#running.size
    const each = Math.ceil(places / Math.max(1, due.length))
    const given = new Map<string, number>()
    const shares: Share[] = []
    let left = places
    let degraded = PLACES.degraded - this.#degraded()
    for (const { webhook_id, project_id, parallel } of due) {
      const running = this.#webhooks.get(webhook_id)?.running ?? 0
      const ofProject = (this.#projects.get(project_id) ?? 0) + (given.get(project_id) ?? 0)
      const rest = parallel < MAX_PARALLEL ? Math.min(left, degraded) : left
      const free = Math.max(0, Math.min(each, rest, parallel - running, PLACES.ofProject - ofProject))
      const ahead = parallel < MAX_PARALLEL ? 0 : this.#prefetch.room(webhook_id, project_id)
      if (free + ahead === 0 || running + free === 0) continue
      given.set(project_id, (given.get(project_id) ?? 0) + free)
      left -= free
      if (parallel < MAX_PARALLEL) degraded -= free
      this.#note(webhook_id, parallel)
      shares.push({ webhookId: webhook_id, parallel, limit: running + free, most: free + ahead })
    }
    return shares
  }

  /** run counts a delivery until `work` has ended. It must not throw. */
  run(delivery: ClaimedDelivery, parallel: number, work: () => Promise<void>): void {
    const { webhook_id, project_id, bytes } = delivery
    this.#add(webhook_id, project_id, 1)
    this.#note(webhook_id, parallel)
    this.#bytes += bytes
    const running = work().finally(() => {
      this.#running.delete(running)
      this.#add(webhook_id, project_id, -1)
      this.#bytes -= bytes
      this.#onFree()
    })
    this.#running.add(running)
  }

  /** runningOf returns how many deliveries of a webhook are under way. */
  runningOf(webhookId: string): number {
    return this.#webhooks.get(webhookId)?.running ?? 0
  }

  /** settled settles when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  #degraded(): number {
    let sum = 0
    for (const { running, parallel } of this.#webhooks.values()) if (parallel < MAX_PARALLEL) sum += running
    return sum
  }

  #note(webhookId: string, parallel: number): void {
    const known = this.#webhooks.get(webhookId)
    if (known !== undefined) known.parallel = parallel
  }

  #add(webhookId: string, projectId: string, change: 1 | -1): void {
    const count = this.#webhooks.get(webhookId) ?? { projectId, running: 0, parallel: MAX_PARALLEL }
    count.running += change
    if (count.running > 0) this.#webhooks.set(webhookId, count)
    else this.#webhooks.delete(webhookId)
    const ofProject = (this.#projects.get(projectId) ?? 0) + change
    if (ofProject > 0) this.#projects.set(projectId, ofProject)
    else this.#projects.delete(projectId)
  }
}
