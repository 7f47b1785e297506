// No circles: neither between files, nor between folders, nor between parts such as modules; types included.
import { dirname } from 'node:path'
import { AREAS, type Area } from './house.ts'
import type { Import } from './read-imports.ts'
import { areaOf, partIn } from './rules.ts'

/** Graph is which file, folder or part imports which others. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** graphOf returns which of the things that `nameOf` makes of paths import which others. It skips what has no name. */
export function graphOf(imports: readonly Import[], nameOf: (path: string) => string | undefined): Graph {
  const graph = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const from = nameOf(file)
    const to = target === undefined ? undefined : nameOf(target)
    if (from === undefined || to === undefined || from === to) continue
    graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  return graph
}

/** circles returns the groups in which everything reaches everything else (Tarjan's strongly connected components). */
export function circles(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const waiting = new Set<string>()
  const found: string[][] = []
  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    low.set(node, index)
    stack.push(node)
    waiting.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low.set(node, Math.min(low.get(node) as number, visit(next)))
      else if (waiting.has(next)) low.set(node, Math.min(low.get(node) as number, order.get(next) as number))
    }
    if (low.get(node) === index) {
      const group = stack.splice(stack.indexOf(node))
      for (const one of group) waiting.delete(one)
      if (group.length > 1) found.push(group.toSorted())
    }
    return low.get(node) as number
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

/** circlesOfFiles returns the circles among files. */
export const circlesOfFiles = (imports: readonly Import[]) => circles(graphOf(imports, (path) => path))

/** circlesOfFolders returns those among folders, and among the parts of areas, such as modules and screens, and their groups. */
export const circlesOfFolders = (imports: readonly Import[]) =>
  [folderOf, partOf, groupOf].flatMap((nameOf) => circles(graphOf(imports, nameOf)))

// Tests, and what measures, use everything from where they are.
const isFree = (path: string) => {
  const area = AREAS[areaOf(path) ?? '']
  return area === undefined || area.tests === true || area.imports.includes('harness')
}

const folderOf = (path: string) => (isFree(path) ? undefined : dirname(path))

function partOf(path: string): string | undefined {
  if (isFree(path)) return undefined
  const area = AREAS[areaOf(path) as string] as Area
  const part = partIn(area, path)
  return part && `${area.at}/${part}`
}

// Of a part that is in no group, itself.
function groupOf(path: string): string | undefined {
  const part = partOf(path)
  const area = AREAS[areaOf(path) as string]
  const group = area?.parts?.groups?.find((one) => part?.startsWith(`${area.at}/${one}/`))
  return group === undefined ? part : `${area?.at}/${group}`
}
