// How requests name the paths from one table to rows of another: `author`, `authors!editor`, `tags!post_tags`.

import { FilterError } from '#engine/request/operands.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import {
  type RelationPath,
  relationPathsFrom,
  relationPathsThrough,
  type SchemaShape,
} from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { shorten } from '#engine/shapes/shorten.ts'

/**
 * findRelation returns the path that a request means by a name: a relationship's name or its column where this table
 * refers, else the other table's. `hint` distinguishes paths between the same two tables. A table that refers to itself
 * goes by its own name to the rows that refer, and by the relationship's to the row referred to.
 *
 * A path through a link table is meant only where no relationship leads to the other table, or where the hint says so:
 * any table that refers to two others is one, and a new table must not change what requests have meant so far.
 */
export function findRelation(
  schema: SchemaShape,
  from: TableShape,
  name: string,
  hint: string | undefined,
): RelationPath {
  const known = relationPathsFrom(schema, from)
  const through = () => relationPathsThrough(schema, from).filter(({ relation }) => relation.table === name)
  const { path, byTable, linked } = resolveRelation(from, known, through, name, hint)
  if (path !== undefined) return path
  const all = through()
  const named = hintedNames(all)
  const meant = [...byTable, ...linked]
  const shown = shownBy(schema)
  if (meant.length > 0) throw new FilterError(ambiguous(from, name, meant.filter(shown).map(named)))
  const others = [...known, ...all]
    .filter(shown)
    .map((path) => (path.relation.forward ? path.relation.name : named(path)))
  throw new FilterError(unknown(from, name, hint, others))
}

/** Resolved is the path that a name means, if it means one, and those to a table of that name. */
export interface Resolved {
  readonly path: RelationPath | undefined
  readonly byTable: readonly RelationPath[]
  readonly linked: readonly RelationPath[]
}

/** resolveRelation is findRelation among paths that are known already: along relationships, and through link tables to `name`. */
export function resolveRelation(
  from: TableShape,
  known: readonly RelationPath[],
  through: () => readonly RelationPath[],
  name: string,
  hint: string | undefined,
): Resolved {
  const hinted = known.filter((path) => hint === undefined || hintsOf(path).includes(hint))
  const [byName] = hinted.filter(({ relation }) => relation.forward && relation.name === name)
  const [byColumn] = hinted.filter(({ relation }) => relation.forward && relation.link === name)
  const byTable = hinted.filter(
    ({ relation: { table, forward } }) => table === name && !(forward && table === from.slug),
  )
  const direct = byName ?? byColumn ?? only(byTable)
  if (direct !== undefined) return { path: direct, byTable, linked: [] }
  const linked = through().filter((path) => hint === undefined || hintsOf(path).includes(hint))
  return { path: byTable.length === 0 ? only(linked) : undefined, byTable, linked }
}

// Refusals show no path to or through tables whose names the caller may not learn.
function shownBy({ tables }: SchemaShape): (path: RelationPath) => boolean {
  const listed = new Set(tables.keys())
  return ({ table, through }) =>
    listed.has(table.slug) && (through === undefined || listed.has(through.table.slug))
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined
}

// What may stand behind the `!`. A link table can lead to one table by several paths, which its columns distinguish.
function hintsOf(path: RelationPath): string[] {
  return [...spellingsOf(path), path.relation.name, path.relation.link]
}

function spellingsOf({ through }: RelationPath): string[] {
  if (through === undefined) return []
  const { table, column, other_column } = through
  return [table.slug, `${table.slug}.${other_column}`, `${table.slug}.${column}.${other_column}`]
}

// How each path is written so that it means no other, in the shortest manner.
function hintedNames(all: readonly RelationPath[]): (path: RelationPath) => string {
  const counts = new Map<string, number>()
  for (const spelling of all.flatMap((path) => [...new Set(spellingsOf(path))]))
    counts.set(spelling, (counts.get(spelling) ?? 0) + 1)
  return (path) => {
    const { table, name } = path.relation
    if (path.through === undefined) return `${table}!${name}`
    return `${table}!${spellingsOf(path).find((spelling) => counts.get(spelling) === 1)}`
  }
}

function ambiguous(from: TableShape, name: string, choices: readonly string[]): string {
  if (choices.length === 0)
    return `select: ${from.slug} and ${name} have several relationships; name one as ${name}!relationship.`
  return `select: ${from.slug} and ${name} have several relationships; write one of ${shorten(choices)}.`
}

function unknown(from: TableShape, name: string, hint: string | undefined, known: readonly string[]): string {
  if (from.is_view === true)
    return `select: ${from.slug} is a view and has no relationships; join ${name.slice(0, 63)} in its definition.`
  const asked = `${name}${hint === undefined ? '' : `!${hint}`}`.slice(0, 130)
  const near = known.length === 0 ? ' It has none.' : suggestion(name, new Set(known))
  return `select: ${from.slug} has no relationship ${asked}.${near}`
}
