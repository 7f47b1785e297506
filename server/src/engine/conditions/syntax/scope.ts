// Which column a name means, by PostgreSQL's rules: the innermost query that knows the name decides, and two tables
// of that one query that both know it are an error.

import type { Fail } from '#engine/parser/parse-sql.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'

/** RangeEntry is one table that a query level can see. */
export interface RangeEntry {
  /** name is what the condition calls the table: its alias, else its slug. */
  readonly name: string
  /** qualifier is what the emitted SQL calls it; it is never a word of the client's choice, save the own table's slug. */
  readonly qualifier: string
  readonly table: TableShape
  /** own is true for the policy's table itself. */
  readonly own: boolean
  /** unrestricted is true where the rows are read past the table's policies. */
  readonly unrestricted: boolean
  /** readsDeleted is set as soon as the condition mentions the table's `deleted_at`. */
  readsDeleted: boolean
}

/** SubqueryScope is one query level with the levels around it. */
export interface SubqueryScope {
  readonly entries: readonly RangeEntry[]
  readonly outer: SubqueryScope | undefined
}

interface Found {
  readonly entry: RangeEntry
  readonly column: ColumnShape
}

/** resolveColumn finds what `column` or `table.column` means, or throws. */
export function resolveColumn(
  fields: readonly string[],
  scope: SubqueryScope,
  error: Fail,
  location: number | undefined,
): Found {
  const [qualifier, name] = fields.length === 1 ? [undefined, fields[0]] : fields
  if (fields.length > 2 || name === undefined) {
    throw error(
      `write ${fields.slice(-2).join('.')} without a schema: a condition names tables by their slug`,
      location,
    )
  }
  const entries = qualifier === undefined ? undefined : entriesCalled(qualifier, scope)
  if (entries?.length === 0) {
    const near = suggestion(qualifier ?? '', new Set(allEntries(scope).map((entry) => entry.name)))
    throw error(`unknown table ${qualifier} in ${qualifier}.${name}${near && `.${near}`}`, location)
  }
  const found = entries ? findIn(entries, name) : findOutwards(name, scope)
  const [only] = found
  if (!only) throw error(unknownColumn(name, entries ?? allEntries(scope)), location)
  if (found.length > 1) throw error(`column ${name} is ambiguous: say which table's`, location)
  return only
}

function entriesCalled(qualifier: string, scope: SubqueryScope | undefined): readonly RangeEntry[] {
  if (!scope) return []
  const entries = scope.entries.filter((entry) => entry.name === qualifier)
  return entries.length > 0 ? entries : entriesCalled(qualifier, scope.outer)
}

function findIn(entries: readonly RangeEntry[], name: string): readonly Found[] {
  return entries.flatMap((entry) => {
    const column = entry.table.columns.get(name)
    return column ? [{ entry, column }] : []
  })
}

function findOutwards(name: string, scope: SubqueryScope | undefined): readonly Found[] {
  if (!scope) return []
  const found = findIn(scope.entries, name)
  return found.length > 0 ? found : findOutwards(name, scope.outer)
}

function allEntries(scope: SubqueryScope | undefined): readonly RangeEntry[] {
  return scope ? [...scope.entries, ...allEntries(scope.outer)] : []
}

function unknownColumn(name: string, entries: readonly RangeEntry[]): string {
  const known = new Set(entries.flatMap(({ table }) => [...table.columns.keys()]))
  const tables = [...new Set(entries.map(({ table }) => table.slug))].join(', ')
  const near = suggestion(name, known)
  return `unknown column ${name} in ${tables}${near && `.${near}`}`
}
