// What of a schema is drawn: tables as nodes, relationships as edges.
import type { Edge, Node } from '@xyflow/react'
import { Position } from '@xyflow/react'
import type { Diagram, DiagramEdge, DiagramNode } from '#api/client/schemas.ts'
import type { Arrangement } from './arrangement.ts'
import { type Box, HEADING, heightOf, WIDTH } from './geometry.ts'

/** TableNode is a table of the diagram. */
export type TableNode = Node<
  { readonly table: DiagramNode; readonly folded: boolean; readonly mayLink: boolean },
  'table'
>

/** End is the table at one end of a relationship. */
interface End {
  readonly table: DiagramNode
  readonly folded: boolean
}

/** LinkEdge is a relationship. */
export type LinkEdge = Edge<{ readonly link: DiagramEdge; readonly from: End; readonly to: End }, 'link'>

// Lines are drawn by our own arithmetic; the library only wants to know that they can be.
const HANDLES = (['source', 'target'] as const).map((type) => ({
  type,
  position: Position.Left,
  x: 0,
  y: HEADING / 2,
  width: 1,
  height: 0,
}))

/** linksOf returns the relationships whose tables are both in the diagram. */
export function linksOf({ nodes, edges }: Diagram): readonly DiagramEdge[] {
  const known = new Set(nodes.map(({ id }) => id))
  return edges.filter(({ source, target }) => known.has(source) && known.has(target))
}

/** shownTables returns the tables that are not hidden; with the slug of a table, that one and what is related to it. */
export function shownTables(
  diagram: Diagram,
  arrangement: Arrangement,
  near?: string,
): readonly DiagramNode[] {
  const center = diagram.nodes.find(({ slug }) => slug === near)
  if (center === undefined) return diagram.nodes.filter(({ id }) => arrangement[id]?.hidden !== true)
  const related = new Set([center.id])
  for (const { source, target } of diagram.edges)
    if (source === center.id || target === center.id) related.add(source).add(target)
  return diagram.nodes.filter(({ id }) => related.has(id))
}

/** nodesOf returns the nodes of tables. Those that stay as they are stay the same objects, and are not drawn again. */
export function nodesOf(
  tables: readonly DiagramNode[],
  arrangement: Arrangement,
  mayLink: boolean,
  before: readonly TableNode[],
): TableNode[] {
  const old = new Map(before.map((node) => [node.id, node]))
  return tables.map((table) => {
    const { x, y, folded = false } = arrangement[table.id] ?? { x: 0, y: 0 }
    const was = old.get(table.id)
    const isSame = was?.data.table === table && was.data.folded === folded && was.data.mayLink === mayLink
    if (was !== undefined && isSame && was.position.x === x && was.position.y === y) return was
    return {
      id: table.id,
      type: 'table' as const,
      selected: was?.selected ?? false,
      position: { x, y },
      width: WIDTH,
      height: heightOf(folded ? 0 : table.columns.length),
      // As if it were drawn already: what is out of sight counts too where all is fitted into view.
      measured: { width: WIDTH, height: heightOf(folded ? 0 : table.columns.length) },
      handles: HANDLES,
      ariaLabel: table.name,
      data: isSame ? was.data : { table, folded, mayLink },
    }
  })
}

/** edgesOf returns the relationships between tables that are shown, those of the selected one in front. */
export function edgesOf(
  links: readonly DiagramEdge[],
  tables: readonly DiagramNode[],
  arrangement: Arrangement,
  selected: string | undefined,
): LinkEdge[] {
  const ends = new Map(
    tables.map((table) => [table.id, { table, folded: arrangement[table.id]?.folded === true }]),
  )
  return links.flatMap((link) => {
    const [from, to] = [ends.get(link.source), ends.get(link.target)]
    if (from === undefined || to === undefined) return []
    const isNear = link.source === selected || link.target === selected
    const edge = { id: link.id, type: 'link' as const, source: link.source, target: link.target }
    return [{ ...edge, selected: isNear, zIndex: isNear ? 1 : 0, data: { link, from, to } }]
  })
}

/** boxOf returns where a table stands. */
export function boxOf(table: DiagramNode, { x, y }: { x: number; y: number }, folded: boolean): Box {
  return { x, y, columns: folded ? [] : table.columns.map(({ name }) => name) }
}
