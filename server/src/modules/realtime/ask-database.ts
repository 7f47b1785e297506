// Rows that only PostgreSQL can decide: asked under each caller's own identity, all rows of a caller in one statement.
import { qualify, quoteIdentifier } from '#engine/identifiers.ts'
import type { Row } from '#engine/live-access.ts'
import type { TableShape } from '#engine/shape.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { Gate } from '#platform/db/gate.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { LiveCaller } from './callers.ts'

// Subscribers must leave room in the data pool for requests.
const AT_ONCE = 16

/** RowQuestions are the rows to decide, by caller. */
export type RowQuestions = ReadonlyMap<LiveCaller, ReadonlySet<Row>>

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
    sql: string,
    questions: RowQuestions,
  ): Promise<Map<LiveCaller, Set<Row>>> {
    const answers = [...questions].map(([caller, rows]) =>
      this.#gate.run(async () => {
        const visible = await this.#visible(project, table, sql, caller, [...rows])
        return [caller, new Set(visible)] as const
      }),
    )
    return new Map(await Promise.all(answers))
  }

  async #visible(
    project: ProjectRecord,
    table: TableShape,
    sql: string,
    caller: LiveCaller,
    rows: readonly Row[],
  ): Promise<Row[]> {
    try {
      return await this.#ask(project, table, sql, caller, rows)
    } catch (error) {
      if (!isAboutTheRows(error)) throw error
      // A condition that ends in an error lets nobody see: find out of which rows that is true.
      if (rows.length === 1) return []
      const each = rows.map((row) => this.#visible(project, table, sql, caller, [row]))
      return (await Promise.all(each)).flat()
    }
  }

  // The rows are given as records, so that they need not be in the table any more; subqueries see what the caller may
  // see. MATERIALIZED keeps the condition away from how the records are made.
  async #ask(
    project: ProjectRecord,
    table: TableShape,
    sql: string,
    caller: LiveCaller,
    rows: readonly Row[],
  ): Promise<Row[]> {
    const [slug, type] = [quoteIdentifier(table.slug), qualify(table.schema, table.slug)]
    const text = `with rows$ as materialized (
        select e$.value as value, e$.ordinality as n from json_array_elements($1::json) with ordinality e$)
      select rows$.n - 1 from rows$ cross join lateral json_populate_record(null::${type}, rows$.value) ${slug}
      where ${sql}`
    const { executor } = this.#platform.clusters.of(project)
    const statements = [{ text, values: [JSON.stringify(rows)] }]
    const [result] = await executor.execute(project, caller.context, statements, { readOnly: true })
    return (result?.rows ?? []).map(([n]) => rows[Number(n)] as Row)
  }
}

function isAboutTheRows(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'invalid_input' || error.code === 'forbidden')
}
