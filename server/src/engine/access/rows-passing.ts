// Which of some rows a condition is true of, decided by PostgreSQL.
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

/**
 * rowsPassing is the statement: it takes rows as `[{…}, …]`, and returns the places, from 0, of those of which a condition over a
 * row of the table is true. They are passed as records, because they may no longer be in the table; each needs the columns that
 * the condition reads, since others are NULL.
 */
export function rowsPassing(table: TableShape, condition: string): string {
  const [slug, type] = [quoteIdentifier(table.slug), qualify(table.schema, table.slug)]
  // MATERIALIZED keeps the condition from being evaluated while the records are made.
  return `with rows$ as materialized (
      select e$.value as value, e$.ordinality as n from json_array_elements($1::json) with ordinality e$)
    select rows$.n - 1 from rows$ cross join lateral json_populate_record(null::${type}, rows$.value) ${slug}
    where ${condition}`
}
