// Imports of packages: found by esbuild below one folder, refused wherever else they lead, and read here.
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { dirname, extname, join, relative, sep } from 'node:path'
import type { Loader, OnLoadResult, Plugin, PluginBuild } from 'esbuild'
import { PACKAGE_LIMITS } from '#platform/npm/limits.ts'
import { loaded } from './loaded.ts'
import { MAY_BE_MISSING, packageOf, thereIsNo } from './missing.ts'
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
      build.onResolve({ filter: /^/ }, (asked) =>
        isForPackages(asked) ? resolve(build, folder, asked) : undefined,
      )
      build.onLoad({ filter: /^/, namespace: PACKAGE }, async ({ path }) => {
        const loader = LOADERS[extname(path).toLowerCase()]
        if (loader === undefined)
          return {
            errors: [{ text: 'Packages can import JavaScript, TypeScript, JSON and texts, not this.' }],
          }
        return loaded(await read(folder, path), loader)
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

async function resolve(build: PluginBuild, folder: string, { path, kind, namespace, importer }: Resolving) {
  if (isOfRuntime(path)) return fromRuntime(path, kind)
  const from = namespace === PACKAGE ? dirname(join(folder, importer)) : folder
  const found = await build.resolve(path, { kind, resolveDir: from, pluginData: INNER })
  if (found.errors.length > 0) {
    if (await isOptional(folder, importer, path)) return { path, namespace: OPTIONAL }
    return /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(path) ? { errors: [{ text: thereIsNo(path) }] } : MAY_BE_MISSING
  }
  if (found.namespace === 'disabled' || found.path === '(disabled)') return found
  if (found.namespace !== 'file' || !found.path.startsWith(folder + sep))
    return { errors: [{ text: `${path} leads out of the packages of the function.` }] }
  return { path: relative(folder, found.path), namespace: PACKAGE, sideEffects: found.sideEffects }
}

// What a package says that it can do without, such as `pg-native`, is missing where it is needed, and not before.
async function isOptional(folder: string, importer: string, path: string): Promise<boolean> {
  const own = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(importer)?.[1]
  const name = packageOf(path)
  if (own === undefined || name === undefined) return false
  try {
    const given: unknown = JSON.parse(await read(folder, join(own, 'package.json')))
    const { peerDependenciesMeta = {}, optionalDependencies = {} } = given as Manifest
    return Object.hasOwn(optionalDependencies, name) || peerDependenciesMeta[name]?.optional === true
  } catch {
    // It says nothing, then.
    return false
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

// Only what was installed is there, so that this is a second lock: no link, no pipe or device, no file without end.
async function read(folder: string, path: string): Promise<string> {
  const place = join(folder, path)
  if ((await realpath(place)) !== place) throw new Error(`${path} is a link`)
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile() || stats.size > PACKAGE_LIMITS.unpackedBytes)
      throw new Error(`${path} is no file to read`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
