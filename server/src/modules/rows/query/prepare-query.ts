// From a query to its statement. Clients send the same query again and again, and reading it takes longer than a small
// one takes to run, so what was made of it is kept. Nothing in it depends on who asks but what refusals may name.

import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { CompiledStatement } from '#engine/request/compile/sql-writer.ts'
import { type Filter, filtersIn } from '#engine/request/conditions.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import { compileQuery, queryForReading } from '#engine/structured-query/compile-query.ts'
import { parseQuery } from '#engine/structured-query/parse-query.ts'
import type { QueryPlan } from '#engine/structured-query/query-plan.ts'
import type { Asker } from '#platform/asker.ts'
import { refusing } from '#platform/db/executor/value-errors.ts'
import type { queryBody } from './query.schema.ts'

/** QueryInput is a table and what is wanted of it. */
export type QueryInput = z.output<typeof queryBody>

/** PreparedQuery is a query that is ready to run while the schema stands that it was made for. */
export interface PreparedQuery {
  readonly schema: SchemaShape
  readonly statement: CompiledStatement
  /** filters hold the values that PostgreSQL may yet refuse. */
  readonly filters: readonly Filter[]
  /** columns and sql are JSON. */
  readonly columns: string
  readonly sql: string
}

const MAX_KEPT_BYTES = 16 * 1024 * 1024

/** planQuery reads a query against a project's tables, or refuses it with 400. */
export async function planQuery(schema: SchemaShape, { table_slug, config }: QueryInput): Promise<QueryPlan> {
  if (config.joins?.some(({ on }) => on)) await loadParser()
  return refusing(() => parseQuery(schema, table_slug, config))
}

/** createPreparer makes the function that prepares queries and keeps those that were asked for lately. */
export function createPreparer() {
  const kept = new LRUCache<string, PreparedQuery>({ maxSize: MAX_KEPT_BYTES, sizeCalculation: bytesOf })
  return async (asker: Asker, input: QueryInput): Promise<PreparedQuery> => {
    const schema = await asker.schema()
    const key = `${asker.project.id} ${asker.context.kind} ${JSON.stringify(input)}`
    const known = kept.get(key)
    if (known?.schema === schema) return known
    const plan = await planQuery(schema, input)
    const fresh = {
      schema,
      statement: compileQuery(plan),
      filters: filtersIn([...plan.where, ...plan.having]),
      columns: JSON.stringify(plan.outputs.map((output) => output.key)),
      sql: JSON.stringify(queryForReading(plan)),
    }
    kept.set(key, fresh)
    return fresh
  }
}

// Roughly: each text takes two bytes a character, and the filters repeat what stands in the key.
function bytesOf({ statement, columns, sql }: PreparedQuery, key: string): number {
  return 2 * (2 * key.length + statement.text.length + columns.length + sql.length) + 1000
}
