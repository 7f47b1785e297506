// A project's functions, read from PostgreSQL's catalog.

import { type Dependent, listDependents } from '#modules/database/schema-objects/context/dependents.store.ts'
import { bounded, MOST } from '#platform/db/catalog/bounded-rows.ts'
import { type Catalog, catalogOf } from '#platform/db/catalog/catalog-of.ts'
import type { Queryable } from '#platform/db/transaction.ts'

/** FunctionDefinition is a function as the catalogs describe it. */
export interface FunctionDefinition {
  readonly oid: string
  /** signature is the argument of DROP FUNCTION. */
  readonly signature: string
  readonly name: string
  readonly arguments: string
  readonly returns: string
  readonly language: string
  readonly volatility: string
  readonly strict: boolean
  readonly body: string
}

/** SqlFunction is a function with what depends on it. */
export interface SqlFunction extends FunctionDefinition {
  readonly dependents: readonly Dependent[]
}

// The API limits bodies to less than this, but SQL in a project can create any, and must be able to drop it again.
const MAX_BODY = 200_000

// PostgreSQL prints a type of the project with its schema name, which is removed.
const select = (catalog: Catalog) => `
select p.oid::text, p.oid::regprocedure::text as signature, p.proname as name, l.lanname as language,
  replace(${catalog}.pg_get_function_arguments(p.oid), n.nspname || '.', '') as arguments,
  replace(${catalog}.pg_get_function_result(p.oid), n.nspname || '.', '') as returns,
  case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
  p.proisstrict as strict,
  case when char_length(p.prosrc) <= ${MAX_BODY} then p.prosrc
    else format('-- This body has %s characters, too many to be shown.', char_length(p.prosrc)) end as body
from ${catalog}.pg_proc p join ${catalog}.pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
where n.nspname = $1 and strpos(p.proname, '$') = 0 and ($2::text is null or p.proname = $2)
order by p.proname, 2
limit ${MOST.objects + 1}`

/** listDefinitions returns the functions of a schema ordered by name, or only those with the given name. */
export async function listDefinitions(
  db: Queryable,
  schema: string,
  name?: string,
): Promise<FunctionDefinition[]> {
  const query: (sql: string, values: unknown[]) => Promise<{ rows: FunctionDefinition[] }> = db.query.bind(db)
  const { rows } = await query(select(catalogOf(db)), [schema, name ?? null])
  return bounded(rows, MOST.objects, 'functions')
}

/** listFunctions is listDefinitions with what depends on each function. */
export async function listFunctions(db: Queryable, schema: string, name?: string): Promise<SqlFunction[]> {
  const functions: SqlFunction[] = []
  for (const one of await listDefinitions(db, schema, name))
    functions.push({ ...one, dependents: await listDependents(db, 'pg_proc', one.oid) })
  return functions
}
