// No circles: neither between files nor between folders, types included. Biome sees those between files only.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../package.json', import.meta.url))
const IMPORT = /^(?:import|export|\}) ?[^'"\n]*from '([^']+)'|^import '([^']+)'/gm

/** Graph is which file or folder imports which others. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** readImports returns which files each source file imports, by their paths below src. */
function readImports(): Graph {
  const { imports } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { imports: Record<string, string> }
  const aliases = Object.entries(imports).map(([alias, path]) => [
    alias.replace('*', ''),
    path.replace('*', ''),
  ])
  const locate = (file: string, specifier: string) => {
    if (specifier.startsWith('.')) return resolve(dirname(file), specifier)
    const [alias, path] = aliases.find(([prefix]) => specifier.startsWith(prefix as string)) ?? []
    return alias === undefined
      ? undefined
      : join(dirname(PACKAGE), path as string, specifier.slice(alias.length))
  }
  const graph = new Map<string, Set<string>>()
  for (const file of sourceFiles()) {
    const found = new Set<string>()
    for (const [, from, bare] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = locate(file, (from ?? bare) as string)
      if (target?.startsWith(`${SOURCE}/`)) found.add(relative(SOURCE, target))
    }
    graph.set(relative(SOURCE, file), found)
  }
  return graph
}

function sourceFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(path))
    .map((path) => join(SOURCE, path))
}

/** byFolder returns which folders the files of each folder import from. */
function byFolder(files: Graph): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of files) {
    const folder = dirname(file)
    const known = graph.get(folder) ?? new Set()
    for (const target of targets) if (dirname(target) !== folder) known.add(dirname(target))
    graph.set(folder, known)
  }
  return graph
}

/** circles returns the groups in which everything reaches everything else (Tarjan's strongly connected components). */
function circles(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    const index = order.size
    order.set(node, index)
    low.set(node, index)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low.set(node, Math.min(low.get(node) as number, visit(next)))
      else if (stack.includes(next))
        low.set(node, Math.min(low.get(node) as number, order.get(next) as number))
    }
    if (low.get(node) === index) {
      const group = stack.splice(stack.indexOf(node))
      if (group.length > 1) found.push(group.toSorted())
    }
    return low.get(node) as number
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

test('no file is in a circle of imports', () => {
  expect(circles(readImports())).toEqual([])
})

test('no folder is in a circle of imports', () => {
  expect(circles(byFolder(readImports()))).toEqual([])
})

test('circles are found', () => {
  const graph = new Map([
    ['a/x', new Set(['b/y'])],
    ['b/y', new Set(['c/z'])],
    ['c/z', new Set(['b/w'])],
    ['b/w', new Set<string>()],
  ])
  expect(circles(graph)).toEqual([])
  expect(circles(byFolder(graph))).toEqual([['b', 'c']])
})
