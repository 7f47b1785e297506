// Packages as npm itself has installed them, in the small registry of tests: npm fetches them, once, and keeps the files.
import { execFile } from 'node:child_process'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nameAt } from '#platform/npm/lock.ts'
import { openTestRegistry, type TestRegistry } from '#platform/npm/registry.fixture.ts'

interface Installed {
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
}

const NPM_MS = 180_000
const QUIETLY = [
  '--ignore-scripts',
  '--omit=optional',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--force',
]
const run = promisify(execFile)

/** Mirror is a registry with some packages and all that they need. */
export interface Mirror {
  readonly registry: TestRegistry
  /** versionOf returns the version of a package that was asked for. */
  versionOf(name: string): string
}

/** openMirror returns one with the latest versions of packages, or why npm cannot fetch them. */
export async function openMirror(names: readonly string[]): Promise<Mirror | string> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-packages-'))
  try {
    const dependencies = Object.fromEntries(names.map((name) => [name, 'latest']))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
    await run('npm', ['install', ...QUIETLY], { cwd: folder, timeout: NPM_MS })
    const { stdout } = await run('npm', ['config', 'get', 'cache'], { cwd: folder, timeout: NPM_MS })
    const registry = await openTestRegistry()
    const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
    for (const [place, manifest] of Object.entries<Installed>(lock.packages)) {
      const { name = nameAt(place), version, integrity } = manifest
      const tarball = version && integrity && (await cached(stdout.trim(), integrity))
      if (tarball) registry.publish({ name, version, manifest, tarball, dist: { integrity } })
    }
    return { registry, versionOf: (name) => lock.packages[`node_modules/${name}`].version }
  } catch (error) {
    const [reason = ''] = /npm error .*/.exec(String(error)) ?? [String(error)]
    return `npm did not fetch packages: ${reason.slice(0, 200)}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// Files stand there by their hashes. What is not for this machine was not fetched.
async function cached(cache: string, integrity: string): Promise<Buffer | undefined> {
  const [kind = '', hash = ''] = (integrity.split(' ')[0] ?? '').split(/-(.*)/)
  const hex = Buffer.from(hash, 'base64').toString('hex')
  const path = join(cache, '_cacache', 'content-v2', kind, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4))
  return access(path).then(
    () => readFile(path),
    () => undefined,
  )
}
