// Imports of packages: found by esbuild below one folder, and refused wherever else they lead.
import { isBuiltin } from 'node:module'
import { sep } from 'node:path'
import type { Plugin, PluginBuild } from 'esbuild'

/** INNER says that esbuild itself is asked about an import, and plugins are not. */
export const INNER = Symbol('inner')
const BUILTIN = 'builtin'

type Resolving = Parameters<Parameters<PluginBuild['onResolve']>[1]>[0]

/** fromPackages answers imports of packages, and those within them; `folder` is the real path of what holds node_modules. */
export function fromPackages(folder: string): Plugin {
  return {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^/ }, (asked) =>
        isForPackages(asked) ? resolve(build, folder, asked) : undefined,
      )
      build.onLoad({ filter: /^/, namespace: BUILTIN }, ({ path }) => ({
        contents: `import all from ${JSON.stringify(path)}; module.exports = all`,
        loader: 'js',
      }))
    },
  }
}

function isForPackages({ path, kind, namespace, pluginData }: Resolving): boolean {
  if (pluginData === INNER || kind === 'entry-point') return false
  if (namespace === 'file') return true
  return namespace === 'source' && !/^(?:\.\.?\/|\/|node:|cloudflare:|@msingi\/client$)/.test(path)
}

async function resolve(build: PluginBuild, folder: string, { path, kind, namespace, resolveDir }: Resolving) {
  if (isBuiltin(path) || path.startsWith('cloudflare:')) {
    const name = path.startsWith('cloudflare:') || path.startsWith('node:') ? path : `node:${path}`
    // There is no `require` where the bundle runs: what is required is imported by a module of its own.
    return kind === 'require-call' ? { path: name, namespace: BUILTIN } : { path: name, external: true }
  }
  const from = namespace === 'file' ? resolveDir : folder
  const found = await build.resolve(path, { kind, resolveDir: from, pluginData: INNER })
  if (found.errors.length > 0)
    return {
      errors: [{ text: `There is no ${path}. Is it among the dependencies in package.json?` }],
    }
  if (found.namespace === 'disabled' || found.path === '(disabled)') return found
  if (found.namespace !== 'file' || !found.path.startsWith(folder + sep))
    return { errors: [{ text: `${path} leads out of the packages of the function.` }] }
  return { path: found.path, namespace: 'file', sideEffects: found.sideEffects }
}
