// A bounded number of places that tenants share fairly: the tenant that has had least of them is served next, and nobody waits
// for longer than a limit. Every queue that projects share is one of these.
import type { AppError } from '#platform/errors/app-error.ts'
import { tooBusy, tooMany } from './refusals.ts'
import type { Tenant } from './tenants.ts'

/** FairGateOptions bound a gate. */
export interface FairGateOptions {
  /** places is how much work runs at a time. */
  readonly places: number
  /** perProject and perAccount are how many places one of them may hold; all but one unless said here. */
  readonly perProject?: number
  readonly perAccount?: number
  /** waiting is how many callers of one project may wait; further ones are refused with 429. */
  readonly waiting: number
  /** waitMs is how long a caller may wait before it is refused with 503. */
  readonly waitMs: number
  /** what is waited for, as refusals name it: "Too many <what> of this project are running." */
  readonly what: string
}

/** FairGateFigures is the state of a gate as /metrics reports it. */
export interface FairGateFigures {
  readonly running: number
  readonly waiting: number
  /** refused counts the callers that did not get a place. */
  readonly refused: number
}

interface Waiter {
  readonly enter: () => void
  readonly timer: NodeJS.Timeout
}

// How many places an account or project holds, and how many milliseconds of them it owes to those that wait beside it.
interface Share {
  held: number
  owed: number
}

interface ProjectShare extends Share {
  readonly waiters: Set<Waiter>
}

interface AccountShare extends Share {
  readonly projects: Map<string, ProjectShare>
}

/**
 * FairGate runs work in a bounded number of places. Places go by deficit round robin, first between accounts and then
 * between the projects of one, where the cost is the time for which a place was held.
 */
export class FairGate {
  readonly #options: Required<FairGateOptions>
  readonly #accounts = new Map<string, AccountShare>()
  #running = 0
  #waiting = 0
  #refused = 0

  constructor(options: FairGateOptions) {
    const most = Math.max(1, options.places - 1)
    this.#options = { perProject: most, perAccount: most, ...options }
  }

  /** places is how much work runs at a time. */
  get places(): number {
    return this.#options.places
  }

  get figures(): FairGateFigures {
    return { running: this.#running, waiting: this.#waiting, refused: this.#refused }
  }

  /**
   * run does the work as soon as the tenant has a place for it. It throws 429 where too many callers of the project wait
   * already, and 503 where no place became free in time.
   */
  async run<T>(tenant: Tenant, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(tenant)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** enter takes a place as `run` does, and returns a function that frees it; calling that again does nothing. */
  async enter(tenant: Tenant): Promise<() => void> {
    const account = this.#account(tenant.account)
    const project = projectOf(account, tenant.project)
    if (this.#waiting === 0 && this.#admits(account) && this.#fits(project)) this.#take(account, project)
    else await this.#wait(account, project, tenant)
    const since = performance.now()
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      this.#release(account, project, performance.now() - since)
      this.#forget(tenant, account, project)
    }
  }

  #account(id: string): AccountShare {
    const known = this.#accounts.get(id)
    if (known !== undefined) return known
    const fresh = { held: 0, owed: 0, projects: new Map<string, ProjectShare>() }
    this.#accounts.set(id, fresh)
    return fresh
  }

  #admits(account: AccountShare): boolean {
    return this.#running < this.#options.places && account.held < this.#options.perAccount
  }

  #fits(project: ProjectShare): boolean {
    return project.held < this.#options.perProject
  }

  #take(account: AccountShare, project: ProjectShare): void {
    this.#running += 1
    account.held += 1
    project.held += 1
  }

  async #wait(account: AccountShare, project: ProjectShare, tenant: Tenant): Promise<void> {
    const { waiting, waitMs, what } = this.#options
    if (project.waiters.size >= waiting) {
      this.#forget(tenant, account, project)
      throw this.#count(tooMany(what))
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      project.waiters.delete(waiter)
      this.#waiting -= 1
      this.#forget(tenant, account, project)
      reject(this.#count(tooBusy(what)))
    }
    const waiter: Waiter = { enter: resolve, timer: setTimeout(leave, waitMs) }
    project.waiters.add(waiter)
    this.#waiting += 1
    // Others may wait for places that are not theirs to have.
    this.#serve()
    await promise
  }

  #count(refusal: AppError): AppError {
    this.#refused += 1
    return refusal
  }

  #release(account: AccountShare, project: ProjectShare, heldMs: number): void {
    this.#running -= 1
    for (const share of [account, project]) {
      share.held -= 1
      share.owed += heldMs
    }
    this.#serve()
  }

  #serve(): void {
    while (this.#running < this.#options.places) {
      const account = next(this.#accounts, (share) => this.#admits(share) && this.#hasWaiter(share))
      if (account === undefined) return
      const project = next(account.projects, (share) => share.waiters.size > 0 && this.#fits(share))
      const [waiter] = project?.waiters ?? []
      if (project === undefined || waiter === undefined) return
      clearTimeout(waiter.timer)
      project.waiters.delete(waiter)
      this.#waiting -= 1
      this.#take(account, project)
      waiter.enter()
    }
  }

  #hasWaiter(account: AccountShare): boolean {
    for (const project of account.projects.values())
      if (project.waiters.size > 0 && this.#fits(project)) return true
    return false
  }

  // What is owed is owed to those that wait at the same time: a tenant that was idle starts anew.
  #forget(tenant: Tenant, account: AccountShare, project: ProjectShare): void {
    if (project.held === 0 && project.waiters.size === 0) account.projects.delete(tenant.project)
    if (account.held === 0 && account.projects.size === 0) this.#accounts.delete(tenant.account)
  }
}

function projectOf(account: AccountShare, id: string): ProjectShare {
  const known = account.projects.get(id)
  if (known !== undefined) return known
  const fresh = { held: 0, owed: 0, waiters: new Set<Waiter>() }
  account.projects.set(id, fresh)
  return fresh
}

// The one that owes least, and of those that owe the same the one whose turn is longest ago. All others are forgiven as
// much as it owed, so that debts never grow without end.
function next<S extends Share>(shares: Map<string, S>, waits: (share: S) => boolean): S | undefined {
  let best: [string, S] | undefined
  const candidates: S[] = []
  for (const [id, share] of shares) {
    if (!waits(share)) continue
    candidates.push(share)
    if (best === undefined || share.owed < best[1].owed) best = [id, share]
  }
  if (best === undefined) return undefined
  const [id, chosen] = best
  const paid = chosen.owed
  for (const share of candidates) share.owed -= paid
  shares.delete(id)
  shares.set(id, chosen)
  return chosen
}
