// The ways from one table to rows of another: relationships as the engine sees them, and how requests name them.
import { FilterError } from '#engine/operands.ts'
import type { TableShape } from '#engine/shape.ts'

/** LinkShape is a relationship: a column of one table that refers to a column of another. */
export interface LinkShape {
  readonly name: string
  readonly from_table: string
  readonly from_column: string
  readonly to_table: string
  readonly to_column: string
  /** single is true where at most one live row refers to each target. */
  readonly single: boolean
}

/** Relation is a relationship as one of its tables sees it. */
export interface Relation {
  /** name is the relationship's name. */
  readonly name: string
  /** link is the column that refers, whichever table it stands in. */
  readonly link: string
  /** forward is true where it is this table that refers. */
  readonly forward: boolean
  /** many is true where any number of rows may stand at the other end. */
  readonly many: boolean
  /** column is this table's end. */
  readonly column: string
  /** table and other_column are the other end. */
  readonly table: string
  readonly other_column: string
}

/** SchemaShape is all that the engine knows of a project: its tables by slug, and from each the ways to others. */
export interface SchemaShape {
  readonly tables: ReadonlyMap<string, TableShape>
  readonly relations: ReadonlyMap<string, readonly Relation[]>
}

/** relationsOf gives for each table the ways that lead from it. */
export function relationsOf(links: readonly LinkShape[]): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>()
  const add = (slug: string, relation: Relation) => {
    const known = relations.get(slug)
    if (known === undefined) relations.set(slug, [relation])
    else known.push(relation)
  }
  for (const { name, from_table, from_column, to_table, to_column, single } of links) {
    const both = { name, link: from_column }
    const there = { column: from_column, table: to_table, other_column: to_column }
    const back = { column: to_column, table: from_table, other_column: from_column }
    add(from_table, { ...both, forward: true, many: false, ...there })
    add(to_table, { ...both, forward: false, many: !single, ...back })
  }
  return relations
}

/**
 * findRelation gives the way that a request means by a name: a relationship's name or its column where this table
 * refers, else the other table's. `hint` tells relationships of the same two tables apart. A table that refers to itself
 * goes by its own name to the rows that refer, and by the relationship's to the row referred to.
 */
export function findRelation(
  schema: SchemaShape,
  from: TableShape,
  name: string,
  hint: string | undefined,
): Relation {
  const all = schema.relations.get(from.slug) ?? []
  const known = all.filter((relation) => schema.tables.has(relation.table))
  const hinted = known.filter(({ name: own, link }) => hint === undefined || hint === own || hint === link)
  const [byName] = hinted.filter((relation) => relation.forward && relation.name === name)
  const [byColumn] = hinted.filter((relation) => relation.forward && relation.link === name)
  const byTable = hinted.filter(({ table, forward }) => table === name && !(forward && table === from.slug))
  const found = byName ?? byColumn ?? (byTable.length === 1 ? byTable[0] : undefined)
  if (found !== undefined) return found
  if (byTable.length > 1) throw new FilterError(ambiguous(from, name, byTable))
  throw new FilterError(unknown(from, name, hint, known))
}

function ambiguous(from: TableShape, name: string, choices: readonly Relation[]): string {
  const written = choices.map((relation) => `${relation.table}!${relation.name}`)
  return `select: ${from.slug} and ${name} have several relationships; write one of ${written.join(', ')}.`
}

function unknown(
  from: TableShape,
  name: string,
  hint: string | undefined,
  known: readonly Relation[],
): string {
  if (from.is_view === true)
    return `select: ${from.slug} is a view and has no relationships; join ${name.slice(0, 63)} in its definition.`
  const asked = `${name}${hint === undefined ? '' : `!${hint}`}`.slice(0, 130)
  const names = known.map(({ forward, name: own, table }) => (forward ? own : `${table}!${own}`))
  const rest = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`
  return `select: ${from.slug} has no relationship ${asked}; ${rest}.`
}
