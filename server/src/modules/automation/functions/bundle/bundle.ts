// Bundles a function's files into one module, with esbuild. Nothing but these files, packages that were installed for them and
// the client of Msingi can be imported: each import is answered here, and esbuild itself reads no file but package.json of
// packages. It may end over what it is given, so that only a process that compiles loads this.
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { posix } from 'node:path'
import { type BuildFailure, build, type Loader, type Message, type Plugin, transform } from 'esbuild'
import { invalidInput } from '#platform/errors/app-error.ts'
import { CLIENT, CLIENT_ENTRY, type ClientSource } from './client-source.ts'
import { type CodeProblem, refusedCode } from './code-problems.ts'
import { loaded } from './loaded.ts'
import { MAY_BE_MISSING, packageOf, thereIsNo } from './missing.ts'
import { fromPackages, INNER } from './package-imports.ts'
import { fromRuntime, isOfRuntime, loadRequired, REQUIRED } from './runtime-modules.ts'
import { entryOf, type Runtime, type SourceFiles } from './source-files.ts'

/** Bundle is a function that can run. */
export interface Bundle {
  readonly code: string
  /** map is the source map of the code, as JSON. */
  readonly map: string
}

const MAX_BUNDLE_BYTES = 8 * 1024 * 1024
const MAX_PROBLEMS = 20
const MAX_MESSAGE = 500
const LOADERS: Readonly<Record<string, Loader>> = {
  '.ts': 'ts',
  '.mts': 'ts',
  '.tsx': 'tsx',
  '.js': 'js',
  '.mjs': 'js',
  '.jsx': 'jsx',
  '.json': 'json',
  '.txt': 'text',
}
const SUFFIXES = ['', '.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.json', '/index.ts', '/index.js']

/** startEsbuild starts esbuild's own process, and returns what ends it. What fails here is not due to any code. */
export async function startEsbuild(): Promise<() => Promise<void>> {
  let child: ChildProcess | undefined
  const note = (message: unknown) => {
    child = (message as { process: ChildProcess }).process
  }
  subscribe('child_process', note)
  await transform('')
  unsubscribe('child_process', note)
  return async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    // Waited for, so that it does not remain in the table of processes.
    const ended = once(child, 'exit')
    child.ref()
    child.kill('SIGKILL')
    await ended
  }
}

/** isDead reports whether an error says that esbuild has ended, as it does over code that is nested too deeply. */
export function isDead(error: unknown): boolean {
  return error instanceof Error && /^The service (?:was stopped|is no longer running)/.test(error.message)
}

/**
 * bundle compiles a function, or throws 400 with the file, line and column of each problem. `packages` is the real path of
 * the folder that holds its node_modules.
 */
export async function bundle(
  runtime: Runtime,
  files: SourceFiles,
  client: ClientSource,
  packages?: string,
): Promise<Bundle> {
  const entry = entryOf(runtime)
  if (files[entry] === undefined)
    throw invalidInput(`The function has no file ${entry}. Its code begins there.`)
  const made = await buildFrom(entry, files, client, packages)
  if (Buffer.byteLength(made.code) <= MAX_BUNDLE_BYTES) return made
  throw invalidInput(`The function has more than ${MAX_BUNDLE_BYTES / 1024 / 1024} MB when it is bundled.`)
}

async function buildFrom(
  entry: string,
  files: SourceFiles,
  client: ClientSource,
  packages: string | undefined,
): Promise<Bundle> {
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2024',
      platform: 'neutral',
      sourcemap: 'external',
      sourcesContent: false,
      outdir: '/',
      entryNames: 'function',
      logLevel: 'silent',
      tsconfigRaw: {},
      legalComments: 'none',
      // Nobody reads it: errors show places of the source.
      minifyWhitespace: true,
      // As for a worker: what packages have for servers and browsers alike.
      conditions: ['workerd', 'worker', 'module'],
      mainFields: ['module', 'main'],
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      plugins: [...(packages === undefined ? [] : [fromPackages(packages)]), onlyThese(files, client)],
    })
    const [map, code] = outputFiles.map(({ text }) => text) as [string, string]
    return { code, map }
  } catch (error) {
    if (!isFailure(error)) throw error
    throw refusedCode(error.errors.slice(0, MAX_PROBLEMS).map(problemOf))
  }
}

function isFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors)
}

function problemOf({ location, text }: Message): CodeProblem {
  return {
    file: location?.file.replace(/^(?:source|package):/, '') ?? null,
    line: location?.line ?? null,
    column: location === null ? null : location.column + 1,
    message: sentenceOf(text).slice(0, MAX_MESSAGE),
  }
}

// What esbuild advises is for those who call it, and so are its namespaces.
function sentenceOf(text: string): string {
  const missing = /^Could not resolve "(.*)"$/.exec(text)?.[1]
  if (missing !== undefined) return thereIsNo(missing)
  return text.replaceAll(`"client:${CLIENT_ENTRY}"`, CLIENT).replaceAll(/"(?:source|package):/g, '"')
}

function onlyThese(files: SourceFiles, client: ClientSource): Plugin {
  return {
    name: 'only-these',
    setup(build) {
      build.onResolve({ filter: /^/ }, ({ path, importer, kind, namespace, pluginData }) => {
        // Asked of esbuild itself, and checked afterwards.
        if (pluginData === INNER) return undefined
        if (kind === 'entry-point') return { path, namespace: 'source' }
        if (namespace === 'client') return { path: posix.join(posix.dirname(importer), path), namespace }
        if (path === CLIENT) return { path: CLIENT_ENTRY, namespace: 'client' }
        if (isOfRuntime(path)) return fromRuntime(path, kind)
        if (namespace !== 'source' || packageOf(path) !== undefined) return MAY_BE_MISSING
        if (!/^\.\.?\//.test(path)) return { errors: [{ text: thereIsNo(path) }] }
        const found = findFile(files, posix.join(posix.dirname(importer), path))
        return found === undefined
          ? { errors: [{ text: `There is no file ${posix.join(posix.dirname(importer), path)}.` }] }
          : { path: found, namespace: 'source' }
      })
      build.onLoad({ filter: /^/, namespace: 'source' }, ({ path }) =>
        loaded(files[path] as string, LOADERS[posix.extname(path)] ?? 'text'),
      )
      build.onLoad({ filter: /^/, namespace: REQUIRED }, ({ path }) => loadRequired(path))
      build.onLoad({ filter: /^/, namespace: 'client' }, ({ path }) => loaded(client.get(path) ?? '', 'ts'))
    },
  }
}

// An import may leave out the extension, or name that of what TypeScript would make of it.
function findFile(files: SourceFiles, path: string): string | undefined {
  const asWritten = SUFFIXES.map((suffix) => `${path}${suffix}`)
  const compiled = path.endsWith('.js') ? [`${path.slice(0, -3)}.ts`, `${path.slice(0, -3)}.tsx`] : []
  return [...asWritten, ...compiled].find((one) => Object.hasOwn(files, one))
}
