// The memory that the result of one call holds, from its first large message until it is on its way to the client.
import type { MemoryBudget, Reservation } from '#platform/fairness/memory-budget.ts'
import { type ProjectTenant, tenantOf } from '#platform/fairness/tenants.ts'

/** ResultMemory counts what a result holds: as a class, since most results hold nothing that is counted. */
export class ResultMemory {
  readonly #budget: MemoryBudget
  readonly #project: ProjectTenant
  readonly #refusable: boolean
  #held: Reservation[] | undefined

  constructor(budget: MemoryBudget, project: ProjectTenant, refusable: boolean) {
    this.#budget = budget
    this.#project = project
    this.#refusable = refusable
  }

  /** meter counts bytes. It throws 429 or 503 where the result may be refused, and the budget has no room. */
  readonly meter = (bytes: number): void => {
    this.#held ??= []
    const tenant = tenantOf(this.#project)
    this.#held.push(this.#refusable ? this.#budget.reserve(tenant, bytes) : this.#budget.hold(tenant, bytes))
  }

  /** release returns it to the budget; before anything else can happen, the response is counted by its sender (request-memory.ts). */
  release(): void {
    for (const reservation of this.#held ?? []) reservation.release()
  }
}
