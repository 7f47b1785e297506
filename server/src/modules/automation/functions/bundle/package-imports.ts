// Imports of packages: found by esbuild below one folder, refused wherever else they lead, and read here.
import { dirname, extname, join, relative, sep } from 'node:path'
import type { Loader, OnLoadResult, OnResolveResult, Plugin, PluginBuild } from 'esbuild'
import { loaded } from './loaded.ts'
import { MAY_BE_MISSING, packageOf, thereIsNo } from './missing.ts'
import { PackageFiles } from './package-files.ts'
import { fromRuntime, isOfRuntime } from './runtime-modules.ts'

/** INNER says that esbuild itself is asked about an import, and plugins are not. */
export const INNER = Symbol('inner')
// Not esbuild's own `file`: in that, it would look for source maps and for imports by pattern on its own.
const PACKAGE = 'package'
const OPTIONAL = 'optional'
const LOADERS: Readonly<Record<string, Loader>> = {
  '.js': 'js',
  '.mjs': 'js',
  '.cjs': 'js',
  '.jsx': 'jsx',
  '.ts': 'ts',
  '.mts': 'ts',
  '.cts': 'ts',
  '.tsx': 'tsx',
  '.json': 'json',
  '.txt': 'text',
}

type Resolving = Parameters<Parameters<PluginBuild['onResolve']>[1]>[0]

/** fromPackages answers imports of packages, and those within them; `folder` is the real path of what holds node_modules. */
export function fromPackages(folder: string): Plugin {
  return {
    name: 'packages',
    setup(build) {
      const files = new PackageFiles(folder)
      const resolver = new Resolver(build, folder, files)
      build.onResolve({ filter: /^/ }, (asked) =>
        isForPackages(asked) ? resolver.resolve(asked) : undefined,
      )
      build.onLoad({ filter: /^/, namespace: PACKAGE }, ({ path }) => {
        const loader = LOADERS[extname(path).toLowerCase()]
        if (loader === undefined)
          return {
            errors: [{ text: 'Packages can import JavaScript, TypeScript, JSON and texts, not this.' }],
          }
        return loaded(files.read(path), loader)
      })
      build.onLoad({ filter: /^/, namespace: OPTIONAL }, ({ path }) => loadOptional(path))
    },
  }
}

function isForPackages({ path, kind, namespace, pluginData }: Resolving): boolean {
  if (pluginData === INNER || kind === 'entry-point') return false
  if (namespace === PACKAGE) return true
  return namespace === 'source' && !isOfRuntime(path) && !/^(?:\.\.?\/|\/|@msingi\/client$)/.test(path)
}

// esbuild reads all folders above anew for each import that it is asked about, which made a package with a file for each
// function take seconds. So it is asked only where that is needed, and once.
class Resolver {
  readonly #build: PluginBuild
  readonly #folder: string
  readonly #files: PackageFiles
  readonly #known = new Map<string, Promise<OnResolveResult | undefined>>()

  constructor(build: PluginBuild, folder: string, files: PackageFiles) {
    this.#build = build
    this.#folder = folder
    this.#files = files
  }

  resolve(asked: Resolving): OnResolveResult | Promise<OnResolveResult | undefined> {
    const { path, kind, namespace, importer } = asked
    if (isOfRuntime(path)) return fromRuntime(path, kind)
    const exact = namespace === PACKAGE ? this.#files.find(importer, path) : undefined
    if (exact !== undefined) return { ...exact, namespace: PACKAGE }
    const key = JSON.stringify([namespace === PACKAGE ? dirname(importer) : null, kind, path])
    const known = this.#known.get(key) ?? this.#ask(asked)
    this.#known.set(key, known)
    return known
  }

  async #ask({ path, kind, namespace, importer }: Resolving): Promise<OnResolveResult | undefined> {
    const folder = this.#folder
    const from = namespace === PACKAGE ? dirname(join(folder, importer)) : folder
    const found = await this.#build.resolve(path, { kind, resolveDir: from, pluginData: INNER })
    if (found.errors.length > 0) {
      if (this.#isOptional(importer, path)) return { path, namespace: OPTIONAL }
      return /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(path)
        ? { errors: [{ text: thereIsNo(path) }] }
        : MAY_BE_MISSING
    }
    if (found.namespace === 'disabled' || found.path === '(disabled)') return found
    if (found.namespace !== 'file' || !found.path.startsWith(folder + sep))
      return { errors: [{ text: `${path} leads out of the packages of the function.` }] }
    return { path: relative(folder, found.path), namespace: PACKAGE, sideEffects: found.sideEffects }
  }

  // What a package says that it can do without, such as `pg-native`, is missing where it is needed, and not before.
  #isOptional(importer: string, path: string): boolean {
    const own = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(importer)?.[1]
    const name = packageOf(path)
    if (own === undefined || name === undefined) return false
    try {
      const given: unknown = JSON.parse(this.#files.read(join(own, 'package.json')))
      const { peerDependenciesMeta = {}, optionalDependencies = {} } = given as Manifest
      return Object.hasOwn(optionalDependencies, name) || peerDependenciesMeta[name]?.optional === true
    } catch {
      // It says nothing, then.
      return false
    }
  }
}

interface Manifest {
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly optionalDependencies?: Readonly<Record<string, unknown>>
}

function loadOptional(name: string): OnLoadResult {
  const message = JSON.stringify(`Cannot find module '${name}'`)
  return {
    contents: `throw Object.assign(new Error(${message}), { code: 'MODULE_NOT_FOUND' }); module.exports = {}`,
    loader: 'js',
  }
}
