// Restores a backup into an empty data folder. A lock is there until all is in it; no server starts beside that, and who finds one
// that nobody holds begins anew.
import { randomUUID } from 'node:crypto'
import { appendFile, chown, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { syncFolder } from '#platform/blobs/disk/folders.ts'
import { freeBytes, RESERVE_BYTES, watchRoom } from '#platform/blobs/disk/free-space.ts'
import { objectsIn } from '#platform/blobs/open-blobs.ts'
import type { AgeKey } from '#platform/crypto/age.ts'
import { readMasterKeyFile, writeMasterKeyFile } from '#platform/master-key/master-key-file.ts'
import { type Cluster, clusterAt, type PostgresLog } from '#platform/postgres/directory/cluster.ts'
import { EmbeddedPostgresError } from '#platform/postgres/directory/embedded-postgres-error.ts'
import {
  ensureDataDirectory,
  locateCluster,
  pointerIn,
  restoreLockIn,
} from '#platform/postgres/directory/location.ts'
import { passwordFileIn } from '#platform/postgres/directory/password.ts'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { acquireLock } from '#platform/postgres/processes/lock.ts'
import { PG_MAJOR } from '#platform/postgres/server/binaries.ts'
import { RESTORE_SETTING } from '#platform/work/quiet-start.ts'
import { BackupError } from './backup-error.ts'
import { type Backup, damaged, namesOf } from './backup-files.ts'
import { checkEntries, readEntry } from './entries.ts'
import { type Destination, extractEntry } from './extract.ts'

// The password and the master key.
const SMALL_BYTES = 10_000

/** RestoreOptions say where a backup is restored. */
export interface RestoreOptions {
  /** into is the data folder: empty but for a master key, or not there. */
  readonly into: string
  readonly log: PostgresLog
  /** key opens an encrypted backup. */
  readonly key?: AgeKey | undefined
  /** systemDir is where root keeps data that the user of PostgreSQL cannot reach in its own place. */
  readonly systemDir?: string
}

/** restore checks a backup and extracts it. It throws an error with a sentence, and leaves nothing behind then. */
export async function restore(backup: Backup, options: RestoreOptions): Promise<void> {
  checkVersion(backup)
  const masterKey = await readMasterKey(backup, options.key)
  await checkEntries(backup)
  const dataDir = await openFolder(resolve(options.into), masterKey)
  const lock = acquireLock(restoreLockIn(dataDir), dataDir)
  await removeRestored(dataDir)
  try {
    await extractAll(backup, dataDir, options)
    if (masterKey !== undefined) await writeMasterKeyFile(dataDir, masterKey)
    await syncFolder(dataDir)
  } catch (error) {
    await removeRestored(dataDir)
    lock.release()
    if (error instanceof BackupError || error instanceof EmbeddedPostgresError) throw error
    throw new BackupError(`The backup could not be restored into ${dataDir}: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
  lock.release()
}

/** readMasterKey returns the master key in an encrypted backup. It throws a BackupError where the key does not open that. */
export async function readMasterKey(backup: Backup, key: AgeKey | undefined): Promise<string | undefined> {
  return (await readSmall(backup, namesOf(backup.header).masterKey, key))?.trim()
}

function checkVersion({ header }: Backup): void {
  const { version, embedded } = header.postgres
  const [major] = version.split('.')
  if (embedded && major !== PG_MAJOR)
    throw new BackupError(
      `The backup holds data of PostgreSQL ${major}, and this Msingi contains PostgreSQL ${PG_MAJOR}: restore it with Msingi ${header.version}.`,
    )
}

async function openFolder(folder: string, masterKey: string | undefined): Promise<string> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw new BackupError(`The backup cannot be restored into ${folder}: ${reasonOf(error)}.`, {
      cause: error,
    })
  })
  const kept = readMasterKeyFile(folder)
  if (masterKey !== undefined && kept !== undefined && kept !== masterKey)
    throw new BackupError(`The folder ${folder} has another master.key than the backup. Move it away first.`)
  if (names.map((name) => join(folder, name)).includes(restoreLockIn(folder))) return realpath(folder)
  if (names.some((name) => name !== 'master.key'))
    throw new BackupError(`The folder ${folder} is not empty. Restore into an empty one, and move it then.`)
  return ensureDataDirectory(folder)
}

/** removeRestored removes what a restore has made in a data folder. Beside that there is at most the master key. */
export async function removeRestored(dataDir: string): Promise<void> {
  const home = await readFile(pointerIn(dataDir), 'utf8').catch(() => undefined)
  if (home !== undefined) await rm(join(home.trim(), 'postgres'), { recursive: true, force: true })
  for (const name of await readdir(dataDir))
    if (name.startsWith('postgres') || name === 'objects')
      await rm(join(dataDir, name), { recursive: true, force: true })
}

async function extractAll(backup: Backup, dataDir: string, options: RestoreOptions): Promise<void> {
  const { header, entries } = backup
  const names = namesOf(header)
  const destinations = new Map<string | undefined, Destination>()
  for (const [server, name] of names.servers) {
    const { directory, runAs } = await clusterFor(backup, server, dataDir, options)
    destinations.set(name, { folder: directory, owner: runAs })
  }
  destinations.set(names.objects, { folder: objectsIn(dataDir) })
  await checkRoom(backup, destinations)
  for (const entry of entries) {
    const destination = destinations.get(entry.name)
    if (destination === undefined) continue
    await makeEmpty(destination)
    const { folder } = destination
    const full = `There is not enough room in ${folder}: its disk is nearly full.`
    const takeRoom = watchRoom(folder, freeBytes, () => new BackupError(full))
    await extractEntry(entry.name, readEntry(backup, entry, options.key), destination, takeRoom)
    if (entry.name !== names.objects) await markAsRestored(folder)
  }
  const password = await readSmall(backup, names.password, options.key)
  if (password !== undefined) await writeFile(passwordFileIn(dataDir), password, { mode: 0o600, flush: true })
}

async function readSmall(
  backup: Backup,
  name: string | undefined,
  key: AgeKey | undefined,
): Promise<string | undefined> {
  const entry = backup.entries.find((one) => one.name === name)
  if (entry === undefined) return undefined
  if (entry.unpacked > SMALL_BYTES) throw damaged(backup.files, entry.name)
  return text(readEntry(backup, entry, key))
}

// Whatever server is started on the data begins quietly.
async function markAsRestored(folder: string): Promise<void> {
  const line = `${RESTORE_SETTING} = '${randomUUID()}'\n`
  await appendFile(join(folder, 'postgresql.auto.conf'), line, { flush: true })
  await syncFolder(folder)
}

// The data of a PostgreSQL that is not the embedded one belongs to who starts that.
async function clusterFor(
  { header }: Backup,
  name: string,
  dataDir: string,
  { systemDir = '/var/lib/msingi', log }: RestoreOptions,
): Promise<Cluster> {
  return header.postgres.embedded
    ? locateCluster(dataDir, systemDir, log)
    : clusterAt(join(dataDir, `postgres-${name}`), undefined)
}

async function makeEmpty({ folder, owner }: Destination): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid)
}

async function checkRoom(
  { entries }: Backup,
  destinations: ReadonlyMap<string | undefined, Destination>,
): Promise<void> {
  const needed = new Map<number, { bytes: number; folder: string }>()
  for (const { name, unpacked } of entries) {
    const destination = destinations.get(name)
    if (destination === undefined) continue
    const folder = dirname(destination.folder)
    const { dev } = await stat(folder)
    needed.set(dev, { bytes: (needed.get(dev)?.bytes ?? 0) + unpacked, folder })
  }
  for (const { bytes, folder } of needed.values()) {
    const free = await freeBytes(folder)
    if (free < bytes + RESERVE_BYTES)
      throw new BackupError(
        `There is not enough room in ${folder}: the backup needs ${bytes + RESERVE_BYTES} bytes, and ${free} are free.`,
      )
  }
}
