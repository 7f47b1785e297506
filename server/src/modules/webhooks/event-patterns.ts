// The names by which a webhook asks for events: a type, a group such as `payment.*`, `*`, and for rows also a table, as in
// `row.inserted:orders`.
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { type BuiltInTable, EVENT_TYPES } from './event-types.ts'

const GROUPS = [...new Set(EVENT_TYPES.map(({ type }) => `${type.split('.')[0]}.*`))]
const NAMES: ReadonlySet<string> = new Set(['*', ...GROUPS, ...EVENT_TYPES.map(({ type }) => type)])
const BUILT_IN: ReadonlySet<string> = new Set(EVENT_TYPES.flatMap(({ table }) => table ?? []))

/** isBuiltIn reports whether the changes of a table have events of their own, instead of those of rows. */
export function isBuiltIn({ slug, read_only }: TableShape): boolean {
  return read_only && BUILT_IN.has(slug)
}

/** readPatterns returns the names that a webhook asks for without repetitions, or throws 400 for unknown ones. */
export function readPatterns(given: readonly string[], tables: ProjectTables): string[] {
  const problems = given.flatMap((name) => problemOf(name, tables) ?? [])
  if (problems.length > 0) throw invalidInput(problems.map((problem) => `events: ${problem}`))
  return [...new Set(given)]
}

function problemOf(name: string, tables: ProjectTables): string | undefined {
  const [type = '', slug, ...rest] = name.split(':')
  if (!NAMES.has(type)) return `there is no event ${name.slice(0, 100)}.${suggestion(type, NAMES)}`
  if (slug === undefined) return undefined
  if (!type.startsWith('row.') || rest.length > 0)
    return `${name.slice(0, 100)}: only events of rows name a table, such as row.inserted:orders.`
  const table = tables.get(slug)
  if (table === undefined)
    return `the table ${slug.slice(0, 63)} was not found.${suggestion(slug, tables.keys())}`
  if (table.is_view === true) return `${slug} is a view, which has no events: name its tables.`
  if (isBuiltIn(table)) return `the table ${slug} has events of its own, such as ${ownEventOf(slug)}.`
  return undefined
}

function ownEventOf(slug: string): string {
  return EVENT_TYPES.find(({ table }) => table === slug)?.type ?? '*'
}

/** tableOfPatterns returns the slug of the one table that all patterns name; undefined where they do not. */
export function tableOfPatterns(patterns: readonly string[]): string | undefined {
  const slugs = new Set(patterns.map((pattern) => pattern.split(':')[1]))
  return slugs.size === 1 ? [...slugs][0] : undefined
}

/** tablesFor returns the tables whose changes are needed for some patterns. */
export function tablesFor(patterns: ReadonlySet<string>, tables: ProjectTables): TableShape[] {
  return [...tables.values()].filter((table) => table.is_view !== true && isNeeded(patterns, table))
}

function isNeeded(patterns: ReadonlySet<string>, table: TableShape): boolean {
  if (patterns.has('*')) return true
  if (!isBuiltIn(table))
    return [...patterns].some(
      (pattern) => pattern.startsWith('row.') && [undefined, table.slug].includes(pattern.split(':')[1]),
    )
  const own = EVENT_TYPES.filter((type) => type.table === (table.slug as BuiltInTable))
  return own.some(({ type }) => patterns.has(type) || patterns.has(`${type.split('.')[0]}.*`))
}

/** wantsAllTables reports whether tables that are made later are needed as well. */
export function wantsAllTables(patterns: Iterable<string>): boolean {
  for (const pattern of patterns)
    if (pattern === '*' || (pattern.startsWith('row.') && !pattern.includes(':'))) return true
  return false
}
