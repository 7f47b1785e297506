// How many changes of one project are passed on: a burst at once, and then so many a second. What goes beyond is not
// read, so that nobody waits for it, and the project's subscribers have to read their rows again.

/** FloodLimits bound what is passed on of one project. */
export interface FloodLimits {
  readonly rows: number
  readonly bytes: number
  /** seconds is after how much time the whole of it may come again. */
  readonly seconds: number
}

/** FLOOD_LIMITS is what the log of changes in memory has room for anyway. */
export const FLOOD_LIMITS: FloodLimits = { rows: 100_000, bytes: 64 * 1024 * 1024, seconds: 2 }

interface Account {
  rows: number
  bytes: number
  at: number
}

// Accounts that are whole again say nothing; they are looked for when there are so many.
const MANY_ACCOUNTS = 1000

/** FloodGuard counts what is passed on. Its clock is that of the commits, so that a replay decides alike. */
export class FloodGuard {
  readonly #limits: FloodLimits
  readonly #accounts = new Map<string, Account>()
  #sweepAt = MANY_ACCOUNTS

  constructor(limits: FloodLimits = FLOOD_LIMITS) {
    this.#limits = limits
  }

  /** begin is the commit of a transaction of a project: what it may pass on has grown since the one before. */
  begin(projectId: string, committedAt: Date): void {
    const at = committedAt.getTime()
    const account = this.#accounts.get(projectId)
    if (account === undefined) {
      this.#open(projectId, at)
      return
    }
    const share = Math.max(0, at - account.at) / (this.#limits.seconds * 1000)
    account.rows = Math.min(this.#limits.rows, account.rows + share * this.#limits.rows)
    account.bytes = Math.min(this.#limits.bytes, account.bytes + share * this.#limits.bytes)
    account.at = Math.max(at, account.at)
  }

  /** take counts one change, and returns whether it may be passed on. */
  take(projectId: string, bytes: number): boolean {
    const account = this.#accounts.get(projectId)
    if (account === undefined) return true
    if (account.rows < 1 || account.bytes < 0) return false
    account.rows -= 1
    account.bytes -= bytes
    return true
  }

  /** clear forgets all that was counted. */
  clear(): void {
    this.#accounts.clear()
  }

  #open(projectId: string, at: number): void {
    if (this.#accounts.size >= this.#sweepAt) this.#sweep(at)
    this.#accounts.set(projectId, { rows: this.#limits.rows, bytes: this.#limits.bytes, at })
  }

  #sweep(at: number): void {
    for (const [id, account] of this.#accounts)
      if (at - account.at > this.#limits.seconds * 1000) this.#accounts.delete(id)
    this.#sweepAt = Math.max(MANY_ACCOUNTS, this.#accounts.size * 2)
  }
}
