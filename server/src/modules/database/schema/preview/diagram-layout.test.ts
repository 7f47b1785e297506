// The layout of diagrams: no overlaps, in layers, independent of the order of the input.
import { expect, test } from 'vitest'
import { type Box, type Link, layOut } from './diagram-layout.ts'

const box = (id: string, height = 100): Box => ({ id, width: 200, height })
const link = (from: string, to: string): Link => ({ from, to })

function overlaps(boxes: readonly Box[], places: ReturnType<typeof layOut>): string[] {
  return boxes.flatMap((a, index) =>
    boxes.slice(index + 1).flatMap((b) => {
      const [p, q] = [places.get(a.id), places.get(b.id)]
      if (p === undefined || q === undefined) return [`${a.id} or ${b.id} has no place`]
      const apart =
        p.x + a.width <= q.x || q.x + b.width <= p.x || p.y + a.height <= q.y || q.y + b.height <= p.y
      return apart ? [] : [`${a.id} and ${b.id}`]
    }),
  )
}

test('a table is to the right of those that it refers to', () => {
  const boxes = ['lines', 'orders', 'customers', 'products'].map((id) => box(id))
  const links = [link('lines', 'orders'), link('lines', 'products'), link('orders', 'customers')]
  const places = layOut(boxes, links)
  const x = (id: string) => places.get(id)?.x ?? 0
  for (const { from, to } of links) expect(x(from)).toBeGreaterThan(x(to))
  expect(overlaps(boxes, places)).toEqual([])
})

test('cycles, links to itself and links to nothing are ignored', () => {
  const boxes = ['a', 'b', 'c'].map((id) => box(id))
  const links = [link('a', 'b'), link('b', 'c'), link('c', 'a'), link('a', 'a'), link('a', 'nothing')]
  expect(overlaps(boxes, layOut(boxes, links))).toEqual([])
})

test('the order of the input makes no difference', () => {
  const boxes = Array.from({ length: 30 }, (_, i) => box(`t${i}`, 60 + (i % 7) * 30))
  const links = boxes.slice(1).map(({ id }, i) => link(id, `t${Math.floor(i / 3)}`))
  const places = layOut(boxes, links)
  expect([...layOut(boxes.toReversed(), links.toReversed())].toSorted()).toEqual([...places].toSorted())
  expect(overlaps(boxes, places)).toEqual([])
})

test('five hundred tables in a chain, or all apart', () => {
  const boxes = Array.from({ length: 500 }, (_, i) => box(`t${String(i).padStart(3, '0')}`))
  const chain = boxes.slice(1).map(({ id }, i) => link(id, boxes[i]?.id ?? ''))
  for (const links of [chain, []]) expect(overlaps(boxes, layOut(boxes, links))).toEqual([])
  expect(layOut([], [])).toEqual(new Map())
})

test('tables that have nothing to do with one another stand in a square, not in a line', () => {
  const boxes = Array.from({ length: 500 }, (_, i) => box(`t${i}`, 60 + (i % 9) * 40))
  const places = [...layOut(boxes, []).values()]
  const [width, height] = [Math.max(...places.map(({ x }) => x)), Math.max(...places.map(({ y }) => y))]
  expect(Math.max(width, height)).toBeLessThan(2 * Math.min(width, height))
})

test('ten thousand tables in a chain or around one table, in linear work', () => {
  const boxes = Array.from({ length: 10_000 }, (_, i) => box(`t${String(i).padStart(5, '0')}`))
  const chain = boxes.slice(1).map(({ id }, i) => link(id, boxes[i]?.id ?? ''))
  const places = layOut(boxes, chain)
  expect(new Set([...places.values()].map(({ x }) => x)).size).toBe(10_000)
  let reads = 0
  const counted = (from: string): Link => ({
    get from() {
      reads += 1
      return from
    },
    to: 't00000',
  })
  layOut(
    boxes,
    boxes.slice(1).map(({ id }) => counted(id)),
  )
  expect(reads).toBeLessThan(20 * boxes.length)
})
