// How SQL that a client wrote is run. Five guards hold at once, each enough for most attacks: the text is
// checked and written anew (engine/sql), the transaction is read-only, the login is the project's own role, which is a
// member of nothing, time, memory and temporary space are bounded, and so is the result.
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { ReadQuery } from '#engine/sql/query.ts'
import type { Asker } from '#platform/asker.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import type { Statement, StatementResult } from '#platform/db/connections/packet.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { explainFailure, explainRefusal } from './query-errors.ts'
import { type BoundSql, bindParams, type Params } from './query-params.ts'
import type { RunningQueries } from './running-queries.ts'

/** LIMITS bound every query; each answer repeats them. */
export const LIMITS = { rows: 1000, bytes: 8 * 1024 * 1024, milliseconds: 5000 } as const

const MAX_MEMORY = 256 * 1024 * 1024

/**
 * GUARDS bound a transaction before the query runs in it. The project's code may have set what it likes for its role:
 * whatever the query depends on is set here once more.
 */
export const GUARDS: readonly Statement[] = [
  'set transaction read only',
  'set local search_path = pg_catalog, pg_temp',
  `set local statement_timeout = ${LIMITS.milliseconds}`,
  "set local work_mem = '8MB'",
  'set local hash_mem_multiplier = 1',
  'set local max_parallel_workers_per_gather = 0',
  'set local jit = off',
].map((text) => ({ text }))

/** ExecInput is a query with the values of its parameters. */
export interface ExecInput {
  readonly sql: string
  readonly params?: Params | undefined
  /** query_id names the query among those that run; a new id by default. */
  readonly query_id?: string | undefined
  /** caller is who may see and cancel the query; by default the actor. */
  readonly caller?: Actor | undefined
}

/** CompileSql checks a query and writes the statement to run, or throws a SqlError. */
export type CompileSql = (bound: BoundSql, tables: ProjectTables) => ReadQuery

/** GuardedSql runs a client's query under all guards, and returns the query with the result of its statement. */
export type GuardedSql = (
  asker: Asker,
  input: ExecInput,
  compile: CompileSql,
) => Promise<{ query: ReadQuery; result: StatementResult | undefined }>

/** createGuardedSql makes the function that runs queries, a few of each project at a time. */
export function createGuardedSql(running: RunningQueries): GuardedSql {
  return async (asker, { sql, params = [], query_id, caller = asker.actor }, compile) => {
    const { bound, query } = await readQuery(
      sql,
      (text) => bindParams(text, params),
      await asker.tables(),
      compile,
    )
    const options = { ownLogin: true, maxMemory: MAX_MEMORY }
    const run = () =>
      running.track(caller, { id: query_id, sql }, (mark) =>
        asker.run([...GUARDS, mark, { text: query.text, values: bound.values, once: true }], options),
      )
    const results = await asker.platform.gates.exec.run(tenantOf(asker.project), run).catch((error) => {
      throw explainFailure(error, sql, query, bound.names)
    })
    return { query, result: results.at(-1) }
  }
}

/** readQuery reads a query and writes it anew, or refuses it with 400. */
export async function readQuery(
  sql: string,
  bind: (sql: string) => BoundSql,
  tables: ProjectTables,
  compile: CompileSql,
): Promise<{ bound: BoundSql; query: ReadQuery }> {
  await loadParser()
  let bound: BoundSql | undefined
  try {
    bound = bind(sql)
    return { bound, query: compile(bound, tables) }
  } catch (error) {
    throw explainRefusal(error, sql, bound?.names)
  }
}
