// GET /schema/diagram: the tables as boxes with places, the relationships as lines, and both as Mermaid (spec 4.13).
import { layOut } from '#engine/diagram-layout.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { listRelationships, type Relationship } from './relationships.store.ts'
import { type Column, listTables, type Table } from './structure.store.ts'

// A heading, and a row for each column, as a drawing would have them.
const WIDTH = 260
const HEADING = 44
const ROW = 28

/** drawDiagram gives the diagram of a project. */
export async function drawDiagram(platform: Platform, project: ProjectRecord) {
  const { admin } = platform.clusters.of(project)
  const tables = await listTables(admin, project.id)
  const links = await listRelationships(admin, project.id)
  const boxes = tables.map(({ slug, columns }) => ({
    id: slug,
    width: WIDTH,
    height: HEADING + columns.length * ROW,
  }))
  const bySlug = new Map(tables.map((table) => [table.slug, table]))
  const outgoing = outgoingOf(links)
  const places = layOut(
    boxes,
    links.map(({ from_table, to_table }) => ({ from: from_table, to: to_table })),
  )
  return {
    nodes: tables.map((table, index) => ({
      ...nodeOf(table, outgoing),
      position: places.get(table.slug) ?? { x: 0, y: 0 },
      width: WIDTH,
      height: boxes[index]?.height ?? 0,
    })),
    edges: links.map((link) => edgeOf(link, bySlug)),
    mermaid: mermaid(bySlug, links, outgoing),
  }
}

type Tables = ReadonlyMap<string, Table>
/** The columns that refer, by their table. */
type Outgoing = ReadonlyMap<string, ReadonlySet<string>>

function outgoingOf(links: readonly Relationship[]): Outgoing {
  const groups = Map.groupBy(links, ({ from_table }) => from_table)
  return new Map([...groups].map(([slug, group]) => [slug, new Set(group.map((link) => link.from_column))]))
}

function nodeOf({ id, slug, name, description, read_only, columns }: Table, outgoing: Outgoing) {
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
      foreign_key: outgoing.get(slug)?.has(column.name) === true,
    })),
  }
}

function edgeOf(link: Relationship, tables: Tables) {
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
    cardinality: columnOf(link, tables)?.unique ? ('one_to_one' as const) : ('many_to_one' as const),
  }
}

function columnOf(link: Relationship, tables: Tables): Column | undefined {
  return tables.get(link.from_table)?.columns.find(({ name }) => name === link.from_column)
}

// Slugs are letters, digits and _, which Mermaid takes as they are; only labels can hold anything.
function mermaid(tables: Tables, links: readonly Relationship[], outgoing: Outgoing): string {
  const lines = [...tables.values()].flatMap(({ slug, columns }) => {
    const keys = (column: Column) => [
      ...(column.name === 'id' ? ['PK'] : []),
      ...(outgoing.get(slug)?.has(column.name) ? ['FK'] : []),
      ...(column.unique && column.name !== 'id' ? ['UK'] : []),
    ]
    const rows = columns.map((column) => `    ${column.data_type} ${column.name} ${keys(column).join(', ')}`)
    return [`  ${slug} {`, ...rows.map((row) => row.trimEnd()), '  }']
  })
  const edges = links.map((link) => {
    const column = columnOf(link, tables)
    const [many, one] = [column?.unique ? '|o' : '}o', column?.required ? '||' : 'o|']
    const label = link.name.replaceAll(/["\n\r\\]/g, "'")
    return `  ${link.from_table} ${many}--${one} ${link.to_table} : "${label}"`
  })
  return ['erDiagram', ...lines, ...edges, ''].join('\n')
}
