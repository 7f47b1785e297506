// Defaults of columns, which PostgreSQL itself has to accept (spec 2.14).
import pg from 'pg'
import { baseType, type ColumnDefinition, columnType } from '#engine/ddl/ddl-column.ts'
import { type ColumnDefault, defaultSql } from '#engine/ddl/ddl-default.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { fieldErrors } from '#schema/change/names.ts'
import { run, type SchemaChange } from '#schema/change/schema-change.service.ts'

const { DatabaseError } = pg

/** checkDefault has PostgreSQL parse a constant default, which it would else do at the first insert. Throws a 400. */
export async function checkDefault(
  { client }: SchemaChange,
  table: string,
  column: ColumnDefinition,
  at = '',
): Promise<void> {
  // The labels of an enum are checked already, and its type may not exist yet.
  if (column.default?.kind !== 'constant' || column.data_type === 'enum') return
  try {
    await client.query(`select ${quoteLiteral(column.default.text)}::${columnType(table, column)}`)
  } catch (error) {
    if (!(error instanceof DatabaseError) || !error.code?.startsWith('22')) throw error
    const problem = `the column ${column.name} cannot have this default: ${error.message}`
    throw fieldErrors([{ field: `${at}default_value`, problem }])
  }
}

/** changeDefault sets or drops a column's default if it differs from the current one. */
export async function changeDefault(
  change: SchemaChange,
  table: string,
  present: ColumnDefault | undefined,
  next: ColumnDefinition,
): Promise<void> {
  if (JSON.stringify(present) === JSON.stringify(next.default)) return
  await checkDefault(change, table, next)
  const column = `alter table ${quoteIdentifier(table)} alter column ${quoteIdentifier(next.name)}`
  const statement =
    next.default === undefined
      ? `${column} drop default`
      : `${column} set default ${defaultSql(next.default, baseType(table, next))}`
  await run(change, [statement])
}
