// New labels of an enum column, which PostgreSQL adds without rewriting rows.
import { baseType, type ColumnDefinition } from '#engine/ddl/ddl-column.ts'
import { objectName } from '#engine/ddl/ddl-names.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import { run, type SchemaChange } from '#modules/database/schema/change/schema-change.service.ts'
import type { Column } from '#modules/database/schema/change/structure.store.ts'
import { conflict } from '#platform/errors/app-error.ts'

/** refuseForeignEnum throws a 409 if an enum column's type was created by SQL: other columns can have it too. */
export async function refuseForeignEnum(
  { client }: SchemaChange,
  table: string,
  column: Column,
): Promise<void> {
  if (column.data_type !== 'enum') return
  const { rows } = await client.query<{ name: string }>(
    `select t.typname as name from msingi_catalog.pg_attribute a join msingi_catalog.pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum = $2`,
    [quoteIdentifier(table), column.attnum],
  )
  const name = rows[0]?.name ?? ''
  if (name === objectName('enum', table, column.name)) return
  throw conflict(
    'wrong_state',
    `The column ${column.name} is of the type ${name}, which was created by SQL. Change it with exec-ddl.`,
    { type: name },
  )
}

/** onlyAddsLabels reports whether all old labels stay in their order, and the default is not a new one. */
export function onlyAddsLabels(column: Column, next: ColumnDefinition): boolean {
  if (column.data_type !== 'enum' || next.data_type !== 'enum') return false
  const old = column.enum_values ?? []
  if (next.enum_values.length === old.length) return false
  const kept = next.enum_values.filter((label) => old.includes(label))
  // A new label cannot be used before it is committed.
  const usable = next.default?.kind !== 'constant' || old.includes(next.default.text)
  return usable && JSON.stringify(kept) === JSON.stringify(old)
}

/** addLabels adds the new labels at their positions. */
export async function addLabels(
  change: SchemaChange,
  table: string,
  column: Column,
  next: ColumnDefinition,
): Promise<void> {
  const old = column.enum_values ?? []
  const type = baseType(table, next)
  const statements = next.enum_values.flatMap((label, index) => {
    if (old.includes(label)) return []
    const before = next.enum_values[index - 1]
    const place =
      before === undefined ? `before ${quoteLiteral(old[0] ?? '')}` : `after ${quoteLiteral(before)}`
    return [`alter type ${type} add value ${quoteLiteral(label)} ${place}`]
  })
  await run(change, statements)
}
