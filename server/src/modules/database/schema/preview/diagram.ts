// GET /schema/diagram: tables as positioned nodes, relationships as edges, and both as Mermaid.

import { type Column, listTables, type Table } from '#modules/database/schema/change/structure.store.ts'
import {
  listRelationships,
  type Relationship,
} from '#modules/database/schema/structure/relationships.store.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { layOut } from './diagram-layout.ts'

// Sizes in pixels: a heading, and a row for each column.
const WIDTH = 260
const HEADING = 44
const ROW = 28

/** drawDiagram returns the diagram of a project. */
export async function drawDiagram(platform: Platform, project: ProjectRecord) {
  const { admin } = platform.clusters.of(project)
  const tables = await listTables(admin, project.id)
  const links = await listRelationships(admin, project.id)
  const boxes = tables.map(({ slug, columns }) => ({
    id: slug,
    width: WIDTH,
    height: HEADING + columns.length * ROW,
  }))
  const places = layOut(
    boxes,
    links.map(({ from_table, to_table }) => ({ from: from_table, to: to_table })),
  )
  const lookup = lookupOf(tables, links)
  return {
    nodes: tables.map((table, index) => ({
      ...nodeOf(table, lookup),
      position: places.get(table.slug) ?? { x: 0, y: 0 },
      width: WIDTH,
      height: boxes[index]?.height ?? 0,
    })),
    edges: links.map((link) => edgeOf(link, lookup)),
    mermaid: mermaid(tables, links, lookup),
  }
}

/** Lookup finds what the parts of a diagram refer to. */
interface Lookup {
  readonly tables: ReadonlyMap<string, Table>
  /** columns have keys made of their table's slug and their name. */
  readonly columns: ReadonlyMap<string, Column>
  /** outgoing has the same keys for columns that refer to another table. */
  readonly outgoing: ReadonlySet<string>
}

function lookupOf(tables: readonly Table[], links: readonly Relationship[]): Lookup {
  return {
    tables: new Map(tables.map((table) => [table.slug, table])),
    columns: new Map(
      tables.flatMap(({ slug, columns }) =>
        columns.map((column) => [keyOf(slug, column.name), column] as const),
      ),
    ),
    outgoing: new Set(links.map(({ from_table, from_column }) => keyOf(from_table, from_column))),
  }
}

// A slug has no space.
function keyOf(slug: string, column: string): string {
  return `${slug} ${column}`
}

function nodeOf({ id, slug, name, description, read_only, columns }: Table, { outgoing }: Lookup) {
  return {
    id,
    slug,
    name,
    description,
    read_only,
    columns: columns.map((column) => ({
      id: column.id,
      name: column.name,
      data_type: column.data_type,
      required: column.required,
      unique: column.unique,
      primary_key: column.name === 'id',
      foreign_key: outgoing.has(keyOf(slug, column.name)),
    })),
  }
}

function edgeOf(link: Relationship, { tables, columns }: Lookup) {
  const { id, name, from_table, from_column, to_table, to_column, on_delete } = link
  const idOf = (slug: string) => tables.get(slug)?.id ?? ''
  return {
    id,
    name,
    source: idOf(from_table),
    target: idOf(to_table),
    from_table,
    from_column,
    to_table,
    to_column,
    on_delete,
    cardinality: columns.get(keyOf(from_table, from_column))?.unique
      ? ('one_to_one' as const)
      : ('many_to_one' as const),
  }
}

// Slugs are letters, digits and _, which Mermaid accepts; labels can have any characters.
function mermaid(tables: readonly Table[], links: readonly Relationship[], lookup: Lookup): string {
  const lines = tables.flatMap(({ slug, columns }) => {
    const keys = (column: Column) => [
      ...(column.name === 'id' ? ['PK'] : []),
      ...(lookup.outgoing.has(keyOf(slug, column.name)) ? ['FK'] : []),
      ...(column.unique && column.name !== 'id' ? ['UK'] : []),
    ]
    const rows = columns.map((column) => `    ${column.data_type} ${column.name} ${keys(column).join(', ')}`)
    return [`  ${slug} {`, ...rows.map((row) => row.trimEnd()), '  }']
  })
  const edges = links.map((link) => {
    const column = lookup.columns.get(keyOf(link.from_table, link.from_column))
    const [many, one] = [column?.unique ? '|o' : '}o', column?.required ? '||' : 'o|']
    const label = link.name.replaceAll(/["\n\r\\]/g, "'")
    return `  ${link.from_table} ${many}--${one} ${link.to_table} : "${label}"`
  })
  return ['erDiagram', ...lines, ...edges, ''].join('\n')
}
