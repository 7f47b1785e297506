// Runs structured queries (spec 4.5): a config becomes a plan, the plan one statement, and that runs as the caller, so
// that the policies of every table in it hold.
import type { z } from 'zod'
import { MAX_LIST_BYTES } from '#engine/compile-read.ts'
import { loadConditionParser } from '#engine/conditions/condition.ts'
import { filtersIn } from '#engine/filters.ts'
import { compileQuery, queryForReading } from '#engine/query/compile-query.ts'
import { parseQuery } from '#engine/query/parse-query.ts'
import type { QueryPlan } from '#engine/query/query-plan.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { KeyedGate } from '#platform/db/gate.ts'
import { comparands, refusing, withField } from '#platform/db/value-errors.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/envelope.ts'
import type { Platform } from '#platform/platform.ts'
import type { queryBody } from './query.schema.ts'

/** QueryInput is a table and what is wanted of it. */
export type QueryInput = z.output<typeof queryBody>

// A query may take long, and all projects share the connections: no project has all of them for its queries.
const PROJECT_PLACES = 4
const PROJECT_WAITING = 200

const TOO_LONG = `limit: the rows have more than ${MAX_LIST_BYTES / 1024 / 1024} MB; ask for fewer rows or columns.`

/** planQuery reads a query against the project's tables, or refuses it with 400. */
export async function planQuery(
  platform: Platform,
  project: ProjectRecord,
  { table_slug, config }: QueryInput,
): Promise<QueryPlan> {
  if (config.joins?.some(({ on }) => on)) await loadConditionParser()
  const schema = await platform.shapes.schema(project)
  return refusing(() => parseQuery(schema, table_slug, config))
}

/** RunQuery gives the rows that an actor may see, and how many there are in all. */
export type RunQuery = (project: ProjectRecord, actor: Actor, input: QueryInput) => Promise<JsonText>

/** createRunQuery makes the one function that runs queries; it counts how many of each project run at a time. */
export function createRunQuery(platform: Platform): RunQuery {
  const gate = new KeyedGate(PROJECT_PLACES, PROJECT_WAITING)
  return (project, actor, input) => gate.run(project.id, () => run(platform, project, actor, input))
}

async function run(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  input: QueryInput,
): Promise<JsonText> {
  const plan = await planQuery(platform, project, input)
  const cluster = platform.clusters.of(project)
  const read = () =>
    cluster.executor.execute(project, contextOf(actor), [compileQuery(plan)], { readOnly: true })
  const values = () => comparands(filtersIn([...plan.where, ...plan.having]))
  const [result] = await withField(cluster, values, read)
  const [rows, total] = result?.rows[0] ?? []
  if (rows === null) throw invalidInput(TOO_LONG)
  const columns = JSON.stringify(plan.outputs.map(({ key }) => key))
  const sql = JSON.stringify(queryForReading(plan))
  return new JsonText(`{"columns":${columns},"rows":${rows},"total":${total},"sql":${sql}}`)
}
