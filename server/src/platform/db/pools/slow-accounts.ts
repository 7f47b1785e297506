// Accounts whose statements took long. What is slow is only seen while it runs, and then it holds a connection already: who
// was slow is likely to be so again.

const REMEMBERED_MS = 60_000
const MAX_ACCOUNTS = 10_000

/** SlowAccounts remembers accounts for a minute. */
export class SlowAccounts {
  // In the order in which they are forgotten.
  readonly #until = new Map<string, number>()

  /** add remembers an account from now on. */
  add(account: string, now: number): void {
    this.#until.delete(account)
    const [oldest] = this.#until.keys()
    if (oldest !== undefined && this.#until.size >= MAX_ACCOUNTS) this.#until.delete(oldest)
    this.#until.set(account, now + REMEMBERED_MS)
  }

  /** has reports whether an account is remembered. */
  has(account: string, now: number): boolean {
    const until = this.#until.get(account)
    if (until === undefined) return false
    if (until > now) return true
    this.#until.delete(account)
    return false
  }
}
