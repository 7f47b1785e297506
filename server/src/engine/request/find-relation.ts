// How requests name the ways from one table to rows of another: `author`, `authors!editor`, `tags!post_tags`.

import { type SchemaShape, type Way, waysFrom, waysThrough } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { shorten } from '#engine/shapes/shorten.ts'
import { FilterError } from './operands.ts'

/**
 * findRelation gives the way that a request means by a name: a relationship's name or its column where this table
 * refers, else the other table's. `hint` tells ways between the same two tables apart. A table that refers to itself
 * goes by its own name to the rows that refer, and by the relationship's to the row referred to.
 *
 * A way through a link table is meant only where no relationship leads to the other table, or where the hint says so:
 * any table that refers to two others is one, and a new table must not change what requests have meant so far.
 */
export function findRelation(
  schema: SchemaShape,
  from: TableShape,
  name: string,
  hint: string | undefined,
): Way {
  const known = waysFrom(schema, from)
  const hinted = known.filter((way) => hint === undefined || hintsOf(way).includes(hint))
  const [byName] = hinted.filter(({ relation }) => relation.forward && relation.name === name)
  const [byColumn] = hinted.filter(({ relation }) => relation.forward && relation.link === name)
  const byTable = hinted.filter(
    ({ relation: { table, forward } }) => table === name && !(forward && table === from.slug),
  )
  const direct = byName ?? byColumn ?? only(byTable)
  if (direct !== undefined) return direct
  const through = waysThrough(schema, from).filter(({ relation }) => relation.table === name)
  const linked = through.filter((way) => hint === undefined || hintsOf(way).includes(hint))
  const found = byTable.length === 0 ? only(linked) : undefined
  if (found !== undefined) return found
  const named = hintedNames(through)
  const choices = [...byTable, ...linked].map(named)
  if (choices.length > 0) throw new FilterError(ambiguous(from, name, choices))
  const others = [...known, ...through].map((way) => (way.relation.forward ? way.relation.name : named(way)))
  throw new FilterError(unknown(from, name, hint, others))
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined
}

// What may stand behind the `!`. A link table can lead to one table in several ways, which its columns tell apart.
function hintsOf(way: Way): string[] {
  return [...pathsOf(way), way.relation.name, way.relation.link]
}

function pathsOf({ through }: Way): string[] {
  if (through === undefined) return []
  const { table, column, other_column } = through
  return [table.slug, `${table.slug}.${other_column}`, `${table.slug}.${column}.${other_column}`]
}

// How each way is written so that it means no other, in the shortest manner.
function hintedNames(all: readonly Way[]): (way: Way) => string {
  const counts = new Map<string, number>()
  for (const path of all.flatMap((way) => [...new Set(pathsOf(way))]))
    counts.set(path, (counts.get(path) ?? 0) + 1)
  return (way) => {
    const { table, name } = way.relation
    if (way.through === undefined) return `${table}!${name}`
    return `${table}!${pathsOf(way).find((path) => counts.get(path) === 1)}`
  }
}

function ambiguous(from: TableShape, name: string, choices: readonly string[]): string {
  return `select: ${from.slug} and ${name} have several relationships; write one of ${shorten(choices)}.`
}

function unknown(from: TableShape, name: string, hint: string | undefined, known: readonly string[]): string {
  if (from.is_view === true)
    return `select: ${from.slug} is a view and has no relationships; join ${name.slice(0, 63)} in its definition.`
  const asked = `${name}${hint === undefined ? '' : `!${hint}`}`.slice(0, 130)
  const rest = known.length === 0 ? 'it has none' : `it has ${shorten(known)}`
  return `select: ${from.slug} has no relationship ${asked}; ${rest}.`
}
