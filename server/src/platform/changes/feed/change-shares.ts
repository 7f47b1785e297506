// What each project's changes take up of the memory for the latest changes. Where that is full, those who hold most give
// up their oldest, so that a project that writes much shortens nobody's history but its own.
import type { Change } from './change-feed.ts'
import { Queue } from './queue.ts'

/** ChangeLogLimits bound what the log holds; the oldest changes of the project that holds most go first. */
export interface ChangeLogLimits {
  readonly changes: number
  readonly bytes: number
}

interface Share {
  readonly changes: Queue<Change>
  bytes: number
}

// Having room for a little more than is promised has the shares compared now and then only.
const SLACK = 1 / 16

/** ChangeShares keeps changes by project, in their order. */
export class ChangeShares {
  readonly #limits: ChangeLogLimits
  readonly #forget: (change: Change) => void
  readonly #shares = new Map<string, Share>()
  #count = 0
  #bytes = 0

  constructor(limits: ChangeLogLimits, forget: (change: Change) => void) {
    this.#limits = limits
    this.#forget = forget
  }

  /** add keeps a change, whatever room there is. */
  add(change: Change): void {
    let share = this.#shares.get(change.project_id)
    if (share === undefined) {
      share = { changes: new Queue<Change>(), bytes: 0 }
      this.#shares.set(change.project_id, share)
    }
    share.changes.push(change)
    share.bytes += change.size
    this.#bytes += change.size
    this.#count += 1
  }

  /** evict forgets changes where there are some more than the limits allow. */
  evict(): void {
    this.#level((share) => share.bytes, this.#bytes, this.#limits.bytes)
    this.#level((share) => share.changes.length, this.#count, this.#limits.changes)
  }

  clear(): void {
    this.#shares.clear()
    this.#count = 0
    this.#bytes = 0
  }

  // The largest shares shrink to one size; all others stay as they are.
  #level(size: (share: Share) => number, total: number, limit: number): void {
    if (total <= limit + Math.floor(limit * SLACK)) return
    let surplus = total - limit
    const sorted = [...this.#shares].sort(([, a], [, b]) => size(b) - size(a))
    const largest: [string, Share][] = []
    let sum = 0
    let level = 0
    for (const [index, entry] of sorted.entries()) {
      largest.push(entry)
      sum += size(entry[1])
      const next = sorted[index + 1]
      level = Math.max(0, (sum - surplus) / largest.length)
      if (next === undefined || size(next[1]) <= level) break
    }
    for (const [projectId, share] of largest) {
      while (surplus > 0 && size(share) > level) {
        const before = size(share)
        this.#drop(share)
        surplus -= before - size(share)
      }
      if (share.changes.length === 0) this.#shares.delete(projectId)
    }
  }

  #drop(share: Share): void {
    const oldest = share.changes.shift()
    if (oldest === undefined) return
    share.bytes -= oldest.size
    this.#bytes -= oldest.size
    this.#count -= 1
    this.#forget(oldest)
  }
}
