// Modules that the runtime itself has: those of Node, with and without `node:`, and those of workerd.
import { isBuiltin } from 'node:module'
import type { OnLoadResult, OnResolveResult, ResolveOptions } from 'esbuild'

/** REQUIRED is the namespace of modules by which `require` reaches one of the runtime. */
export const REQUIRED = 'required'

/** isOfRuntime reports whether an import names one. */
export function isOfRuntime(path: string): boolean {
  return isBuiltin(path) || /^(?:node|cloudflare):/.test(path)
}

/** fromRuntime answers an import of one. */
export function fromRuntime(path: string, kind: ResolveOptions['kind']): OnResolveResult {
  const name = /^(?:node|cloudflare):/.test(path) ? path : `node:${path}`
  // There is no `require` where the bundle runs: what is required is imported by a module of its own.
  return kind === 'require-call' ? { path: name, namespace: REQUIRED } : { path: name, external: true }
}

/** loadRequired returns that module. */
export function loadRequired(name: string): OnLoadResult {
  return { contents: `import all from ${JSON.stringify(name)}; module.exports = all`, loader: 'js' }
}
