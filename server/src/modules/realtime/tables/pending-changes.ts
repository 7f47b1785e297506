// Changes of a table that wait for delivery. The bytes that wait are bounded for each project.
import type { Change } from '#platform/changes/feed/change-feed.ts'
import type { Shares } from '#platform/fairness/shares.ts'

// What is checked and delivered at a time.
const CHUNK = 200
const CHUNK_BYTES = 4 * 1024 * 1024
// Beyond this, subscribers are sent away to resume.
const MAX_CHANGES = 20_000

/** PendingChanges is the queue of one topic. */
export class PendingChanges {
  readonly #shares: Shares
  readonly #projectId: string
  #changes: Change[] = []
  #bytes = 0

  constructor(shares: Shares, projectId: string) {
    this.#shares = shares
    this.#projectId = projectId
  }

  get size(): number {
    return this.#changes.length
  }

  /** add appends changes, or returns false if too many wait. */
  add(changes: readonly Change[]): boolean {
    const bytes = changes.reduce((sum, { size }) => sum + size, 0)
    if (this.size + changes.length > MAX_CHANGES) return false
    if (this.#shares.take(this.#projectId, bytes) !== undefined) return false
    this.#bytes += bytes
    this.#changes.push(...changes)
    return true
  }

  /** take removes the next chunk and returns it. */
  take(): Change[] {
    let [count, bytes] = [0, 0]
    for (const { size } of this.#changes) {
      if (count === CHUNK || (count > 0 && bytes + size > CHUNK_BYTES)) break
      count += 1
      bytes += size
    }
    this.#release(bytes)
    return this.#changes.splice(0, count)
  }

  clear(): void {
    this.#release(this.#bytes)
    this.#changes = []
  }

  #release(bytes: number): void {
    this.#bytes -= bytes
    this.#shares.give(this.#projectId, bytes)
  }
}
