// A bounded amount of something that tenants hold for as long as they like: connections, or bytes of memory. What is
// held cannot be taken back, so nobody may have more than is still free for all others.

/** ShareLimits bound the amount. */
export interface ShareLimits {
  /** total is how much there is for all tenants. */
  readonly total: number
  /** each is how much one of them may hold, however much is free. */
  readonly each: number
}

/** Refusal says whose limit was reached: the tenant's own, or what is left of the total. */
export type Refusal = 'each' | 'total'

/**
 * Shares counts what tenants hold. One may take more while it holds less than what is free, so that one alone has half
 * of the total at most, two a third each, and there is always something left for the next to come.
 */
export class Shares {
  readonly #limits: ShareLimits
  readonly #held = new Map<string, number>()
  #used = 0

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  /** used is how much all tenants hold. */
  get used(): number {
    return this.#used
  }

  /** heldBy returns how much a tenant holds. */
  heldBy(tenant: string): number {
    return this.#held.get(tenant) ?? 0
  }

  /** take counts an amount that a tenant holds, or returns whose limit was reached. */
  take(tenant: string, amount: number): Refusal | undefined {
    const held = this.heldBy(tenant) + amount
    if (held > this.#limits.each) return 'each'
    if (held > this.#limits.total - this.#used) return 'total'
    this.#held.set(tenant, held)
    this.#used += amount
    return undefined
  }

  /** give takes an amount back from what the tenant holds. */
  give(tenant: string, amount: number): void {
    const held = this.heldBy(tenant) - amount
    if (held > 0) this.#held.set(tenant, held)
    else this.#held.delete(tenant)
    this.#used -= amount
  }
}
