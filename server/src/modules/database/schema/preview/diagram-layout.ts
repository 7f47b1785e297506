// The layout of a diagram: tables in layers along the relationships, without overlaps, always the same.

/** Box is a table with its size; the unit is a pixel of a drawing at its natural size. */
export interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** Link is an edge from the referring table to the referenced one. */
export interface Link {
  readonly from: string
  readonly to: string
}

/** Place is the position of a box's upper left corner. */
export interface Place {
  readonly x: number
  readonly y: number
}

const GAP_X = 120
const GAP_Y = 40
const SWEEPS = 4

/**
 * layOut returns the positions of boxes by id. A table is to the right of those that it refers to, and within its layer
 * near them. Links that close a cycle are ignored.
 */
export function layOut(boxes: readonly Box[], links: readonly Link[]): Map<string, Place> {
  const sorted = boxes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const known = new Set(sorted.map(({ id }) => id))
  const inside = links.filter(({ from, to }) => from !== to && known.has(from) && known.has(to))
  const layers = layersOf(sorted, linked(inside, 'from', 'to'))
  const neighbours = neighboursOf(inside)
  const rows = new Map<string, number>()
  for (const layer of layers) number(layer, rows)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const layer of layers) {
      order(layer, neighbours, rows)
      number(layer, rows)
    }
  }
  return placesOf(layers)
}

type Linked = ReadonlyMap<string, readonly string[]>

// The tables at one end of the links, by the table at the other end.
function linked(links: readonly Link[], by: keyof Link, to: keyof Link): Linked {
  const groups = Map.groupBy(links, (link) => link[by])
  return new Map([...groups].map(([id, group]) => [id, group.map((link) => link[to]).toSorted()]))
}

function neighboursOf(links: readonly Link[]): Linked {
  const [to, from] = [linked(links, 'from', 'to'), linked(links, 'to', 'from')]
  return new Map(
    [...to.keys(), ...from.keys()].map((id) => [id, [...(to.get(id) ?? []), ...(from.get(id) ?? [])]]),
  )
}

function layersOf(boxes: readonly Box[], parents: Linked): Box[][] {
  const depths = new Map<string, number>()
  const layers: Box[][] = []
  for (const box of boxes) {
    if (!depths.has(box.id)) findDepths(box.id, parents, depths)
    const depth = depths.get(box.id) ?? 0
    layers[depth] ??= []
    layers[depth].push(box)
  }
  return Array.from(layers, (layer) => layer ?? [])
}

interface Visit {
  readonly id: string
  readonly parents: readonly string[]
  next: number
  depth: number
}

// The depth is one more than that of the deepest referenced table; a table that is already on the path closes a cycle.
// The path is a list, because a chain can have more tables than calls can nest.
function findDepths(start: string, parents: Linked, depths: Map<string, number>): void {
  const visit = (id: string): Visit => ({ id, parents: parents.get(id) ?? [], next: 0, depth: 0 })
  const path = [visit(start)]
  const onPath = new Set([start])
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const parent = top.parents[top.next]
    if (parent === undefined) {
      path.pop()
      onPath.delete(top.id)
      depths.set(top.id, top.depth)
      continue
    }
    const known = depths.get(parent)
    if (known === undefined && !onPath.has(parent)) {
      path.push(visit(parent))
      onPath.add(parent)
      continue
    }
    top.next += 1
    if (known !== undefined && !onPath.has(parent)) top.depth = Math.max(top.depth, known + 1)
  }
}

// The barycenter heuristic: a box moves to the mean row of its neighbours.
function order(layer: Box[], neighbours: Linked, rows: ReadonlyMap<string, number>): void {
  const weights = new Map(
    layer.map(({ id }) => {
      const near = (neighbours.get(id) ?? []).map((other) => rows.get(other) ?? 0)
      const own = rows.get(id) ?? 0
      return [id, near.length === 0 ? own : near.reduce((sum, row) => sum + row, 0) / near.length]
    }),
  )
  const weight = (box: Box) => weights.get(box.id) ?? 0
  layer.sort((a, b) => weight(a) - weight(b) || (a.id < b.id ? -1 : 1))
}

function number(layer: readonly Box[], rows: Map<string, number>): void {
  for (const [row, { id }] of layer.entries()) rows.set(id, row)
}

function placesOf(layers: readonly (readonly Box[])[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const columns = columnsOf(layers)
  const tallest = Math.max(0, ...columns.map(heightOf))
  let x = 0
  for (const column of columns) {
    let y = Math.round((tallest - heightOf(column)) / 2)
    for (const box of column) {
      places.set(box.id, { x, y })
      y += box.height + GAP_Y
    }
    x += Math.max(0, ...column.map(({ width }) => width)) + GAP_X
  }
  return places
}

function heightOf(boxes: readonly Box[]): number {
  return boxes.reduce((sum, { height }) => sum + height + GAP_Y, -GAP_Y)
}

// A layer that is taller than the whole drawing as a square stands in several columns.
function columnsOf(layers: readonly (readonly Box[])[]): Box[][] {
  const area = layers.flat().reduce((sum, { width, height }) => sum + (width + GAP_X) * (height + GAP_Y), 0)
  const limit = Math.sqrt(area)
  return layers.flatMap((layer) => {
    const columns: Box[][] = []
    let height = Number.POSITIVE_INFINITY
    for (const box of layer) {
      height += box.height + GAP_Y
      if (height > limit) {
        columns.push([])
        height = box.height + GAP_Y
      }
      columns.at(-1)?.push(box)
    }
    return columns
  })
}
