// Read-only SQL that a client wrote (spec 4.5). Five guards hold at once, each enough for most attacks: the text is
// checked and written anew (engine/sql), the transaction is read-only, the login is the project's own role, which is a
// member of nothing, time, memory and temporary space are bounded, and so is the result.

import { loadParser } from '#engine/parser/parse-sql.ts'
import { numberParameters } from '#engine/sql/named-parameters.ts'
import { MAX_SQL } from '#engine/sql/parse.ts'
import { compileQuery } from '#engine/sql/query.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import type { Statement } from '#platform/db/connections/packet.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import type { Platform } from '#platform/platform.ts'
import { explainFailure, explainRefusal } from './query-errors.ts'
import { type BoundSql, bindNothing, bindParams, type Params } from './query-params.ts'

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
}

/** QueryExec runs a query as an actor. */
export type QueryExec = (project: ProjectRecord, actor: Actor, input: ExecInput) => Promise<JsonText>

/** createQueryExec makes the function that runs queries, a few of each project at a time. */
export function createQueryExec(platform: Platform): QueryExec {
  return async (project, actor, input) => {
    const tables = await platform.shapes.of(project, contextOf(actor).kind)
    const { bound, query } = await readQuery(tables, input.sql, (sql) => bindParams(sql, input.params ?? []))
    const { executor } = platform.clusters.of(project)
    const statements = [...GUARDS, { text: query.text, values: bound.values, once: true }]
    const results = await platform.gates.exec
      .run(tenantOf(project), () =>
        executor.execute(project, contextOf(actor), statements, { ownLogin: true, maxMemory: MAX_MEMORY }),
      )
      .catch((error) => {
        throw explainFailure(error, input.sql, query, bound.names)
      })
    const rows = (results.at(-1)?.rows ?? []).map(([row]) => row ?? null)
    return new JsonText(writeResult(input.sql, query.columns, rows))
  }
}

/** checkQuery refuses a query with 400 that could not be run whatever values its named parameters had. */
export async function checkQuery(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  sql: string,
): Promise<void> {
  await readQuery(await platform.shapes.of(project, contextOf(actor).kind), sql, bindNothing)
}

/** parametersOf returns the names of a query's parameters. */
export async function parametersOf(sql: string): Promise<readonly string[]> {
  await loadParser()
  return numberParameters(sql).names
}

// Reads a query and writes it anew, or refuses it with 400.
async function readQuery(tables: ProjectTables, sql: string, bind: (sql: string) => BoundSql) {
  await loadParser()
  let bound: BoundSql | undefined
  try {
    bound = bind(sql)
    return { bound, query: compileQuery(bound.text, bound.values, tables, LIMITS) }
  } catch (error) {
    throw explainRefusal(error, sql, bound?.names)
  }
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
