// Where the data is: inside the data directory, or, for root below a home that the server's user cannot enter, in a
// system directory, to which the file `postgres.location` points.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { access, constants, mkdir, realpath, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Cluster, clusterAt, type PostgresLog, shortHash } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { reasonOf } from './reason.ts'
import { accountOf, canReach, defaultRunUser, isRoot, makePassable, type RunUser } from './run-user.ts'

/** locateCluster finds or chooses the directory of the cluster and the user who runs it. */
export async function locateCluster(dataDir: string, systemDir: string, log: PostgresLog): Promise<Cluster> {
  const inside = join(dataDir, 'postgres')
  const pointer = pointerIn(dataDir)
  if (!isRoot()) return locateAsPlainUser(inside, pointer)
  if (existsSync(pointer)) return followPointer(pointer)
  if (existsSync(inside)) {
    const owner = ownerOf(inside)
    if (canReach(dataDir, owner)) return clusterAt(inside, owner)
    // A new cluster elsewhere would look like a loss of all data.
    throw new EmbeddedPostgresError(
      `The database in ${inside} belongs to user "${owner.name}", who no longer has access to its parent directories: ` +
        'let that user pass the directories above it, or move the data directory.',
    )
  }
  const user = defaultRunUser()
  if (canReach(dataDir, user)) return clusterAt(inside, user)
  return moveOut(dataDir, pointer, systemDir, user, log)
}

/** pointerIn returns the file that says where the data is, if it is not in the data directory. */
export function pointerIn(dataDir: string): string {
  return join(dataDir, 'postgres.location')
}

/** restoreLockIn returns the lock of a restore into a data directory. It is there until all is restored. */
export function restoreLockIn(dataDir: string): string {
  return join(dataDir, 'restore.lock')
}

/**
 * ensureDataDirectory creates the data directory if necessary and returns its real path. Throws where only a part of a backup
 * has been restored into it. `isPassable` lets the user who
 * runs PostgreSQL for root pass.
 */
export async function ensureDataDirectory(path: string, isPassable = true): Promise<string> {
  const dataDir = resolve(path)
  if (existsSync(restoreLockIn(dataDir))) {
    throw new EmbeddedPostgresError(
      `A restore into ${dataDir} has not ended, or was broken off: run it again with the same folder.`,
    )
  }
  try {
    if (isPassable && isRoot()) await makePassable(dataDir)
    else await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    const sentence = `Msingi cannot write to its data directory ${dataDir}: ${reasonOf(error)}. Set MSINGI_DATA to one that it can write to.`
    throw new EmbeddedPostgresError(sentence, { cause: error })
  }
}

function locateAsPlainUser(inside: string, pointer: string): Cluster {
  const moved = existsSync(pointer)
  const owner = statSync(inside, { throwIfNoEntry: false })?.uid
  const own = process.getuid?.() ?? owner
  if (!moved && (owner === undefined || owner === own)) return clusterAt(inside, undefined)
  const foreign = moved ? readFileSync(pointer, 'utf8').trim() : inside
  throw new EmbeddedPostgresError(
    `The database in ${foreign} belongs to another user, because Msingi was first started as root: ` +
      'start it as root again, or choose another directory with MSINGI_DATA.',
  )
}

function followPointer(pointer: string): Cluster {
  const home = readFileSync(pointer, 'utf8').trim()
  if (!existsSync(home)) {
    throw new EmbeddedPostgresError(
      `The database should be in ${home}, as ${pointer} says, but that directory is gone: ` +
        `bring it back, or remove ${pointer} to begin with an empty database.`,
    )
  }
  const directory = join(home, 'postgres')
  return clusterAt(directory, existsSync(directory) ? ownerOf(directory) : defaultRunUser())
}

function ownerOf(directory: string): RunUser {
  const { uid, gid } = statSync(directory)
  if (uid === 0) {
    throw new EmbeddedPostgresError(
      `The database in ${directory} belongs to root, but PostgreSQL refuses to run as root: ` +
        `give it to another user (chown -R ${defaultRunUser().name} ${directory}).`,
    )
  }
  return accountOf(uid, gid)
}

async function moveOut(
  dataDir: string,
  pointer: string,
  systemDir: string,
  user: RunUser,
  log: PostgresLog,
): Promise<Cluster> {
  const home = freeHome(join(systemDir, `data-${shortHash(dataDir)}`), log)
  try {
    await makePassable(home)
    // First the directory, then the pointer, then the cluster: an interrupted start continues here.
    await writeFile(pointer, `${home}\n`, { flag: 'wx' })
  } catch (error) {
    // A concurrent start was first: follow its pointer.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return followPointer(pointer)
    const sentence = `The database cannot be kept in ${home}: ${reasonOf(error)}.`
    throw new EmbeddedPostgresError(sentence, { cause: error })
  }
  if (!canReach(home, user)) {
    throw new EmbeddedPostgresError(`User "${user.name}" has no access to ${home} to run PostgreSQL.`)
  }
  log.info(
    { data_dir: dataDir, home },
    `PostgreSQL keeps its data in ${home}, because user "${user.name}", who runs it, cannot pass to ${dataDir}.`,
  )
  return clusterAt(join(home, 'postgres'), user)
}

// The directory can contain the database of an earlier installation in the same place. Its keys are lost, so that it
// cannot be used, and it must not be removed.
function freeHome(first: string, log: PostgresLog): string {
  let home = first
  for (let n = 2; existsSync(join(home, 'postgres')); n++) {
    log.warn({ home }, `The database in ${home} belongs to an earlier installation and is left as it is.`)
    home = `${first}-${n}`
  }
  return home
}
