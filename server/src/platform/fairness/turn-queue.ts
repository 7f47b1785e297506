// A queue in which tenants take turns: first accounts, then the projects of one, and within a project who came first.
import type { Tenant } from './tenants.ts'

/** TurnQueue holds items of tenants. To find whose turn it is costs no more than the number of those that wait. */
export class TurnQueue<Item> {
  readonly #accounts = new Map<string, Map<string, Set<Item>>>()
  #size = 0

  /** size is how many items there are in all. */
  get size(): number {
    return this.#size
  }

  /** sizeOf is how many items one project has. */
  sizeOf({ account, project }: Tenant): number {
    return this.#accounts.get(account)?.get(project)?.size ?? 0
  }

  /** add appends an item to those of its tenant. */
  add({ account, project }: Tenant, item: Item): void {
    const projects = this.#accounts.get(account) ?? new Map<string, Set<Item>>()
    const items = projects.get(project) ?? new Set()
    this.#accounts.set(account, projects)
    projects.set(project, items)
    items.add(item)
    this.#size += 1
  }

  /** delete removes an item and says whether it was there. */
  delete({ account, project }: Tenant, item: Item): boolean {
    const projects = this.#accounts.get(account)
    const items = projects?.get(project)
    if (projects === undefined || items === undefined || !items.delete(item)) return false
    this.#size -= 1
    if (items.size === 0) projects.delete(project)
    if (projects.size === 0) this.#accounts.delete(account)
    return true
  }

  /** next returns the first item by turns that `admits` lets in; it stays in the queue. */
  next(admits: (item: Item) => boolean): Item | undefined {
    for (const projects of this.#accounts.values()) {
      for (const items of projects.values()) {
        const [first] = items
        if (first !== undefined && admits(first)) return first
      }
    }
    return undefined
  }

  /** take removes an item that `next` has returned, and puts its tenant behind all others. */
  take(tenant: Tenant, item: Item): void {
    const { account, project } = tenant
    if (!this.delete(tenant, item)) return
    const projects = this.#accounts.get(account)
    if (projects === undefined) return
    this.#accounts.delete(account)
    this.#accounts.set(account, projects)
    const items = projects.get(project)
    if (items === undefined) return
    projects.delete(project)
    projects.set(project, items)
  }

  /** drain removes and returns everything. */
  drain(): Item[] {
    const all = [...this.#accounts.values()].flatMap((projects) =>
      [...projects.values()].flatMap((items) => [...items]),
    )
    this.#accounts.clear()
    this.#size = 0
    return all
  }
}
