// Access checks that only PostgreSQL can do: one statement for many users with the same rows, or one statement
// for each caller, which runs under the caller's own identity.
import { LRUCache } from 'lru-cache'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { Platform } from '#platform/platform.ts'
import type { LiveCaller } from './callers.ts'
import { checkEach, packChecks } from './check-each.ts'
import { canCheckTogether, checkTogether, splitGroup } from './check-together.ts'
import { CHECK_TIMEOUT_MS, type CheckContext, decidable, groupCallers, type RowChecks } from './row-checks.ts'

const SLOW_MS = 2000
const SLOW_REMEMBERED_MS = 60_000

/** DatabaseChecks has PostgreSQL decide which rows callers are allowed to see. */
export class DatabaseChecks {
  readonly #platform: Platform
  readonly #slowAccounts = new LRUCache<string, true>({ max: 10_000, ttl: SLOW_REMEMBERED_MS })

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /**
   * run returns the rows that each caller is allowed to see; none that cannot be decided about. It throws if PostgreSQL is unavailable, or the project has
   * to wait for too long.
   */
  async run(
    project: ProjectRecord,
    table: TableShape,
    policies: CheckContext['policies'],
    checks: RowChecks,
  ): Promise<Map<LiveCaller, Set<JsonRow>>> {
    const { executor } = this.#platform.clusters.of(project)
    const deadline = performance.now() + CHECK_TIMEOUT_MS
    const context = { executor, project, table, policies, deadline }
    const groups = groupCallers(decidable(checks, policies))
    const many = groups.filter((group) => canCheckTogether(policies, group))
    const few = groups.filter((group) => !canCheckTogether(policies, group))
    const pairs = await Promise.all([
      ...many.flatMap(splitGroup).map((piece) => this.#inTurn(project, () => checkTogether(context, piece))),
      ...packChecks(few).map((packet) => this.#inTurn(project, () => checkEach(context, packet))),
    ])
    const visible = new Map<LiveCaller, Set<JsonRow>>([...checks.keys()].map((caller) => [caller, new Set()]))
    for (const [caller, row] of pairs.flat()) visible.get(caller)?.add(row)
    return visible
  }

  #inTurn<T>(project: ProjectRecord, check: () => Promise<T>): Promise<T> {
    const tenant = tenantOf(project)
    const gate = this.#slowAccounts.has(tenant.account)
      ? this.#platform.gates.slow_questions
      : this.#platform.gates.questions
    return gate.run(tenant, async () => {
      const since = performance.now()
      try {
        return await check()
      } finally {
        if (performance.now() - since > SLOW_MS) this.#slowAccounts.set(tenant.account, true)
      }
    })
  }
}
