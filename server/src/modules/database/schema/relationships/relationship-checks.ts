// Checks before a relationship is created: of the types of its columns, and of existing rows.

import type { RelationshipDefinition } from '#engine/ddl/ddl-relationship.ts'
import { TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import { conflict } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'

/** checkTypes throws a 400 if the two columns are of different types. */
export function checkTypes(from: Column, to: Column): void {
  if (comparable(from) === comparable(to) && from.data_type !== 'enum') return
  const problem =
    from.data_type === 'enum' && to.data_type === 'enum'
      ? 'an enum column cannot refer to another, because each has a type of its own'
      : `${from.name} is of type ${from.data_type}, but ${to.name} is of type ${to.data_type}`
  throw fieldErrors([{ field: 'to_column', problem }])
}

function comparable({ data_type }: Column): string {
  return TYPE_FACTS[data_type].sql.split('(', 1)[0] as string
}

const UNIQUENESS = `
select bool_or(i.indpred is null) as whole, count(*) > 0 as partly
from msingi_catalog.pg_index i join msingi_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attname = $2
where i.indrelid = $1::regclass and i.indisunique and i.indisvalid and i.indnatts = 1 and i.indkey[0] = a.attnum`

/** checkTarget throws a 400 if the target column is not unique. */
export async function checkTarget({ client }: SchemaChange, table: Table, column: Column): Promise<void> {
  const { rows } = await client.query<{ whole: boolean | null; partly: boolean }>(UNIQUENESS, [
    quoteIdentifier(table.slug),
    column.name,
  ])
  if (rows[0]?.whole) return
  const name = `${table.slug}.${column.name}`
  const problem = rows[0]?.partly
    ? `${name} is unique only among rows that are not deleted; refer to id instead`
    : `${name} is not unique; refer to id instead`
  throw fieldErrors([{ field: 'to_column', problem }])
}

/** checkRows locks both tables and throws a 409 if rows refer to missing rows, or live rows to deleted ones. */
export async function checkRows(
  change: SchemaChange,
  link: RelationshipDefinition,
  soft: boolean,
): Promise<void> {
  const [child, parent] = [quoteIdentifier(link.from_table), quoteIdentifier(link.to_table)]
  const [from, to] = [`c.${quoteIdentifier(link.from_column)}`, `p.${quoteIdentifier(link.to_column)}`]
  const live = soft ? ' and (p.deleted_at is null or c.deleted_at is not null)' : ''
  const orphans = `from ${child} c where ${from} is not null and not exists (select from ${parent} p where ${to} = ${from}${live})`
  await run(change, [`lock table ${child}, ${parent} in share row exclusive mode`])
  const { rows } = await change.client.query<{ n: number; ids: string[] | null }>(
    `select count(*)::int as n, (select array_agg(o.id::text) from (select c.id ${orphans} limit 5) o) as ids ${orphans}`,
  )
  const [found] = rows
  if (found === undefined || found.n === 0) return
  const name = `${link.from_table}.${link.from_column}`
  const target = `${link.to_table}.${link.to_column}`
  throw conflict(
    'values_in_the_way',
    `${found.n} ${found.n === 1 ? 'row has' : 'rows have'} a value in ${name} that does not exist in ${target}, or only in a deleted row.`,
    { rows: found.n, examples: found.ids },
  )
}
