// Reads the imports of the repository, as Biome has formatted them: types, re-exports and `import()` too.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Import is one import of a file. Paths are below the root of the repository. */
export interface Import {
  readonly file: string
  readonly line: number
  /** specifier is what stands between the quotes. */
  readonly specifier: string
  /** target is the file that is imported; a package has none, nor what an unknown alias names. */
  readonly target: string | undefined
}

/** Sources are files, and what they import. */
export interface Sources {
  /** texts are the files by their paths. */
  readonly texts: ReadonlyMap<string, string>
  readonly imports: readonly Import[]
}

/** Aliases are the `imports` of package.json, by the folder of the package. */
export type Aliases = Readonly<Record<string, Readonly<Record<string, string>>>>

const SOURCE = /\.[cm]?[jt]sx?$/
const NOT_OURS = /(?:^|\/)(?:node_modules|dist)\//
const STATEMENT = /^(?:import|export|\}) ?[^'"\n]*from '([^'\n]+)'|^import '([^'\n]+)'/
const CALL = /\b(?:import|require)\(\s*['"`]([^'"`\n$]+)['"`]/
const IMPORT = new RegExp(`${STATEMENT.source}|${CALL.source}`, 'gm')

/** readImports returns all sources below a root that Git does not ignore, in the order of their paths, and their imports. */
export function readImports(root: string): Sources {
  const aliases = readAliases(root)
  const texts = new Map(listSources(root).map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  return { texts, imports: [...texts].flatMap(([file, text]) => importsIn(file, text, aliases)) }
}

function listSources(root: string): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const output = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const files = output.split('\0').filter((file) => SOURCE.test(file) && !NOT_OURS.test(file))
  // Git still lists a file that was deleted without being staged, and one in conflict several times.
  return [...new Set(files)].filter((file) => existsSync(join(root, file))).toSorted()
}

/** readAliases returns those of all packages that have some. */
export function readAliases(root: string): Aliases {
  const packages = globSync('*/package.json', { cwd: root }).map((path) => {
    const { imports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'))
    return [dirname(path), imports]
  })
  return Object.fromEntries(packages)
}

/** importsIn returns the imports of a text. */
export function importsIn(file: string, text: string, aliases: Aliases): Import[] {
  const found: Import[] = []
  let line = 1
  let counted = 0
  for (const { index, 1: from, 2: bare, 3: called } of text.matchAll(IMPORT)) {
    for (; counted < index; counted++) if (text[counted] === '\n') line++
    const specifier = (from ?? bare ?? called) as string
    found.push({ file, line, specifier, target: locate(file, specifier, aliases) })
  }
  return found
}

function locate(file: string, specifier: string, aliases: Aliases): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  const [home = ''] = file.split('/')
  for (const [alias, path] of Object.entries(aliases[home] ?? {})) {
    if (alias === specifier) return posix.join(home, path)
    const [prefix = ''] = alias.split('*')
    if (alias.endsWith('*') && specifier.startsWith(prefix))
      return posix.join(home, path.replace('*', specifier.slice(prefix.length)))
  }
  return undefined
}
