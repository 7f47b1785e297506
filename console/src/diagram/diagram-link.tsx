// A relationship in the diagram.
import type { EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { HEADING, linkPath } from './geometry.ts'
import { boxOf, type LinkEdge } from './model.ts'

/** DiagramLink draws a line from column to column, with a crow's foot where many rows refer. */
export const DiagramLink = memo(function DiagramLink({
  sourceX,
  sourceY,
  targetX,
  targetY,
  data,
}: EdgeProps<LinkEdge>) {
  if (data === undefined) return null
  const { link, from, to } = data
  const path = linkPath(
    boxOf(from.table, { x: sourceX, y: sourceY - HEADING / 2 }, from.folded),
    link.from_column,
    boxOf(to.table, { x: targetX, y: targetY - HEADING / 2 }, to.folded),
    link.to_column,
    link.cardinality === 'one_to_one',
  )
  return <path d={path} className="react-flow__edge-path" />
})
