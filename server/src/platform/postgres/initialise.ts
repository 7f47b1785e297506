// Creates a new cluster atomically: in a sibling directory that is renamed at the end.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Cluster, PostgresLog } from './directory/cluster.ts'
import { EmbeddedPostgresError } from './directory/embedded-postgres-error.ts'
import { reasonOf } from './directory/reason.ts'
import { type Binaries, PG_MAJOR } from './server/binaries.ts'
import { failureIn } from './server/server-log.ts'

/** DATABASE is the name of Msingi's database. */
export const DATABASE = 'msingi'
/** SUPERUSER is the role that owns the cluster. */
export const SUPERUSER = 'postgres'

// PostgreSQL's builtin C.UTF-8 sorts the same on every machine. A few extensions (pg_trgm) still use the locale of the C
// library for character classes; with `C` they would ignore everything that is not ASCII.
const CTYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** isInitialised reports whether there is a cluster. Throws if the directory is not one, or of another version. */
export function isInitialised(cluster: Cluster): boolean {
  const { directory } = cluster
  if (!existsSync(directory)) return false
  const file = join(directory, 'PG_VERSION')
  if (!existsSync(file)) {
    throw new EmbeddedPostgresError(
      `${directory} is in the way: it is not a PostgreSQL data directory, and not one of ours.`,
    )
  }
  const version = readFileSync(file, 'utf8').trim()
  if (version === PG_MAJOR) return true
  throw new EmbeddedPostgresError(
    `The database in ${directory} was created by PostgreSQL ${version}, but this Msingi contains PostgreSQL ${PG_MAJOR}: ` +
      'load a dump of it into a new data directory, or run it elsewhere and set DATABASE_URL.',
  )
}

/** initialiseCluster creates the cluster with its superuser's password and the database `msingi`. */
export async function initialiseCluster(
  binaries: Binaries,
  cluster: Cluster,
  password: string,
  options: { sync: boolean; log: PostgresLog },
): Promise<void> {
  const prefix = `${cluster.directory}.initialising-`
  await removeAbandoned(prefix)
  try {
    // A unique name: an initdb whose Msingi was killed may still be writing into the last one.
    const workspace = await mkdtemp(prefix)
    try {
      const draft = await build(binaries, { ...cluster, directory: workspace }, password, options.sync)
      await rename(draft, cluster.directory)
      if (options.sync) await syncDirectory(dirname(cluster.directory))
    } finally {
      await removeTree(workspace)
    }
  } catch (error) {
    const sentence = `The database in ${cluster.directory} could not be created: ${reasonOf(error)}.`
    throw new EmbeddedPostgresError(sentence, { cause: error })
  }
  options.log.info(
    { directory: cluster.directory },
    `PostgreSQL made a new database in ${cluster.directory}.`,
  )
}

async function build(
  binaries: Binaries,
  workspace: Cluster,
  password: string,
  sync: boolean,
): Promise<string> {
  const { directory, runAs } = workspace
  const passwordFile = join(directory, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (runAs !== undefined) {
    await chown(passwordFile, runAs.uid, runAs.gid)
    await chown(directory, runAs.uid, runAs.gid)
  }
  const draft = join(directory, 'cluster')
  const args = ['-D', draft, '-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  args.push('--no-instructions', ...(sync ? [] : ['--no-sync']))
  for (const ctype of CTYPES) {
    const failure = await run(binaries.initdb, [...args, `--lc-ctype=${ctype}`], workspace)
    if (failure === undefined) break
    if (!failure.startsWith('invalid locale name') || ctype === CTYPES.at(-1)) throw new Error(failure)
  }
  const single = [
    '--single',
    '-D',
    draft,
    '-c',
    'exit_on_error=on',
    '-c',
    `fsync=${sync ? 'on' : 'off'}`,
    'postgres',
  ]
  const failure = await run(binaries.postgres, single, workspace, `CREATE DATABASE ${DATABASE}\n`)
  if (failure !== undefined) throw new Error(failure)
  return draft
}

/** Runs a program as the cluster's user; resolves with the reason if it fails. */
async function run(program: string, args: string[], where: Cluster, input = ''): Promise<string | undefined> {
  const child = spawn(program, args, {
    uid: where.runAs?.uid,
    gid: where.runAs?.gid,
    cwd: where.directory,
    env: { LC_ALL: 'C' },
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  })
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(`${basename(program)} cannot be run: ${error.message}`))
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : `${basename(program)} ended (${signal ?? code})`),
    )
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stderr, failure] = await Promise.all([text(child.stderr), ended])
  return failure === undefined ? undefined : failureIn(stderr.split('\n')) || failure
}

async function removeAbandoned(prefix: string): Promise<void> {
  const parent = dirname(prefix)
  for (const name of await readdir(parent)) {
    if (name.startsWith(basename(prefix))) await removeTree(join(parent, name))
  }
}

// A directory that cannot be removed, because an abandoned initdb still writes, is retried before the next initdb.
async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
}

async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
