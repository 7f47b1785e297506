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
  for (let sweep = 0; sweep < SWEEPS; sweep++) for (const layer of layers) order(layer, layers, links)
  return placesOf(layers)
}

type Parents = ReadonlyMap<string, readonly Link[]>

function layersOf(boxes: readonly Box[], parents: Parents): Box[][] {
  const depths = new Map<string, number>()
  const layers: Box[][] = []
  for (const box of boxes) {
    const depth = depthOf(box.id, parents, depths, new Set())
    layers[depth] ??= []
    layers[depth].push(box)
  }
  return layers.map((layer) => layer ?? [])
}

// One more than the deepest of those that it refers to; a table that is met again on the way closes a circle.
function depthOf(id: string, parents: Parents, depths: Map<string, number>, path: Set<string>): number {
  const known = depths.get(id)
  if (known !== undefined) return known
  path.add(id)
  const above = (parents.get(id) ?? [])
    .map(({ to }) => to)
    .filter((to) => !path.has(to))
    .toSorted()
    .map((to) => depthOf(to, parents, depths, path))
  path.delete(id)
  const depth = above.length === 0 ? 0 : Math.max(...above) + 1
  depths.set(id, depth)
  return depth
}

// A box goes to the mean of the rows of its neighbours, which brings links close to level.
function order(layer: Box[], layers: readonly (readonly Box[])[], links: readonly Link[]): void {
  const rows = new Map(layers.flatMap((boxes) => boxes.map(({ id }, row) => [id, row] as const)))
  const weights = new Map(
    layer.map(({ id }) => {
      const near = links.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
      const known = near.filter((other) => other !== id).map((other) => rows.get(other) ?? 0)
      const own = rows.get(id) ?? 0
      return [id, known.length === 0 ? own : known.reduce((sum, row) => sum + row, 0) / known.length]
    }),
  )
  const weight = (box: Box) => weights.get(box.id) ?? 0
  layer.sort((a, b) => weight(a) - weight(b) || (a.id < b.id ? -1 : 1))
}

function placesOf(layers: readonly (readonly Box[])[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const heightOf = (layer: readonly Box[]) => layer.reduce((sum, { height }) => sum + height + GAP_Y, -GAP_Y)
  const tallest = Math.max(0, ...layers.map(heightOf))
  let x = 0
  for (const layer of layers) {
    let y = Math.round((tallest - heightOf(layer)) / 2)
    for (const box of layer) {
      places.set(box.id, { x, y })
      y += box.height + GAP_Y
    }
    x += Math.max(0, ...layer.map(({ width }) => width)) + GAP_X
  }
  return places
}
