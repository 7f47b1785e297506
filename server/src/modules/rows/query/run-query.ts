// Runs structured queries: a config becomes a plan, the plan one statement, and that runs as the caller, so
// that the policies of every table in it hold.
import { MAX_LIST_BYTES } from '#engine/request/compile/compile-list.ts'
import { type LinkSource, withLinks } from '#modules/rows/data/operations/file-links.service.ts'
import type { Asker } from '#platform/asker.ts'
import { comparands } from '#platform/db/executor/value-errors.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { createPreparer, type PreparedQuery, type QueryInput } from './prepare-query.ts'

/** RunQuery returns the rows that an actor may see, and how many there are in all. */
export type RunQuery = (asker: Asker, input: QueryInput, links: LinkSource) => Promise<JsonText>

const TOO_LONG = `limit: the rows have more than ${MAX_LIST_BYTES / 1024 / 1024} MB; ask for fewer rows or columns.`

/** createRunQuery makes the function that runs queries, a few of each project at a time. */
export function createRunQuery(): RunQuery {
  const prepare = createPreparer()
  return async (asker, input, links) => {
    const query = await prepare(asker, input)
    const { gates } = asker.platform
    return gates.query.run(tenantOf(asker.project), () => run(asker, query, links))
  }
}

async function run(
  asker: Asker,
  { statement, filters, columns, sql }: PreparedQuery,
  links: LinkSource,
): Promise<JsonText> {
  const statements = await withLinks([statement], links)
  const [result] = await asker.run(statements, { readOnly: true, fields: () => comparands(filters) })
  const [rows, total] = result?.rows[0] ?? []
  if (rows === null) throw invalidInput(TOO_LONG)
  return new JsonText(`{"columns":${columns},"rows":${rows},"total":${total},"sql":${sql}}`)
}
