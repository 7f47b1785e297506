// Imports of packages: found by esbuild below one folder, refused wherever else they lead, and read here.
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { dirname, extname, join, relative, sep } from 'node:path'
import type { Loader, Plugin, PluginBuild } from 'esbuild'
import { PACKAGE_LIMITS } from '#platform/npm/limits.ts'
import { loaded } from './loaded.ts'

/** INNER says that esbuild itself is asked about an import, and plugins are not. */
export const INNER = Symbol('inner')
const BUILTIN = 'builtin'
// Not esbuild's own `file`: in that, it would look for source maps and for imports by pattern on its own.
const PACKAGE = 'package'
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
      build.onLoad({ filter: /^/, namespace: BUILTIN }, ({ path }) => ({
        contents: `import all from ${JSON.stringify(path)}; module.exports = all`,
        loader: 'js',
      }))
    },
  }
}

function isForPackages({ path, kind, namespace, pluginData }: Resolving): boolean {
  if (pluginData === INNER || kind === 'entry-point') return false
  if (namespace === PACKAGE) return true
  return namespace === 'source' && !/^(?:\.\.?\/|\/|node:|cloudflare:|@msingi\/client$)/.test(path)
}

async function resolve(build: PluginBuild, folder: string, { path, kind, namespace, importer }: Resolving) {
  if (isBuiltin(path) || path.startsWith('cloudflare:')) {
    const name = path.startsWith('cloudflare:') || path.startsWith('node:') ? path : `node:${path}`
    // There is no `require` where the bundle runs: what is required is imported by a module of its own.
    return kind === 'require-call' ? { path: name, namespace: BUILTIN } : { path: name, external: true }
  }
  const from = namespace === PACKAGE ? dirname(join(folder, importer)) : folder
  const found = await build.resolve(path, { kind, resolveDir: from, pluginData: INNER })
  if (found.errors.length > 0)
    return {
      errors: [{ text: `There is no ${path}. Is it among the dependencies in package.json?` }],
    }
  if (found.namespace === 'disabled' || found.path === '(disabled)') return found
  if (found.namespace !== 'file' || !found.path.startsWith(folder + sep))
    return { errors: [{ text: `${path} leads out of the packages of the function.` }] }
  return { path: relative(folder, found.path), namespace: PACKAGE, sideEffects: found.sideEffects }
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
