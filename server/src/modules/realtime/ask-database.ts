// Rows that only PostgreSQL can decide (design 5): users about whom the same rows are asked all together, and everybody
// else under their own identity.
import type { Row } from '#engine/live-access.ts'
import type { TableShape } from '#engine/shape.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { Gate } from '#platform/db/gate.ts'
import type { Platform } from '#platform/platform.ts'
import { askEach, packetsOf } from './ask-each.ts'
import { askTogether, isForTogether, piecesOf } from './ask-together.ts'
import type { LiveCaller } from './callers.ts'
import { crowdsOf, DECIDING_MS, type Inquiry, type RowQuestions } from './questions.ts'

// Subscribers must leave room in the data pool for requests.
const AT_ONCE = 4

/** DatabaseDecider asks PostgreSQL which rows callers may see. */
export class DatabaseDecider {
  readonly #platform: Platform
  readonly #gate = new Gate(AT_ONCE)

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /** decide gives the rows that each caller may see, or throws where PostgreSQL cannot be asked. */
  async decide(
    project: ProjectRecord,
    table: TableShape,
    policies: Inquiry['policies'],
    questions: RowQuestions,
  ): Promise<Map<LiveCaller, Set<Row>>> {
    const { executor } = this.#platform.clusters.of(project)
    const deadline = performance.now() + DECIDING_MS
    const inquiry = { executor, project, table, policies, deadline }
    const crowds = crowdsOf(questions)
    const many = crowds.filter((crowd) => isForTogether(policies, crowd))
    const few = crowds.filter((crowd) => !isForTogether(policies, crowd))
    const pairs = await Promise.all([
      ...many.flatMap(piecesOf).map((piece) => this.#gate.run(() => askTogether(inquiry, piece))),
      ...packetsOf(few).map((packet) => this.#gate.run(() => askEach(inquiry, packet))),
    ])
    const visible = new Map<LiveCaller, Set<Row>>([...questions.keys()].map((caller) => [caller, new Set()]))
    for (const [caller, row] of pairs.flat()) visible.get(caller)?.add(row)
    return visible
  }
}
