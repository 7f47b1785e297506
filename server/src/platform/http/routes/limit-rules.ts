// Rate limits that projects set for themselves, beside the server's own: rules by group of routes, kept in memory.
import { Contributions } from '#platform/contributions/contributions.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { type Counting, type LimitHeaders, type RateLimit, RateLimiter } from './rate-limits.ts'

/** RouteGroups has every group of routes as a key. Modules extend it. */
export interface RouteGroups extends Record<never, unknown> {}

export type RouteGroup = keyof RouteGroups & string

/** ROUTE_GROUPS are the groups of all modules: what rules can be about. */
export const ROUTE_GROUPS = new Contributions<RouteGroup, true>('group of routes')

/** COUNTED_BY is what a rule counts requests by: an API key, an end user, or the address of the caller. */
export const COUNTED_BY = ['key', 'user', 'address'] as const

/** LimitRule bounds the requests of each key, user or address; without a group, to all routes together. */
export interface LimitRule extends RateLimit {
  readonly group?: RouteGroup | undefined
  readonly by: (typeof COUNTED_BY)[number]
}

/** CountedRequest is what rules look at of a request. */
export interface CountedRequest {
  readonly project: ProjectRecord | undefined
  readonly actor: Actor | undefined
  readonly network: string
  readonly routeOptions: { readonly config: { readonly group?: RouteGroup | undefined } }
}

/** LimitRules knows the rules of all projects that have some, and counts their requests. */
export class LimitRules {
  // Apart from the server's own limits: a project whose rules count many addresses pushes out none of those.
  readonly #limiter: RateLimiter
  readonly #rules = new Map<string, readonly LimitRule[]>()

  constructor(counting: Counting) {
    this.#limiter = new RateLimiter(counting, 'rules')
  }

  /** set replaces the rules of a project. */
  set(projectId: string, rules: readonly LimitRule[]): void {
    if (rules.length === 0) this.#rules.delete(projectId)
    else this.#rules.set(projectId, rules)
  }

  /** setAll replaces the rules of all projects. */
  setAll(rules: ReadonlyMap<string, readonly LimitRule[]>): void {
    this.#rules.clear()
    for (const [projectId, some] of rules) this.set(projectId, some)
  }

  /**
   * take counts a request by the rules of its project, and returns the headers of the one with the least left, or undefined
   * if none is about it. It returns a promise where other nodes are asked. Throws 429. Dashboard users are not counted: they have to be able to change the rules.
   */
  take(request: CountedRequest): LimitHeaders | undefined | Promise<LimitHeaders | undefined> {
    const { project, actor } = request
    if (project === undefined || actor?.type === 'dashboard') return undefined
    const rules = this.#rules.get(project.id)
    if (rules === undefined) return undefined
    const { group } = request.routeOptions.config
    const known: LimitHeaders[] = []
    const asked: Promise<LimitHeaders>[] = []
    for (const rule of rules) {
      const caller = countedAs(request, rule.by)
      if (caller === undefined || (rule.group !== undefined && rule.group !== group)) continue
      const name = [project.id, rule.group, rule.by, rule.window_seconds, caller].join(' ')
      const headers = this.#limiter.take(name, rule)
      if (!(headers instanceof Promise)) known.push(headers)
      else {
        asked.push(headers)
        // Where a later rule refuses the request at once, nobody waits for this one.
        headers.catch(() => {})
      }
    }
    if (asked.length === 0) return leastOf(known)
    return Promise.all(asked).then((late) => leastOf([...known, ...late]))
  }
}

function leastOf(all: readonly LimitHeaders[]): LimitHeaders | undefined {
  return all.reduce<LimitHeaders | undefined>(
    (least, one) => (least === undefined || leftOf(one) < leftOf(least) ? one : least),
    undefined,
  )
}

/** leftOf returns how many requests headers say are left. */
export function leftOf(headers: Readonly<Record<string, unknown>>): number {
  return Number(headers['ratelimit-remaining'] ?? Number.POSITIVE_INFINITY)
}

function countedAs({ actor, network }: CountedRequest, by: LimitRule['by']): string | undefined {
  if (by === 'address') return network
  if (by === 'key') return actor?.type === 'api_key' ? actor.key_id : undefined
  return actor?.type === 'project_user' ? actor.user_id : undefined
}
