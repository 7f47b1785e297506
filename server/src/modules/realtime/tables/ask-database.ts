// Rows that only PostgreSQL can decide (design 5): users about whom the same rows are asked all together, and everybody
// else under their own identity.
import { LRUCache } from 'lru-cache'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { Platform } from '#platform/platform.ts'
import { askEach, packetsOf } from './ask-each.ts'
import { askTogether, isForTogether, piecesOf } from './ask-together.ts'
import type { LiveCaller } from './callers.ts'
import { callerGroupsOf, DECIDING_MS, type Inquiry, type RowQuestions } from './questions.ts'

const SLOW_MS = 2000
const REMEMBERED_MS = 60_000

/** DatabaseDecider asks PostgreSQL which rows callers may see. */
export class DatabaseDecider {
  readonly #platform: Platform
  readonly #slowAccounts = new LRUCache<string, true>({ max: 10_000, ttl: REMEMBERED_MS })

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /**
   * decide returns the rows that each caller may see. It throws where PostgreSQL cannot be asked, or the project has to
   * wait for too long.
   */
  async decide(
    project: ProjectRecord,
    table: TableShape,
    policies: Inquiry['policies'],
    questions: RowQuestions,
  ): Promise<Map<LiveCaller, Set<JsonRow>>> {
    const { executor } = this.#platform.clusters.of(project)
    const deadline = performance.now() + DECIDING_MS
    const inquiry = { executor, project, table, policies, deadline }
    const groups = callerGroupsOf(questions)
    const many = groups.filter((group) => isForTogether(policies, group))
    const few = groups.filter((group) => !isForTogether(policies, group))
    const pairs = await Promise.all([
      ...many.flatMap(piecesOf).map((piece) => this.#run(project, () => askTogether(inquiry, piece))),
      ...packetsOf(few).map((packet) => this.#run(project, () => askEach(inquiry, packet))),
    ])
    const visible = new Map<LiveCaller, Set<JsonRow>>(
      [...questions.keys()].map((caller) => [caller, new Set()]),
    )
    for (const [caller, row] of pairs.flat()) visible.get(caller)?.add(row)
    return visible
  }

  #run<T>(project: ProjectRecord, ask: () => Promise<T>): Promise<T> {
    const tenant = tenantOf(project)
    const gate = this.#slowAccounts.has(tenant.account)
      ? this.#platform.gates.slow_questions
      : this.#platform.gates.questions
    return gate.run(tenant, async () => {
      const since = performance.now()
      try {
        return await ask()
      } finally {
        if (performance.now() - since > SLOW_MS) this.#slowAccounts.set(tenant.account, true)
      }
    })
  }
}
