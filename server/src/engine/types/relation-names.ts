// The names by which `select` reaches related rows, as requests resolve them.
import { FilterError } from '#engine/request/operands.ts'
import { findRelation } from '#engine/request/parse/find-relation.ts'
import {
  type RelationPath,
  relationPathsFrom,
  relationPathsThrough,
  type SchemaShape,
} from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'

// Of a table that everything refers to.
const MOST_RELATIONS = 50

/**
 * relationNames returns the related tables by name: `author`, `author_id`, `authors`, and where several relationships lead
 * to one table also `authors!editor`. Of tables with many relationships it returns the first ones.
 */
export function relationNames(schema: SchemaShape, from: TableShape): ReadonlyMap<string, RelationPath> {
  const direct = relationPathsFrom(schema, from)
  const through = direct.length > MOST_RELATIONS ? [] : relationPathsThrough(schema, from)
  const found = new Map<string, RelationPath>()
  const add = (name: string, hint?: string) => {
    const key = hint === undefined ? name : `${name}!${hint}`
    const path = found.get(key) ?? pathOf(schema, from, name, hint)
    if (path !== undefined && found.size < MOST_RELATIONS) found.set(key, path)
    return path !== undefined
  }
  for (const { relation } of direct.slice(0, MOST_RELATIONS)) {
    if (relation.forward) {
      add(relation.name)
      add(relation.link)
    }
    if (!add(relation.table)) add(relation.table, relation.name)
  }
  for (const { relation, through: link } of through.slice(0, MOST_RELATIONS))
    if (!add(relation.table)) add(relation.table, link?.table.slug)
  return found
}

function pathOf(
  schema: SchemaShape,
  from: TableShape,
  name: string,
  hint: string | undefined,
): RelationPath | undefined {
  try {
    return findRelation(schema, from, name, hint)
  } catch (error) {
    if (error instanceof FilterError) return undefined
    throw error
  }
}
