// Which projects have used up a quota of their plan: kept in memory, so that a request costs a lookup in a map. The module
// of billing refreshes it with what nodes have written down of usage.
import type { Clock } from '#platform/clock/clock.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { isLevel, type Meter } from './plan.ts'

/** Exceeded is a quota that is used up. */
export interface Exceeded {
  readonly quota: Meter
  readonly limit: number
  readonly used: number
  /** resets_at is when the period ends; null for what is stored, which falls as it is deleted. */
  readonly resets_at: Date | null
}

// What is stored is measured again about as often.
const LEVEL_RETRY_SECONDS = 60

/** REQUEST_QUOTAS are used by every request that is not of a dashboard user. */
export const REQUEST_QUOTAS = ['requests', 'egress_bytes'] as const

/** Quotas knows which quotas are used up on this node's knowledge. */
export class Quotas {
  readonly #clock: Clock
  readonly #exceeded = new Map<string, readonly Exceeded[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** set replaces what is known of a project; an empty list frees it. */
  set(projectId: string, exceeded: readonly Exceeded[]): void {
    if (exceeded.length === 0) this.#exceeded.delete(projectId)
    else this.#exceeded.set(projectId, exceeded)
  }

  /** forget frees one project, or all. */
  forget(projectId: string | undefined): void {
    if (projectId === undefined) this.#exceeded.clear()
    else this.#exceeded.delete(projectId)
  }

  /** find returns the first of some quotas that a project has used up, or undefined. */
  find(projectId: string, quotas: readonly Meter[]): Exceeded | undefined {
    const exceeded = this.#exceeded.get(projectId)
    if (exceeded === undefined) return undefined
    const now = this.#clock.now()
    return exceeded.find(
      ({ quota, resets_at }) => quotas.includes(quota) && (resets_at === null || resets_at > now),
    )
  }

  /** projectsBeyond returns the projects that have used up a quota. */
  projectsBeyond(quota: Meter): string[] {
    return [...this.#exceeded.keys()].filter((projectId) => this.find(projectId, [quota]) !== undefined)
  }

  /** check throws 429 with `details` and `Retry-After` where a project has used up one of some quotas. */
  check(projectId: string, quotas: readonly Meter[]): void {
    const found = this.find(projectId, quotas)
    if (found !== undefined) throw quotaExceeded(found, this.#clock.now())
  }
}

/** quotaExceeded makes the 429 of a quota that is used up (spec 7). */
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
