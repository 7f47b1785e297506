// New labels of an enum column, which PostgreSQL adds without touching a row (spec 2.14).
import { baseType, type ColumnDefinition } from '#engine/ddl-column.ts'
import { quoteLiteral } from '#engine/identifiers.ts'
import { run, type SchemaChange } from './schema-change.service.ts'
import type { Column } from './structure.store.ts'

/** onlyAddsLabels is true where every old label stays, in its order, and the default is not a new one. */
export function onlyAddsLabels(column: Column, next: ColumnDefinition): boolean {
  if (column.data_type !== 'enum' || next.data_type !== 'enum') return false
  const old = column.enum_values ?? []
  if (next.enum_values.length === old.length) return false
  const kept = next.enum_values.filter((label) => old.includes(label))
  // PostgreSQL lets nobody use a label before it is committed.
  const usable = next.default?.kind !== 'constant' || old.includes(next.default.text)
  return usable && JSON.stringify(kept) === JSON.stringify(old)
}

/** addLabels adds the labels that are new, each at its place. */
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
