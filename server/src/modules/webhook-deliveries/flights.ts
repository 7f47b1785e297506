// What a node is sending at the moment, and whom it has room for.
import type { Busy, Claim, ClaimedDelivery, DueQueue } from './queue.store.ts'
import { MAX_PARALLEL } from './results.store.ts'

// Webhooks that fail or are slow have half of all places at most, so that they never take those of the others.
const PLACES = { all: 256, degraded: 128, ofProject: 64 } as const
const MAX_BYTES = 64 * 1024 * 1024

interface Count {
  running: number
  parallel: number
}

/** Flights counts the deliveries that are under way on this node. */
export class Flights {
  readonly #running = new Set<Promise<void>>()
  readonly #webhooks = new Map<string, Count>()
  readonly #projects = new Map<string, number>()
  #bytes = 0

  /** count is how many deliveries are under way. */
  get count(): number {
    return this.#running.size
  }

  /** busy returns for whom there is no room; undefined where there is none for anybody. */
  busy(): Busy | undefined {
    if (this.#running.size >= PLACES.all || this.#bytes >= MAX_BYTES) return undefined
    const webhooks = [...this.#webhooks].filter(([, { running, parallel }]) => running >= parallel)
    const projects = [...this.#projects].filter(([, running]) => running >= PLACES.ofProject)
    return {
      webhooks: webhooks.map(([id]) => id),
      projects: projects.map(([id]) => id),
      degraded: this.#degraded() >= PLACES.degraded,
    }
  }

  /** share divides the free places between queues. */
  share(due: readonly DueQueue[]): Claim[] {
    const free = PLACES.all - this.#running.size
    const each = Math.ceil(free / Math.max(1, due.length))
    const given = new Map<string, number>()
    const claims: Claim[] = []
    let left = free
    let degraded = PLACES.degraded - this.#degraded()
    for (const { webhook_id, project_id, parallel } of due) {
      const running = this.#webhooks.get(webhook_id)?.running ?? 0
      const ofProject = (this.#projects.get(project_id) ?? 0) + (given.get(project_id) ?? 0)
      const rest = parallel < MAX_PARALLEL ? Math.min(left, degraded) : left
      const most = Math.min(each, rest, parallel - running, PLACES.ofProject - ofProject)
      if (most <= 0) continue
      given.set(project_id, (given.get(project_id) ?? 0) + most)
      left -= most
      if (parallel < MAX_PARALLEL) degraded -= most
      this.#note(webhook_id, parallel)
      claims.push({ webhookId: webhook_id, most, parallel })
    }
    return claims
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
    })
    this.#running.add(running)
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
    const count = this.#webhooks.get(webhookId) ?? { running: 0, parallel: MAX_PARALLEL }
    count.running += change
    if (count.running > 0) this.#webhooks.set(webhookId, count)
    else this.#webhooks.delete(webhookId)
    const ofProject = (this.#projects.get(projectId) ?? 0) + change
    if (ofProject > 0) this.#projects.set(projectId, ofProject)
    else this.#projects.delete(projectId)
  }
}
