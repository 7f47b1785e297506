// Where the tables of a diagram stand: in layers along the relationships, without overlaps, always the same way.

/** Box is a table with its size; the unit is a pixel of a drawing at its natural size. */
export interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** Link leads from the table that refers to the one that it refers to. */
export interface Link {
  readonly from: string
  readonly to: string
}

/** Place is where the upper left corner of a box stands. */
export interface Place {
  readonly x: number
  readonly y: number
}

const GAP_X = 120
const GAP_Y = 40
const SWEEPS = 4

/**
 * layOut places the boxes in columns: a table stands to the right of those that it refers to, and within its column
 * near them. Links that close a circle are left out of account.
 */
export function layOut(boxes: readonly Box[], links: readonly Link[]): Map<string, Place> {
  const sorted = boxes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const known = new Set(sorted.map(({ id }) => id))
  const parents = Map.groupBy(
    links.filter(({ from, to }) => from !== to && known.has(from) && known.has(to)),
    ({ from }) => from,
  )
  const layers = layersOf(sorted, parents)
  const rows = new Map(layers.flatMap((boxes) => boxes.map(({ id }, row) => [id, row] as const)))
  const neighbours = neighboursOf(links)
  for (let sweep = 0; sweep < SWEEPS; sweep++) for (const layer of layers) order(layer, rows, neighbours)
  return placesOf(layers)
}

type Parents = ReadonlyMap<string, readonly Link[]>

function layersOf(boxes: readonly Box[], parents: Parents): Box[][] {
  const depths = new Map<string, number>()
  const layers: Box[][] = []
  for (const box of boxes) {
    const depth = depthOf(box.id, parents, depths)
    layers[depth] ??= []
    layers[depth].push(box)
  }
  return layers.map((layer) => layer ?? [])
}

/** Visit is a table on the way down, with the tables that it refers to and how many of them have been seen. */
interface Visit {
  readonly id: string
  readonly above: readonly string[]
  seen: number
  deepest: number
}

// One more than the deepest of those that it refers to; a table that is met again on the way closes a circle. A chain of
// tables may be longer than the stack is deep, so the way down is a list.
function depthOf(id: string, parents: Parents, depths: Map<string, number>): number {
  const path = new Set<string>()
  const visit = (table: string): Visit => {
    path.add(table)
    const above = (parents.get(table) ?? []).map(({ to }) => to).toSorted()
    return { id: table, above, seen: 0, deepest: -1 }
  }
  const known = depths.get(id)
  if (known !== undefined) return known
  const way = [visit(id)]
  for (let current = way.at(-1); current !== undefined; current = way.at(-1)) {
    const next = current.above[current.seen]
    const depth = next === undefined ? undefined : depths.get(next)
    if (next !== undefined && depth === undefined && !path.has(next)) {
      way.push(visit(next))
      continue
    }
    if (next !== undefined) {
      current.seen += 1
      if (depth !== undefined) current.deepest = Math.max(current.deepest, depth)
      continue
    }
    depths.set(current.id, current.deepest + 1)
    path.delete(current.id)
    way.pop()
  }
  return depths.get(id) ?? 0
}

// A box goes to the mean of the rows of its neighbours, which brings links close to level.
function order(layer: Box[], rows: Map<string, number>, neighbours: Neighbours): void {
  const weights = new Map(
    layer.map(({ id }) => {
      const near = (neighbours.get(id) ?? []).map((other) => rows.get(other) ?? 0)
      const own = rows.get(id) ?? 0
      return [id, near.length === 0 ? own : near.reduce((sum, row) => sum + row, 0) / near.length]
    }),
  )
  const weight = (box: Box) => weights.get(box.id) ?? 0
  layer.sort((a, b) => weight(a) - weight(b) || (a.id < b.id ? -1 : 1))
  layer.forEach(({ id }, row) => {
    rows.set(id, row)
  })
}

type Neighbours = ReadonlyMap<string, readonly string[]>

function neighboursOf(links: readonly Link[]): Neighbours {
  const neighbours = new Map<string, string[]>()
  const add = (id: string, other: string) => {
    const known = neighbours.get(id)
    if (known === undefined) neighbours.set(id, [other])
    else known.push(other)
  }
  for (const { from, to } of links) {
    if (from === to) continue
    add(from, to)
    add(to, from)
  }
  return neighbours
}

function placesOf(layers: readonly (readonly Box[])[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const heightOf = (layer: readonly Box[]) => layer.reduce((sum, { height }) => sum + height + GAP_Y, -GAP_Y)
  const tallest = layers.reduce((most, layer) => Math.max(most, heightOf(layer)), 0)
  let x = 0
  for (const layer of layers) {
    let y = Math.round((tallest - heightOf(layer)) / 2)
    for (const box of layer) {
      places.set(box.id, { x, y })
      y += box.height + GAP_Y
    }
    x += layer.reduce((most, { width }) => Math.max(most, width), 0) + GAP_X
  }
  return places
}
