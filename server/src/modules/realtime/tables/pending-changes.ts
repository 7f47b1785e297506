// Changes of a table that wait until it is decided who may hear of them. Those of a project are bounded in bytes.
import type { Change } from '#platform/changes/feed/change-feed.ts'
import type { Shares } from '#platform/fairness/shares.ts'

// Between two questions to PostgreSQL at most so much is put into one.
const CHUNK = 200
const CHUNK_BYTES = 4 * 1024 * 1024
// Beyond it, listeners are better off beginning anew.
const MOST = 20_000

/** PendingChanges is the queue of one table. */
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

  /** add puts changes at the end, or returns false where too many wait. */
  add(changes: readonly Change[]): boolean {
    const bytes = changes.reduce((sum, { size }) => sum + size, 0)
    if (this.size + changes.length > MOST) return false
    if (this.#shares.take(this.#projectId, bytes) !== undefined) return false
    this.#bytes += bytes
    this.#changes.push(...changes)
    return true
  }

  /** take removes as many as are decided together, and returns them. */
  take(): Change[] {
    let [count, bytes] = [0, 0]
    for (const { size } of this.#changes) {
      if (count === CHUNK || (count > 0 && bytes + size > CHUNK_BYTES)) break
      count += 1
      bytes += size
    }
    this.#give(bytes)
    return this.#changes.splice(0, count)
  }

  /** clear drops all. */
  clear(): void {
    this.#give(this.#bytes)
    this.#changes = []
  }

  #give(bytes: number): void {
    this.#bytes -= bytes
    this.#shares.give(this.#projectId, bytes)
  }
}
