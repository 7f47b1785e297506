// How projects stand with the quotas of their plans, in memory: what was written down when the node last looked, and what it
// has counted since. The module of billing looks; a request costs lookups in maps.
import type { LRUCache } from 'lru-cache'
import type { Clock } from '#platform/clock/clock.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { DayCounts, Usage } from '#platform/usage/usage.ts'
import { isCounted, isLevel, METERS, type Meter } from './plan.ts'

/** Exceeded is a quota that is used up. */
export interface Exceeded {
  readonly quota: Meter
  readonly limit: number
  readonly used: number
  /** resets_at is when the period ends; null for what is stored, which falls as it is deleted. */
  readonly resets_at: Date | null
}

/** Quota is how much of a meter a project may use in a period, and how much of it was written down. */
export interface Quota {
  readonly quota: Meter
  readonly limit: number
  readonly used: number
}

/** Standing is how a project stood when its node last looked. */
export interface Standing {
  /** quotas are those that its plan limits. */
  readonly quotas: readonly Quota[]
  /** ends is when the period does, and with it what is known. */
  readonly ends: Date
  /** nodes is how many count for the project. */
  readonly nodes: number
}

interface Known {
  readonly quotas: (Quota & {
    used: number
    /** taken is what this node has counted since it looked, as far as it is on its way to the database. */
    taken: number
    /** part is how much the node counts before it looks again. */
    part: number
  })[]
  readonly period: Date
  /** until is when what is known ends: with the period, or earlier where the node could not look. */
  readonly until: Date
}

/** Look looks at a project anew, and calls `set`. */
export type Look = (projectId: string) => Promise<void>

// All nodes together go beyond a quota by at most so much: what they count between two looks.
const EXCESS_SHARE = 0.05
const EXCESS = 10
// A node that has just started is known to the others when they look next.
const RESERVE = 2
const RETRY_MS = 5000
// What is stored is measured again about as often.
const LEVEL_RETRY_SECONDS = 60
const MAX_PROJECTS = 20_000

/** REQUEST_QUOTAS are used by every request that is not of a dashboard user. */
export const REQUEST_QUOTAS = ['requests', 'egress_bytes'] as const

/** Quotas knows which quotas are used up on this node's knowledge. */
export class Quotas {
  readonly #clock: Clock
  readonly #usage: Usage
  readonly #known: LRUCache<string, Known> = recentlyUsed(MAX_PROJECTS)
  readonly #looking = new Map<string, Promise<void>>()
  readonly #beyond = new Set<string>()
  #look: Look | undefined

  constructor(clock: Clock, usage: Usage) {
    this.#clock = clock
    this.#usage = usage
  }

  /** lookWith says how to look at a project of which too little is known. Without it nothing is refused. */
  lookWith(look: Look): void {
    this.#look = look
  }

  /** set replaces what is known of a project. What this node has counted must be written down, or still to be taken. */
  set(projectId: string, { quotas, ends, nodes }: Standing): void {
    this.#known.set(projectId, {
      quotas: quotas.map((one) => ({ ...one, taken: 0, part: partOf(one, nodes) })),
      period: ends,
      until: ends,
    })
    this.#noteBeyond(projectId)
  }

  /** setLevels replaces how much a project stores. */
  setLevels(projectId: string, levels: Readonly<Partial<Record<Meter, number>>>): void {
    for (const one of this.#known.peek(projectId)?.quotas ?? []) one.used = levels[one.quota] ?? one.used
    this.#noteBeyond(projectId)
  }

  /** forget has one project looked at anew, or all. */
  forget(projectId: string | undefined): void {
    if (projectId === undefined) {
      this.#known.clear()
      this.#beyond.clear()
    } else {
      this.#known.delete(projectId)
      this.#beyond.delete(projectId)
    }
  }

  /** taken keeps what is on its way to the database. */
  taken({ day, projects }: DayCounts): void {
    for (const [projectId, counts] of projects) {
      const known = this.#known.peek(projectId)
      if (known === undefined || Date.parse(day) >= known.period.getTime()) continue
      for (const one of known.quotas) if (isCounted(one.quota)) one.taken += counts[one.quota]
    }
  }

  /** find returns the first of some quotas that a project has used up, as far as is known, or undefined. It never waits. */
  find(projectId: string, quotas: readonly Meter[]): Exceeded | undefined {
    if (this.#isDoubtful(projectId, quotas)) void this.#lookOnce(projectId)
    return this.#find(projectId, quotas)
  }

  /** projectsBeyond returns the projects that were found to have used up a quota. */
  projectsBeyond(quota: Meter): string[] {
    return [...this.#beyond].filter((projectId) => this.#find(projectId, [quota]) !== undefined)
  }

  /** check throws 429 with `details` and `Retry-After` where find returns a quota. */
  check(projectId: string, quotas: readonly Meter[]): void {
    const found = this.find(projectId, quotas)
    if (found !== undefined) throw quotaExceeded(found, this.#clock.now())
  }

  /** countRequest counts a request that no quota concerns. */
  countRequest(projectId: string): void {
    this.#usage.of(projectId).requests += 1
  }

  /**
   * takeRequest counts a request, and throws as check does where it is one too many. It returns a promise only where the
   * node has to look first.
   */
  takeRequest(projectId: string): undefined | Promise<void> {
    if (this.#isDoubtful(projectId, REQUEST_QUOTAS)) return this.#lookAndTake(projectId)
    this.#take(projectId)
    return undefined
  }

  // In one turn: of many that come at once each sees those before it.
  #take(projectId: string): void {
    const found = this.#find(projectId, REQUEST_QUOTAS)
    this.countRequest(projectId)
    if (found !== undefined) throw quotaExceeded(found, this.#clock.now())
  }

  async #lookAndTake(projectId: string): Promise<void> {
    // Others that have waited as well may have used the part up meanwhile.
    while (this.#isDoubtful(projectId, REQUEST_QUOTAS)) await this.#lookOnce(projectId)
    this.#take(projectId)
  }

  #find(projectId: string, quotas: readonly Meter[]): Exceeded | undefined {
    const known = this.#known.get(projectId)
    if (known === undefined || known.quotas.length === 0 || known.period <= this.#clock.now())
      return undefined
    for (const one of known.quotas) {
      if (!quotas.includes(one.quota)) continue
      const used = Math.floor(one.used + this.#since(projectId, one))
      const { quota, limit } = one
      if (used < limit) continue
      this.#beyond.add(projectId)
      return { quota, limit, used, resets_at: isLevel(quota) ? null : known.period }
    }
    return undefined
  }

  #noteBeyond(projectId: string): void {
    this.#beyond.delete(projectId)
    this.#find(projectId, METERS)
  }

  #isDoubtful(projectId: string, quotas: readonly Meter[]): boolean {
    if (this.#look === undefined) return false
    const known = this.#known.get(projectId)
    if (known === undefined || known.until <= this.#clock.now()) return true
    if (known.quotas.length === 0) return false
    for (const one of known.quotas) {
      if (!quotas.includes(one.quota)) continue
      const since = this.#since(projectId, one)
      if (since >= one.part && one.used + since < one.limit) return true
    }
    return false
  }

  #since(projectId: string, { quota, taken }: Known['quotas'][number]): number {
    return isCounted(quota) ? taken + this.#usage.waiting(projectId, quota) : 0
  }

  #lookOnce(projectId: string): Promise<void> {
    const under = this.#looking.get(projectId)
    if (under !== undefined) return under
    const known = this.#known.peek(projectId)
    const looking = (this.#look as Look)(projectId)
      .catch(() => {})
      .then(() => {
        this.#looking.delete(projectId)
        // It could not look: for a while it goes by what it knows, rather than have each request wait for the database.
        if (this.#known.peek(projectId) === known) this.#keep(projectId, known)
      })
    this.#looking.set(projectId, looking)
    return looking
  }

  #keep(projectId: string, known: Known | undefined): void {
    const now = this.#clock.now()
    const period = known?.period ?? now
    const until = new Date(now.getTime() + RETRY_MS)
    const quotas = (known?.quotas ?? []).map((one) => ({ ...one, part: Number.POSITIVE_INFINITY }))
    this.#known.set(projectId, { quotas, period, until })
  }
}

function partOf({ quota, limit }: Quota, nodes: number): number {
  if (!isCounted(quota)) return Number.POSITIVE_INFINITY
  const excess = Math.max(EXCESS, Math.floor(limit * EXCESS_SHARE))
  return Math.max(1, Math.floor(excess / (RESERVE * nodes)))
}

/** quotaExceeded makes the 429 of a quota that is used up. */
export function quotaExceeded({ quota, limit, used, resets_at }: Exceeded, now: Date): AppError {
  const seconds =
    resets_at === null ? LEVEL_RETRY_SECONDS : Math.max(1, Math.ceil((+resets_at - now.getTime()) / 1000))
  const until = isLevel(quota)
    ? 'Delete some, or choose a larger plan.'
    : `It begins anew on ${resets_at?.toISOString().slice(0, 10)}. A larger plan helps at once.`
  return new AppError('quota_exceeded', `The quota of ${quota} is exceeded: ${used} of ${limit}. ${until}`, {
    details: { quota, limit, used, resets_at: resets_at?.toISOString() ?? null },
    headers: { 'retry-after': String(seconds) },
  })
}
