// How a diagram is arranged: where each table stands, whether its columns are folded, and whether it is hidden.
import type { Diagram } from '#api/client/schemas.ts'
import { heightOf } from './geometry.ts'

/** Placed is one table of an arrangement. */
export interface Placed {
  readonly x: number
  readonly y: number
  readonly folded?: boolean
  readonly hidden?: boolean
}

/** Arrangement is tables by their ids, which stay when a table is renamed. */
export type Arrangement = Readonly<Record<string, Placed>>

/** Changes are what of an arrangement is different. */
export type Changes = Readonly<Record<string, Partial<Placed>>>

const FARTHEST = 1_000_000
const GAP = 60

/** arrangementOf reads what is kept; what is no arrangement is left out, whoever has stored it. */
export function arrangementOf(value: unknown): Arrangement {
  const tables = value instanceof Object && 'tables' in value ? value.tables : undefined
  if (!(tables instanceof Object)) return {}
  return Object.fromEntries(
    Object.entries(tables).flatMap(([id, placed]: [string, unknown]) => {
      if (!(placed instanceof Object && 'x' in placed && 'y' in placed)) return []
      const { x, y } = placed
      if (!(isPlace(x) && isPlace(y))) return []
      const folded = 'folded' in placed && placed.folded === true
      const hidden = 'hidden' in placed && placed.hidden === true
      return [[id, { x, y, ...(folded ? { folded } : {}), ...(hidden ? { hidden } : {}) }]]
    }),
  )
}

const isPlace = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= FARTHEST

/** arranged returns all tables of a diagram where they were left; those that are new stand in a line below. */
export function arranged({ nodes }: Diagram, kept: Arrangement, changes: Changes = {}): Arrangement {
  const known = nodes.filter(({ id }) => kept[id] !== undefined)
  const isFirst = known.length === 0
  const below = Math.max(...known.map(({ id, columns }) => (kept[id]?.y ?? 0) + heightOf(columns.length)))
  let x = Math.min(...known.map(({ id }) => kept[id]?.x ?? 0))
  return Object.fromEntries(
    nodes.map(({ id, position, width }) => {
      let place = kept[id] ?? position
      if (kept[id] === undefined && !isFirst) {
        place = { x, y: below + GAP }
        x += width + GAP
      }
      return [id, { ...place, ...changes[id] }]
    }),
  )
}

/** changesBetween returns what has become different. */
export function changesBetween(before: Arrangement, after: Arrangement): Changes {
  return Object.fromEntries(
    Object.entries(after).flatMap(([id, { x, y, folded = false, hidden = false }]) => {
      const { [id]: was } = before
      const place = was?.x === x && was.y === y ? {} : { x, y }
      const folds = (was?.folded ?? false) === folded ? {} : { folded }
      const hides = (was?.hidden ?? false) === hidden ? {} : { hidden }
      const change = { ...place, ...folds, ...hides }
      return Object.keys(change).length === 0 ? [] : [[id, change]]
    }),
  )
}
