// A project's functions as they must be, whichever way they came about: with the rights of the caller, one of a name,
// and with the project's tables in sight wherever they are called from (spec 4.13).
import { tableSlug } from '#engine/ddl/ddl-names.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { conflict, invalidInput } from '#platform/errors/app-error.ts'
import { run, type SchemaChange } from '#schema/change/schema-change.service.ts'

const MAX_FUNCTIONS = 200

interface FunctionRow {
  readonly signature: string
  readonly name: string
  readonly language: string
  readonly is_definer: boolean
  readonly config: readonly string[] | null
}

// The server's own functions, behind relationships, hold a $ in their names.
const SELECT = `
select p.oid::regprocedure::text as signature, p.proname as name, l.lanname as language, p.prosecdef as is_definer,
  p.proconfig as config
from msingi_catalog.pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = $1::regnamespace and strpos(p.proname, '$') = 0
order by 1`

/** syncFunctions throws where a function is not one that a project may have, and sets its search_path. */
export async function syncFunctions(change: SchemaChange): Promise<void> {
  const { client, names } = change
  const { rows } = await client.query<FunctionRow>(SELECT, [names.schema])
  if (rows.length > MAX_FUNCTIONS) throw conflict(`A project holds at most ${MAX_FUNCTIONS} functions.`)
  for (const [index, { name, language, is_definer }] of rows.entries()) {
    if (tableSlug(name) !== name)
      throw invalidInput(`A function cannot be called ${name}: take lower case letters, digits and _.`)
    if (is_definer || !['sql', 'plpgsql'].includes(language))
      throw invalidInput(
        `The function ${name} must be in sql or plpgsql and run with the rights of the caller.`,
      )
    if (rows.findIndex((other) => other.name === name) < index)
      throw conflict(`There is a function ${name} with other arguments already; give this one another name.`)
  }
  const path = `search_path=${names.schema}`
  await run(
    change,
    rows
      .filter(({ config }) => config?.length !== 1 || config[0] !== path)
      .flatMap(({ signature, config }) => [
        ...(config === null ? [] : [`alter function ${signature} reset all`]),
        `alter function ${signature} set search_path = ${quoteIdentifier(names.schema)}`,
      ]),
  )
}
