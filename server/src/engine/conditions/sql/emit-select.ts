// The SQL of a condition's subqueries. Deleted rows are left out here, because the policy of the other table does not
// do it: an UPDATE that deletes a row must still see it.

import type { Checked, Join, Select } from '#engine/conditions/syntax/checked.ts'
import type { RangeEntry } from '#engine/conditions/syntax/scope.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { CallerSql } from './caller-sql.ts'

type Emitter = (checked: Checked) => string

/** emitSelect writes a subquery's statement. */
export function emitSelect(
  { target, from, where, groupBy, limit }: Select,
  emit: Emitter,
  caller: CallerSql,
): string {
  const tables = from.map(({ first, joins }) =>
    [emitTable(first, caller), ...joins.map((join) => emitJoin(join, emit, caller))].join(' '),
  )
  const conditions = [...(where ? [emit(where)] : []), ...from.flatMap((part) => visibleRows(part, caller))]
  return [
    `SELECT ${target ? emit(target) : '1'}`,
    tables.length > 0 ? `FROM ${tables.join(', ')}` : '',
    conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '',
    groupBy.length > 0 ? `GROUP BY ${groupBy.map(emit).join(', ')}` : '',
    limit === undefined ? '' : `LIMIT ${limit}`,
  ]
    .filter((clause) => clause !== '')
    .join(' ')
}

function emitTable(entry: RangeEntry, caller: CallerSql): string {
  const { schema, slug } = entry.table
  return `${qualify(schema, slug)} AS ${quoteIdentifier(caller.alias(entry))}`
}

// For a table joined by LEFT JOIN the tests must stand in ON: in WHERE they would drop the row that it is joined to.
function emitJoin({ join, entry, on }: Join, emit: Emitter, caller: CallerSql): string {
  if (!on) return `${join} ${emitTable(entry, caller)}`
  return `${join} ${emitTable(entry, caller)} ON ${[emit(on), ...visible(entry, caller)].join(' AND ')}`
}

function visibleRows({ first, joins }: Select['from'][number], caller: CallerSql): readonly string[] {
  const others = joins.flatMap(({ on, entry }) => (on ? [] : visible(entry, caller)))
  return [...visible(first, caller), ...others]
}

function visible(entry: RangeEntry, caller: CallerSql): readonly string[] {
  const isLiving = `(${quoteIdentifier(caller.alias(entry))}."deleted_at" IS NULL)`
  const mayBeDeleted = entry.table.soft_delete && !entry.readsDeleted
  return [...(mayBeDeleted ? [isLiving] : []), ...caller.access(entry)]
}
