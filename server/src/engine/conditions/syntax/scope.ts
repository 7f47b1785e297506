// Which column a name means, by PostgreSQL's rules: the innermost query that knows the name decides, and two tables
// of that one query that both know it are an error.

import type { Fail } from '#engine/parser/parse-sql.ts'
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
  if (entries?.length === 0) throw error(`unknown table ${qualifier} in ${qualifier}.${name}`, location)
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
  const near = closest(name, [...known])
  const tables = [...new Set(entries.map(({ table }) => table.slug))].join(', ')
  return `unknown column ${name} in ${tables}${near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''}`
}

// Each is compared letter by letter.
const MAX_CANDIDATES = 500

/** closest returns up to three of the known names that a mistyped one may have meant, the nearest first. */
export function closest(name: string, known: readonly string[]): readonly string[] {
  return known
    .slice(0, MAX_CANDIDATES)
    .map((candidate) => ({ candidate, distance: editDistance(name.slice(0, 63), candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.ceil(Math.min(name.length, candidate.length) / 3))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate)
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
