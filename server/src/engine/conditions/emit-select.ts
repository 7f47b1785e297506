// The SQL of a condition's subqueries. Deleted rows are left out here, because the policy of the other table does not
// do it: an UPDATE that deletes a row must still see it.
import { qualify, quoteIdentifier } from '#engine/identifiers.ts'
import type { Checked, Join, Select } from './checked.ts'
import type { RangeEntry } from './scope.ts'

type Emitter = (checked: Checked) => string

/** emitSelect writes a subquery's statement. */
export function emitSelect({ target, from, where, groupBy, limit }: Select, emit: Emitter): string {
  const tables = from.map(({ first, joins }) =>
    [emitTable(first), ...joins.map((join) => emitJoin(join, emit))].join(' '),
  )
  const conditions = [...(where ? [emit(where)] : []), ...from.flatMap(livingRows)]
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

function emitTable({ qualifier, table }: RangeEntry): string {
  return `${qualify(table.schema, table.slug)} AS ${quoteIdentifier(qualifier)}`
}

// For a table joined by LEFT JOIN the test must stand in ON: in WHERE it would drop the row that it is joined to.
function emitJoin({ join, entry, on }: Join, emit: Emitter): string {
  if (!on) return `${join} ${emitTable(entry)}`
  return `${join} ${emitTable(entry)} ON ${[emit(on), ...living(entry)].join(' AND ')}`
}

function livingRows({ first, joins }: Select['from'][number]): readonly string[] {
  return [...living(first), ...joins.flatMap(({ on, entry }) => (on ? [] : living(entry)))]
}

function living(entry: RangeEntry): readonly string[] {
  if (!entry.table.soft_delete || entry.readsDeleted) return []
  return [`(${quoteIdentifier(entry.qualifier)}."deleted_at" IS NULL)`]
}
