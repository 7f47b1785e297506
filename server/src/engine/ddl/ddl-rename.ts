// Conditions of policies after a rename. PostgreSQL follows renames in its own policies; the text that the project
// wrote, from which the policy is compiled anew and live events are decided, has to follow too.

import { CONDITION_BOUNDS, CONDITION_FRAME } from '#engine/conditions/syntax/parse.ts'
import { parseSql } from '#engine/parser/parse-sql.ts'
import type { Node, RangeVar } from '#engine/parser/syntax-tree.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'

/** Rename is a table, or one column of a table, that gets a new name. */
export interface Rename {
  readonly table: string
  /** column is absent where the table itself is renamed. */
  readonly column?: string | undefined
  readonly to: string
}

/** TableNames returns the column names of the project's tables by slug, as they were before the rename. */
export type TableNames = ReadonlyMap<string, ReadonlySet<string>>

interface Entry {
  readonly name: string
  readonly table: string
  /** aliased entries keep their name when the table is renamed. */
  readonly aliased: boolean
}

interface RenameScope {
  readonly entries: readonly Entry[]
  readonly outer: RenameScope | undefined
}

interface Found {
  readonly entry: Entry
  /** place tells which table of which query level it is, whatever the names are. */
  readonly place: string
}

interface Walk {
  readonly tables: TableNames
  readonly columns: {
    readonly found: Found | undefined
    readonly names: readonly string[]
    readonly at: number
  }[]
  readonly relations: { readonly table: string; readonly at: number }[]
}

/**
 * renameInCondition returns a condition with the names replaced where they mean what was renamed, or undefined where a
 * replaced name would mean something else, because a subquery knows another thing by that name. It throws a SqlError
 * where the condition becomes too long.
 */
export function renameInCondition(
  source: string,
  own: string,
  tables: TableNames,
  rename: Rename,
): string | undefined {
  const before = walkCondition(source, own, tables)
  const renamed = replaceAt(source, placesOf(before, rename), rename.to)
  const newOwn = rename.column === undefined && own === rename.table ? rename.to : own
  const after = walkCondition(renamed, newOwn, renameTables(tables, rename))
  return meaningOf(before, rename) === meaningOf(after, undefined) ? renamed : undefined
}

function walkCondition(source: string, own: string, tables: TableNames): Walk {
  const walk: Walk = { tables, columns: [], relations: [] }
  const scope = { entries: [{ name: own, table: own, aliased: false }], outer: undefined }
  visit(parseSql(source, CONDITION_BOUNDS, CONDITION_FRAME).statements, scope, walk)
  return walk
}

function visit(node: unknown, scope: RenameScope, walk: Walk): void {
  if (Array.isArray(node)) for (const child of node) visit(child, scope, walk)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  for (const [kind, body] of Object.entries(node)) {
    if (kind === 'ColumnRef') visitColumn(body, scope, walk)
    else if (kind === 'SelectStmt') visitSelect(body, scope, walk)
    else visit(body, scope, walk)
  }
}

interface SelectBody {
  readonly fromClause?: readonly Node[]
}

function visitSelect(select: SelectBody, outer: RenameScope, walk: Walk): void {
  const { fromClause, ...rest } = select
  const entries = (fromClause ?? []).flatMap((item) => visitFrom(item, outer, walk))
  visit(Object.values(rest), { entries, outer }, walk)
}

// ON sees the tables of its own join so far, as in PostgreSQL.
function visitFrom(item: Node, outer: RenameScope, walk: Walk): Entry[] {
  if ('JoinExpr' in item) {
    const { larg, rarg, quals } = item.JoinExpr
    const entries = [larg, rarg].flatMap((side) => (side === undefined ? [] : visitFrom(side, outer, walk)))
    visit(quals, { entries, outer }, walk)
    return entries
  }
  const read = 'RangeVar' in item ? item.RangeVar : unrestrictedOf(item)
  if (read === undefined) return []
  const { relname: table = '', alias, location = 0 } = read
  walk.relations.push({ table, at: location })
  return [{ name: alias?.aliasname ?? table, table, aliased: alias !== undefined }]
}

// The table in unrestricted(table).
function unrestrictedOf(item: Node): Pick<RangeVar, 'relname' | 'alias' | 'location'> | undefined {
  if (!('RangeFunction' in item)) return undefined
  const { functions: [only] = [], alias } = item.RangeFunction
  const call = only !== undefined && 'List' in only ? only.List.items?.[0] : undefined
  const table = call !== undefined && 'FuncCall' in call ? call.FuncCall.args?.[0] : undefined
  if (table === undefined || !('ColumnRef' in table)) return undefined
  const { fields: [name] = [], location } = table.ColumnRef
  if (name === undefined || !('String' in name)) return undefined
  return {
    relname: name.String.sval ?? '',
    ...(alias && { alias }),
    ...(location !== undefined && { location }),
  }
}

interface ColumnBody {
  readonly fields?: readonly Node[]
  readonly location?: number
}

function visitColumn({ fields, location = 0 }: ColumnBody, scope: RenameScope, walk: Walk): void {
  const names = (fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : '*'))
  const [first = '', second] = names
  const matches = (entry: Entry) =>
    second === undefined ? walk.tables.get(entry.table)?.has(first) === true : entry.name === first
  walk.columns.push({ found: resolve(matches, scope, 0), names, at: location })
}

// The innermost query that knows a name decides; two tables of it that both do would be an error.
function resolve(
  matches: (entry: Entry) => boolean,
  scope: RenameScope | undefined,
  level: number,
): Found | undefined {
  if (scope === undefined) return undefined
  const indexes = scope.entries.flatMap((entry, index) => (matches(entry) ? [index] : []))
  const [index] = indexes
  if (index === undefined) return resolve(matches, scope.outer, level + 1)
  return { entry: scope.entries[index] as Entry, place: `${level}:${indexes.join('+')}` }
}

interface Place {
  readonly at: number
  /** skip is how many names stand before the one to replace. */
  readonly skip: number
}

function placesOf({ columns, relations }: Walk, { table, column }: Rename): Place[] {
  if (column !== undefined) {
    return columns
      .filter(({ found, names }) => found?.entry.table === table && names.at(-1) === column)
      .map(({ names, at }) => ({ at, skip: names.length - 1 }))
  }
  const qualifiers = columns.filter(
    ({ found, names }) => names.length > 1 && found?.entry.table === table && !found.entry.aliased,
  )
  return [...relations.filter((relation) => relation.table === table), ...qualifiers].map(({ at }) => ({
    at,
    skip: 0,
  }))
}

function meaningOf({ columns }: Walk, rename: Rename | undefined): string {
  return columns
    .map(({ found, names }) => {
      const name = names.at(-1)
      const renamed = rename !== undefined && found?.entry.table === rename.table && name === rename.column
      return `${found?.place} ${renamed ? rename.to : name}`
    })
    .join('\n')
}

function renameTables(tables: TableNames, { table, column, to }: Rename): TableNames {
  return new Map(
    [...tables].map(([slug, columns]) => {
      if (slug !== table) return [slug, columns]
      if (column === undefined) return [to, columns]
      return [slug, new Set([...columns].map((name) => (name === column ? to : name)))]
    }),
  )
}

// A name with the blanks and the dot behind it. Within a Latin-1 copy of the bytes an index is a byte offset.
const NAME = /("[^"]*(?:""[^"]*)*"|[A-Za-z_\x80-\xff][\w$\x80-\xff]*)([ \t-\r]*\.[ \t-\r]*)?/y

function replaceAt(source: string, places: readonly Place[], to: string): string {
  const bytes = latin1(new TextEncoder().encode(source))
  const name = latin1(new TextEncoder().encode(quoteIdentifier(to)))
  const parts: string[] = []
  let end = 0
  for (const { at, skip } of places.toSorted((a, b) => a.at - b.at)) {
    NAME.lastIndex = at - CONDITION_FRAME.start.length
    for (let i = 0; i < skip; i++) NAME.exec(bytes)
    const start = NAME.lastIndex
    const old = NAME.exec(bytes)?.[1] ?? ''
    if (start < end) continue
    parts.push(bytes.slice(end, start), name)
    end = start + old.length
  }
  parts.push(bytes.slice(end))
  return new TextDecoder().decode(Uint8Array.from(parts.join(''), (character) => character.charCodeAt(0)))
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
