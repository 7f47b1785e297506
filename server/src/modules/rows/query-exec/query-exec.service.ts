// Read-only SQL that a client wrote, as rows and as a plan.
import { loadParser } from '#engine/parser/parse-sql.ts'
import { numberParameters } from '#engine/sql/named-parameters.ts'
import { MAX_SQL } from '#engine/sql/parse.ts'
import { compileExplain, compileQuery } from '#engine/sql/query.ts'
import type { Asker } from '#platform/asker.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { type CompileSql, type ExecInput, type GuardedSql, LIMITS, readQuery } from './guarded-sql.ts'
import { bindNothing } from './query-params.ts'

/** QueryExec runs a query as an actor. */
export type QueryExec = (asker: Asker, input: ExecInput) => Promise<JsonText>

const asRows: CompileSql = (bound, tables) => compileQuery(bound.text, bound.values, tables, LIMITS)

/** createQueryExec makes the function that returns the rows of a query. */
export function createQueryExec(run: GuardedSql): QueryExec {
  return async (asker, input) => {
    const { query, result } = await run(asker, input, asRows)
    const rows = (result?.rows ?? []).map(([row]) => row ?? null)
    return new JsonText(writeResult(input.sql, query.columns, rows))
  }
}

/** ExplainInput is a query whose plan is asked for; `analyze` runs it. */
export interface ExplainInput extends ExecInput {
  readonly analyze: boolean
}

/** Plan is PostgreSQL's plan of a query, as `EXPLAIN (FORMAT JSON)` returns it. */
export interface Plan {
  readonly plan: Readonly<Record<string, unknown>>
  readonly analyze: boolean
  /** planning_ms and execution_ms are milliseconds; null where the query was not run. */
  readonly planning_ms: number | null
  readonly execution_ms: number | null
}

/** explainQuery returns the plan of a query under the actor's policies. It has the guards of `query/exec`. */
export async function explainQuery(run: GuardedSql, asker: Asker, input: ExplainInput): Promise<Plan> {
  const { analyze } = input
  const { result } = await run(asker, input, (bound, tables) =>
    compileExplain(bound.text, bound.values, tables, analyze),
  )
  const [explained] = JSON.parse(result?.rows[0]?.[0] ?? '[]')
  return {
    plan: explained.Plan,
    analyze,
    planning_ms: explained['Planning Time'] ?? null,
    execution_ms: explained['Execution Time'] ?? null,
  }
}

/** checkQuery refuses a query with 400 that could not be run whatever values its named parameters had. */
export async function checkQuery(asker: Asker, sql: string): Promise<void> {
  await readQuery(sql, bindNothing, await asker.tables(), asRows)
}

/** parametersOf returns the names of a query's parameters. */
export async function parametersOf(sql: string): Promise<readonly string[]> {
  await loadParser()
  return numberParameters(sql).names
}

function writeResult(sql: string, columns: readonly string[], rows: readonly (string | null)[]): string {
  const cut = rows.indexOf(null)
  const fitting = rows.slice(0, Math.min(cut < 0 ? rows.length : cut, LIMITS.rows))
  if (cut === 0) throw invalidInput(`One row of the result has more than ${LIMITS.bytes / 1024 / 1024} MB.`)
  const truncated = fitting.length < rows.length
  const rest = {
    total: truncated ? null : fitting.length,
    truncated,
    limits: LIMITS,
    sql: sql.slice(0, MAX_SQL),
  }
  return `{"columns":${JSON.stringify(columns)},"rows":[${fitting.join(',')}],${JSON.stringify(rest).slice(1)}`
}
