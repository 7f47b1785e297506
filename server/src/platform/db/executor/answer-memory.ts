// The memory that the answer to one call holds, from its first large message until it is on its way to the client.
import type { MemoryBudget, Reservation } from '#platform/fairness/memory-budget.ts'
import { type ProjectTenant, tenantOf } from '#platform/fairness/tenants.ts'

/** AnswerMemory counts what an answer holds: as a class, since most answers hold nothing that is counted. */
export class AnswerMemory {
  readonly #budget: MemoryBudget
  readonly #project: ProjectTenant
  readonly #refusable: boolean
  #held: Reservation[] | undefined

  constructor(budget: MemoryBudget, project: ProjectTenant, refusable: boolean) {
    this.#budget = budget
    this.#project = project
    this.#refusable = refusable
  }

  /** meter counts bytes. It throws 429 or 503 where the answer may be refused, and the budget has no room. */
  readonly meter = (bytes: number): void => {
    this.#held ??= []
    const tenant = tenantOf(this.#project)
    this.#held.push(this.#refusable ? this.#budget.reserve(tenant, bytes) : this.#budget.hold(tenant, bytes))
  }

  /** release gives it back; before anything else can happen, the answer is counted by its sender (request-memory.ts). */
  release(): void {
    for (const reservation of this.#held ?? []) reservation.release()
  }
}
