// The names by which a webhook asks for events: a type, a group such as `payment.*`, `*`, and for rows also a table, as in
// `row.inserted:orders`.
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { ProjectTables } from '#platform/db/catalog/table-shapes.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'

type Events = readonly ProjectEvent[]

const groupOf = (type: string) => `${type.split('.')[0]}.*`

/** isBuiltIn reports whether the changes of a table have events of their own, instead of those of rows. */
export function isBuiltIn(events: Events, { slug, read_only }: TableShape): boolean {
  return read_only && events.some(({ from }) => from?.table.slug === slug)
}

/** readPatterns returns the names that a webhook asks for without repetitions, or throws 400 for unknown ones. */
export function readPatterns(events: Events, given: readonly string[], tables: ProjectTables): string[] {
  const problems = given.flatMap((name) => problemOf(events, name, tables) ?? [])
  if (problems.length > 0) throw invalidInput(problems.map((problem) => `events: ${problem}`))
  return [...new Set(given)]
}

function problemOf(events: Events, name: string, tables: ProjectTables): string | undefined {
  const [type = '', slug, ...rest] = name.split(':')
  const names = new Set(['*', ...events.map((one) => groupOf(one.type)), ...events.map((one) => one.type)])
  if (!names.has(type)) return `there is no event ${name.slice(0, 100)}.${suggestion(type, names)}`
  if (slug === undefined) return undefined
  if (!type.startsWith('row.') || rest.length > 0)
    return `${name.slice(0, 100)}: only events of rows name a table, such as row.inserted:orders.`
  const table = tables.get(slug)
  if (table === undefined)
    return `the table ${slug.slice(0, 63)} was not found.${suggestion(slug, tables.keys())}`
  if (table.is_view === true) return `${slug} is a view, which has no events: name its tables.`
  if (isBuiltIn(events, table))
    return `the table ${slug} has events of its own, such as ${eventsOf(events, slug)[0]?.type}.`
  return undefined
}

function eventsOf(events: Events, slug: string): Events {
  return events.filter(({ from }) => from?.table.slug === slug)
}

/** tableOfPatterns returns the slug of the one table that all patterns name; undefined where they do not. */
export function tableOfPatterns(patterns: readonly string[]): string | undefined {
  const slugs = new Set(patterns.map((pattern) => pattern.split(':')[1]))
  return slugs.size === 1 ? [...slugs][0] : undefined
}

/** tablesFor returns the tables whose changes are needed for some patterns. */
export function tablesFor(
  events: Events,
  patterns: ReadonlySet<string>,
  tables: ProjectTables,
): TableShape[] {
  return [...tables.values()].filter((table) => table.is_view !== true && isNeeded(events, patterns, table))
}

function isNeeded(events: Events, patterns: ReadonlySet<string>, table: TableShape): boolean {
  if (patterns.has('*')) return true
  if (!isBuiltIn(events, table))
    return [...patterns].some(
      (pattern) => pattern.startsWith('row.') && [undefined, table.slug].includes(pattern.split(':')[1]),
    )
  return eventsOf(events, table.slug).some(({ type }) => patterns.has(type) || patterns.has(groupOf(type)))
}

/** wantsAllTables reports whether tables that are made later are needed as well. */
export function wantsAllTables(patterns: Iterable<string>): boolean {
  for (const pattern of patterns)
    if (pattern === '*' || (pattern.startsWith('row.') && !pattern.includes(':'))) return true
  return false
}
