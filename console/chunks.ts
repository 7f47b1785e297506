// Which modules share a chunk. What all screens stand on is one, and so is the editor of code: one is smaller than a hundred
// small ones, and one request.
import { fileURLToPath } from 'node:url'

/** ModuleGraph is what the bundler knows of a module by its id. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const SOURCES = fileURLToPath(new URL('src/', import.meta.url))
// The page, and what follows it at once.
const FIRST = [
  'main.tsx',
  'app/shell.tsx',
  'screens/sign-in/sign-in-screen.tsx',
  'screens/projects/home-screen.tsx',
]
const EDITOR = ['ui/code-editor/editor.tsx']
// What stands in its place until it is loaded.
const BEFORE_EDITOR = ['ui/code-editor/code-editor.tsx']
// What is in the address of a screen is checked before the screen is loaded.
const SCREEN = /^screens[\\/].*(?<!-search\.ts)$/
// The icons of all screens together are smaller than a file for each.
const ICON = /[\\/]node_modules[\\/]lucide-react[\\/]/

function importedBy(
  paths: readonly string[],
  graph: ModuleGraph,
  except: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const roots = new Set(paths.map((path) => SOURCES + path))
  const found = new Set(roots)
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? [])
      if (next.startsWith(SOURCES) && !except.has(next)) found.add(next)
  for (const root of roots) found.delete(root)
  return found
}

let chunks: readonly (readonly [string, ReadonlySet<string>])[] | undefined

/** chunkOf returns the name of the chunk of a module, or null where its use decides. What a module uses goes with it. */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  chunks ??= [
    ['common', importedBy(FIRST, graph)],
    ['editor', importedBy(EDITOR, graph, importedBy(BEFORE_EDITOR, graph))],
  ]
  if (ICON.test(id)) return 'common'
  const isScreen = SCREEN.test(id.slice(SOURCES.length))
  return chunks.find(([, modules]) => modules.has(id) && !isScreen)?.[0] ?? null
}
