// Who has packets in flight on the connections of a pool: how many of them each project and account holds.
import type { Tenant } from '#platform/fairness/tenants.ts'

/** Holder is a project or an account with packets in flight. */
export interface Holder {
  /** slots is how many connections have packets of it. */
  slots: number
}

/** ProjectHolder is a project with packets in flight. */
export interface ProjectHolder extends Holder {
  readonly account: AccountHolder
  readonly key: string
  /** busy is how many packets it has in flight. */
  busy: number
  /** window is how many connections it may have: it grows with each prompt answer. */
  window: number
}

interface AccountHolder extends Holder {
  readonly key: string
  projects: number
}

/** Held is a connection as its holders see it: one entry for each packet in flight, the oldest first. */
export interface Held {
  readonly holders: ProjectHolder[]
}

/** Holders knows every project that has packets in flight. */
export class Holders {
  readonly #window: number
  readonly #projects = new Map<string, ProjectHolder>()
  readonly #accounts = new Map<string, AccountHolder>()

  /** The window of a project begins at so many connections. */
  constructor(window: number) {
    this.#window = window
  }

  /** of returns a tenant's entry, which may be new: it is forgotten unless it takes something. */
  of({ project, account }: Tenant): ProjectHolder {
    return (
      this.#projects.get(project) ?? {
        key: project,
        busy: 0,
        window: this.#window,
        slots: 0,
        account: this.#accounts.get(account) ?? { key: account, slots: 0, projects: 0 },
      }
    )
  }

  /** take notes a packet on a connection. */
  take(slot: Held, holder: ProjectHolder): void {
    if (holder.busy === 0) this.#enter(holder)
    holder.busy += 1
    if (!slot.holders.includes(holder)) holder.slots += 1
    if (!holdsAccount(slot, holder)) holder.account.slots += 1
    slot.holders.push(holder)
  }

  /** giveBack notes the end of a packet. */
  giveBack(slot: Held, holder: ProjectHolder): void {
    slot.holders.splice(slot.holders.indexOf(holder), 1)
    if (!slot.holders.includes(holder)) holder.slots -= 1
    if (!holdsAccount(slot, holder)) holder.account.slots -= 1
    holder.busy -= 1
    if (holder.busy > 0) return
    this.#projects.delete(holder.key)
    holder.account.projects -= 1
    if (holder.account.projects === 0) this.#accounts.delete(holder.account.key)
  }

  #enter(holder: ProjectHolder): void {
    this.#projects.set(holder.key, holder)
    if (holder.account.projects === 0) this.#accounts.set(holder.account.key, holder.account)
    holder.account.projects += 1
  }
}

/** holdsAccount reports whether a project's account has packets on a connection. */
export function holdsAccount({ holders }: Held, { account }: ProjectHolder): boolean {
  return holders.some((holder) => holder.account === account)
}
