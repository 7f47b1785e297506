// Runs structured queries (spec 4.5): a config becomes a plan, the plan one statement, and that runs as the caller, so
// that the policies of every table in it hold.
import { MAX_LIST_BYTES } from '#engine/compile-read.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { KeyedGate } from '#platform/db/gate.ts'
import { comparands, withField } from '#platform/db/value-errors.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/envelope.ts'
import type { Platform } from '#platform/platform.ts'
import { createPreparer, type PreparedQuery, type QueryInput } from './prepare-query.ts'

/** RunQuery gives the rows that an actor may see, and how many there are in all. */
export type RunQuery = (project: ProjectRecord, actor: Actor, input: QueryInput) => Promise<JsonText>

// A query may take long, and all projects share the connections: no project has all of them for its queries.
const PROJECT_PLACES = 4
const PROJECT_WAITING = 200

const TOO_LONG = `limit: the rows have more than ${MAX_LIST_BYTES / 1024 / 1024} MB; ask for fewer rows or columns.`

/** createRunQuery makes the one function that runs queries; it counts how many of each project run at a time. */
export function createRunQuery(platform: Platform): RunQuery {
  const prepare = createPreparer(platform)
  const gate = new KeyedGate(PROJECT_PLACES, PROJECT_WAITING)
  return async (project, actor, input) => {
    const query = await prepare(project, input)
    return gate.run(project.id, () => run(platform, project, actor, query))
  }
}

async function run(
  platform: Platform,
  project: ProjectRecord,
  actor: Actor,
  { statement, filters, columns, sql }: PreparedQuery,
): Promise<JsonText> {
  const cluster = platform.clusters.of(project)
  const read = () => cluster.executor.execute(project, contextOf(actor), [statement], { readOnly: true })
  const [result] = await withField(cluster, () => comparands(filters), read)
  const [rows, total] = result?.rows[0] ?? []
  if (rows === null) throw invalidInput(TOO_LONG)
  return new JsonText(`{"columns":${columns},"rows":${rows},"total":${total},"sql":${sql}}`)
}
