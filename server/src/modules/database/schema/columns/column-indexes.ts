// The indexes that make a column unique or fast to search.
import { type ColumnDefinition, indexStatements } from '#engine/ddl/ddl-column.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { readNumber, run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import { conflict } from '#platform/errors/app-error.ts'

interface Present {
  readonly unique: boolean
  readonly indexed: boolean
}

/** changeIndexes creates and drops a column's indexes as its definition requires. */
export async function changeIndexes(
  change: SchemaChange,
  table: string,
  present: Present,
  next: ColumnDefinition,
): Promise<void> {
  if (present.unique && !next.unique) await dropIndexes(change, table, next.name, true)
  if (present.indexed && !next.indexed) await dropIndexes(change, table, next.name, false)
  const fresh = {
    ...next,
    unique: next.unique && !present.unique,
    indexed: next.indexed && !present.indexed,
  }
  if (fresh.unique) await refuseDuplicates(change, table, next.name)
  await run(change, indexStatements(table, fresh))
}

const FIND = `
select i.indexrelid::regclass::text as name
from msingi_catalog.pg_index i join msingi_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attname = $2
where i.indrelid = $1::regclass and i.indnatts = 1 and i.indkey[0] = a.attnum and i.indisunique = $3`

/** dropIndexes drops the indexes on one column alone, the unique ones or the others. */
export async function dropIndexes(
  change: SchemaChange,
  table: string,
  column: string,
  unique: boolean,
): Promise<void> {
  const { rows } = await change.client.query<{ name: string }>(FIND, [quoteIdentifier(table), column, unique])
  await run(
    change,
    rows.map(({ name }) => `drop index ${name}`),
  )
}

async function refuseDuplicates(change: SchemaChange, table: string, column: string): Promise<void> {
  const name = quoteIdentifier(column)
  const values = await readNumber(
    change,
    `select count(*) from (select from ${quoteIdentifier(table)} where deleted_at is null and ${name} is not null
     group by ${name} having count(*) > 1) d`,
  )
  if (values === 0) return
  throw conflict(
    'values_in_the_way',
    `The column ${column} cannot be unique: ${values} ${values === 1 ? 'value occurs' : 'values occur'} in more than one row.`,
    { column, values },
  )
}
