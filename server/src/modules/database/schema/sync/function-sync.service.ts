// Checks a project's functions, however they were created: they run with the rights of the caller, have unique names,
// and a search_path of the project's schema.
import { tableSlug } from '#engine/ddl/ddl-names.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { conflict, invalidInput } from '#platform/errors/app-error.ts'

const MAX_FUNCTIONS = 200

interface FunctionRow {
  readonly signature: string
  readonly name: string
  readonly language: string
  readonly is_definer: boolean
  readonly config: readonly string[] | null
}

// Functions of the server, for relationships, have a $ in their names.
const SELECT = `
select p.oid::regprocedure::text as signature, p.proname as name, l.lanname as language, p.prosecdef as is_definer,
  p.proconfig as config
from msingi_catalog.pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = $1::regnamespace and strpos(p.proname, '$') = 0
order by 1`

/** syncFunctions throws a 400 or 409 if a function is not allowed, and sets the search_path of all. */
export async function syncFunctions(change: SchemaChange): Promise<void> {
  const { client, names } = change
  const { rows } = await client.query<FunctionRow>(SELECT, [names.schema])
  if (rows.length > MAX_FUNCTIONS)
    throw conflict('limit_reached', `A project can have at most ${MAX_FUNCTIONS} functions.`)
  for (const [index, { name, language, is_definer }] of rows.entries()) {
    if (tableSlug(name) !== name)
      throw invalidInput(`A function cannot be named ${name}. Use lower-case letters, digits and _.`)
    if (is_definer || !['sql', 'plpgsql'].includes(language))
      throw invalidInput(
        `The function ${name} must be in sql or plpgsql and run with the rights of the caller.`,
      )
    if (rows.findIndex((other) => other.name === name) < index)
      throw conflict(
        'already_exists',
        `A function ${name} with other arguments already exists. Give this one another name.`,
      )
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
