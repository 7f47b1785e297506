// The names by which `select` reaches related rows, as requests resolve them.
import { resolveRelation } from '#engine/request/parse/find-relation.ts'
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
  const byTable = Map.groupBy(through, ({ relation }) => relation.table)
  const near = Map.groupBy(direct, ({ relation }) => relation.table)
  const forward = direct.filter(({ relation }) => relation.forward)
  const found = new Map<string, RelationPath>()
  const add = (name: string, hint?: string) => {
    const key = hint === undefined ? name : `${name}!${hint}`
    const known = [...forward.filter(({ relation }) => relation.table !== name), ...(near.get(name) ?? [])]
    const path =
      found.get(key) ?? resolveRelation(from, known, () => byTable.get(name) ?? [], name, hint).path
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
