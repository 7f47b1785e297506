// Names of columns. Each is found here, by PostgreSQL's rules, and written with the alias of its relation, which nothing
// else in the query has: so a name can neither mean another relation's column nor, as `row.function`, become a call.

import type { ColumnRef, Node } from '#engine/parser/syntax-tree.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import {
  type Context,
  type Entry,
  type SelectScope,
  type Visible,
  weigh,
} from '#engine/sql/context/context.ts'
import { marked, type Sql } from '#engine/sql/context/fragment.ts'

/** writeColumn writes `column`, `table.column`, or `table` for a whole row. */
export function writeColumn(reference: ColumnRef, context: Context): Sql {
  const { location } = reference
  const column = findReference(reference, context)
  weigh(context, column.weight, location)
  if (column.gathered) context.meter.gathered = true
  return marked(location, column.sql)
}

/** findReference finds what a reference means, or throws. */
export function findReference({ fields = [], location }: ColumnRef, context: Context): Visible {
  const { fail } = context.state
  if (fields.some((field) => 'A_Star' in field)) throw fail('A star is not allowed here', location)
  const names = fields.map(textOf)
  if (names.length > 2) throw fail(`write ${names.slice(-2).join('.')}, without a schema`, location)
  const [first = '', second] = names
  if (second !== undefined) return findIn(first, second, context, location)
  const column = findColumn(first, context.scope, context, location) ?? wholeRow(first, context.scope)
  if (column) return column
  throw fail(unknownColumn(first, context.scope), location)
}

/** findColumn finds an unqualified name, from the innermost level outwards. */
export function findColumn(
  name: string,
  scope: SelectScope | undefined,
  context: Context,
  location: number | undefined,
): Visible | undefined {
  if (!scope) return undefined
  const [found, second] = called(name, scope.visible)
  if (second) throw context.state.fail(`the column ${name} is ambiguous: say which table's`, location)
  return found ?? findColumn(name, scope.outer, context, location)
}

/** starOf returns the columns that `*` or `table.*` stands for; undefined for any other name. */
export function starOf(
  { fields = [], location }: ColumnRef,
  context: Context,
): readonly Visible[] | undefined {
  const last = fields.at(-1)
  if (!last || !('A_Star' in last)) return undefined
  const { scope } = context
  if (fields.length === 1 && scope && scope.entries.length > 0) return scope.visible
  if (fields.length === 2) return findEntry(textOf(fields[0] as Node), context, location).columns
  throw context.state.fail('SELECT * needs a table in FROM', location)
}

const indexes = new WeakMap<readonly Visible[], ReadonlyMap<string, readonly Visible[]>>()

// A query may name thousands of columns, each of which is looked for in all that stand in FROM.
function called(name: string, columns: readonly Visible[]): readonly Visible[] {
  const index = indexes.get(columns) ?? Map.groupBy(columns, (column) => column.name)
  indexes.set(columns, index)
  return index.get(name) ?? []
}

function textOf(node: Node): string {
  return 'String' in node ? (node.String.sval ?? '') : ''
}

function findEntry(name: string, { state, scope }: Context, location: number | undefined): Entry {
  for (let level = scope; level; level = level.outer) {
    const [found, second] = level.entries.filter((entry) => entry.name === name)
    if (second) throw state.fail(`the table ${name} is in FROM more than once: add aliases`, location)
    if (found) return found
  }
  throw state.fail(`the table ${name} does not stand in FROM here`, location)
}

function findIn(table: string, name: string, context: Context, location: number | undefined): Visible {
  const { columns } = findEntry(table, context, location)
  const [found, second] = called(name, columns)
  if (second) throw context.state.fail(`the column ${table}.${name} is ambiguous`, location)
  if (found) return found
  const names = columns.map((column) => column.name)
  throw context.state.fail(
    `there is no column ${name} in ${table}.${suggestion(name, new Set(names))}`,
    location,
  )
}

function wholeRow(name: string, scope: SelectScope | undefined): Visible | undefined {
  if (!scope) return undefined
  const [found, second] = scope.entries.filter((entry) => entry.name === name)
  if (!found || second) return wholeRow(name, scope.outer)
  const weight = found.columns.reduce((sum, column) => sum + column.weight, 0)
  const gathered = found.columns.some((column) => column.gathered)
  return { name, sql: `"${found.alias}"`, weight, gathered }
}

function unknownColumn(name: string, scope: SelectScope | undefined): string {
  const names: string[] = []
  for (let level = scope; level; level = level.outer)
    names.push(...level.visible.map((column) => column.name))
  if (names.length === 0) return `there is no column ${name}: the query has no FROM here`
  return `there is no column ${name}.${suggestion(name, new Set(names))}`
}
