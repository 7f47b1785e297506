// What JavaScript cannot decide of filters (a text beyond ASCII that is lowered, a number of very many digits), PostgreSQL does.
import { rowsPassing } from '#engine/access/rows-passing.ts'
import type { Condition } from '#engine/conditions/condition.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Row } from '#platform/changes/feed/change-feed.ts'
import { textOf } from '#platform/changes/feed/row-change.ts'
import { contextOf } from '#platform/credentials/actor.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { Platform } from '#platform/platform.ts'
import type { ActiveProject } from './webhooks.store.ts'

/** FilterQuestion is one row that PostgreSQL is to decide about. */
export interface FilterQuestion {
  readonly condition: Condition
  readonly table: TableShape
  readonly row: Row
}

// Of a batch together: it has to end in time whatever its filters take.
const MOST_MS = 8000

const DASHBOARD = contextOf({
  type: 'dashboard',
  account_id: '',
  session_id: '',
  email: '',
  sso_organisation_id: null,
})

/**
 * decideQuestions returns what PostgreSQL says; a question is missing where the condition fails for the row, or takes too long.
 * It throws where PostgreSQL is unavailable.
 */
export async function decideQuestions(
  platform: Platform,
  project: ActiveProject,
  questions: readonly FilterQuestion[],
): Promise<Map<FilterQuestion, boolean>> {
  const decided = new Map<FilterQuestion, boolean>()
  const end = performance.now() + MOST_MS
  const { executor } = platform.clusters.of(project)
  const ask = async (some: readonly FilterQuestion[]): Promise<void> => {
    const [first] = some
    if (first === undefined || performance.now() > end) return
    const statement = {
      text: rowsPassing(first.table, first.condition.sql),
      values: [`[${some.map(({ row }) => textOf(row)).join()}]`],
    }
    try {
      const run = () => executor.execute(project, DASHBOARD, [statement], { readOnly: true })
      const [result] = await platform.gates.questions.run(tenantOf(project), run)
      const passing = new Set(result?.rows.map(([place]) => Number(place)))
      for (const [place, question] of some.entries()) decided.set(question, passing.has(place))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') {
        if (error instanceof AppError && error.code === 'timeout') return
        throw error
      }
      // One row makes it fail: halving finds out which.
      if (some.length === 1) return
      const middle = some.length >> 1
      await ask(some.slice(0, middle))
      await ask(some.slice(middle))
    }
  }
  for (const alike of Map.groupBy(questions, ({ condition }) => condition).values()) await ask(alike)
  return decided
}
