// The paths from one table to rows of another: along a relationship, or through a link table that refers to both.
import type { TableShape } from './shape.ts'

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

/** LinkTable is a table whose rows link two others. */
export interface LinkTable {
  readonly table: TableShape
  /** column refers to the table that the path begins at, other_column to the one where it ends. */
  readonly column: string
  readonly other_column: string
}

/** RelationPath is a relation with the table that it leads to. */
export interface RelationPath {
  readonly relation: Relation
  readonly table: TableShape
  /** through is the link table in between; the relation's name and link are then of the relationship behind it. */
  readonly through?: LinkTable | undefined
}

/** SchemaShape is all that the engine knows of a project: its tables by slug, and from each the paths to others. */
export interface SchemaShape {
  readonly tables: ReadonlyMap<string, TableShape>
  readonly relations: ReadonlyMap<string, readonly Relation[]>
}

/** relationsOf returns for each table the paths that lead from it. */
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

/** relationPathsFrom returns the paths along one relationship. */
export function relationPathsFrom(schema: SchemaShape, from: TableShape): RelationPath[] {
  return (schema.relations.get(from.slug) ?? []).flatMap((relation) => {
    const table = schema.tables.get(relation.table)
    return table === undefined ? [] : [{ relation, table }]
  })
}

/**
 * relationPathsThrough returns the paths through link tables: back along one relationship to the rows that refer to this
 * one, and on along another to what those refer to. Every table with two relationships is a link table.
 */
export function relationPathsThrough(schema: SchemaShape, from: TableShape): RelationPath[] {
  const back = relationPathsFrom(schema, from).filter(({ relation }) => !relation.forward)
  return back.flatMap(({ relation: near, table: between }) =>
    relationPathsFrom(schema, between)
      .filter(({ relation: far }) => far.forward && far.link !== near.link)
      .map(({ relation: far, table }) => ({
        relation: { ...far, forward: false, many: true, column: near.column },
        table,
        through: { table: between, column: near.link, other_column: far.link },
      })),
  )
}
