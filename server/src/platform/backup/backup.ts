// A backup of everything: the PostgreSQL servers first, then the objects that their rows refer to.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { holdRemovals } from '#platform/blobs/disk/removal-hold.ts'
import { objectsIn } from '#platform/blobs/open-blobs.ts'
import type { Config } from '#platform/config/config.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { passwordFileIn } from '#platform/postgres/directory/password.ts'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { BackupError } from './backup-error.ts'
import {
  archiveOf,
  type Backup,
  type Entry,
  FORMAT,
  HEADER,
  type Header,
  isUnfinished,
  OBJECTS,
  PASSWORD,
  readBackup,
  readHeader,
  writeHeader,
  writeManifest,
} from './backup-files.ts'
import { baseBackup, connectForBackup } from './base-backup.ts'
import { checkEntries, noteEntry, writeEntry } from './entries.ts'
import { packObjects } from './object-archive.ts'

/** BackupOptions say what is backed up, and where to. */
export interface BackupOptions {
  /** to is a folder that holds backups. */
  readonly to: string
  /** database is how the administrator logs in to the control plane's server. */
  readonly database: pg.ClientConfig
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>
  /** version is that of Msingi. */
  readonly version: string
  readonly now: Date
}

/** makeBackup makes a backup, reads it again, and returns it. It throws a BackupError, and leaves nothing behind then. */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const client = new pg.Client(options.database)
  client.on('error', () => {})
  await client.connect()
  try {
    await takeTurn(client)
    const server = await connectForBackup(options.database)
    try {
      return await writeBackup(options, server, await describe(options, client, server))
    } finally {
      await server.end().catch(() => {})
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** isBackupName tells whether a folder is called like a backup. */
export function isBackupName(name: string): boolean {
  return /^\d{8}T\d{6}Z$/.test(name)
}

// The lock ends with the connection.
async function takeTurn(client: Queryable): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('msingi: backup', 0)) as taken`,
  )
  if (rows[0]?.taken !== true)
    throw new BackupError('Another backup of this installation is running. Wait until it has ended.')
}

async function describe(options: BackupOptions, client: Queryable, server: Queryable): Promise<Header> {
  const { config, version, now } = options
  const keys = await client
    .query<{ key_id: string }>('select key_id from msingi_keys.root_key order by created_at')
    .catch((error) => {
      throw new BackupError('There is no Msingi in this database. Set DATABASE_URL to that of the server.', {
        cause: error,
      })
    })
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const system = await server.query<{ systemid: string }>('IDENTIFY_SYSTEM')
  return {
    format: FORMAT,
    version,
    created_at: now.toISOString(),
    postgres: {
      version: rows[0]?.version ?? '',
      system: system.rows[0]?.systemid ?? '',
      embedded: config.databaseUrl === undefined,
    },
    clusters: ['main'],
    objects:
      config.s3 === undefined ? 'included' : { bucket: config.s3.bucket, endpoint: config.s3.endpoint },
    master_keys: keys.rows.map(({ key_id }) => key_id),
  }
}

async function writeBackup(options: BackupOptions, server: pg.Client, header: Header): Promise<Backup> {
  const { to } = options
  let folder = to
  try {
    await mkdir(to, { recursive: true, mode: 0o700 })
    await removeLeftovers(to, header)
    folder = await makeFolderIn(to, header)
    await writeHeader(folder, header)
    const entries = await writeEntries(options, folder, server, header)
    await checkEntries({ folder, entries })
    await writeManifest(folder, entries, new Date())
    return await readBackup(folder)
  } catch (error) {
    if (folder !== to) await rm(folder, { recursive: true, force: true }).catch(() => {})
    if (error instanceof BackupError) throw error
    throw new BackupError(`The backup could not be written to ${to}: ${reasonOf(error)}.`, { cause: error })
  }
}

async function writeEntries(
  { config }: BackupOptions,
  folder: string,
  server: pg.Client,
  header: Header,
): Promise<Entry[]> {
  const entries = [await noteEntry(folder, HEADER)]
  const writeServers = async () => {
    for (const cluster of header.clusters)
      entries.push(await writeEntry(folder, archiveOf(cluster), baseBackup(server)))
  }
  if (header.objects !== 'included') await writeServers()
  else {
    const objects = objectsIn(config.dataDir)
    await holdRemovals(objects, async () => {
      await writeServers()
      // What the rows in there refer to is there by now, and is kept.
      entries.push(await writeEntry(folder, OBJECTS, packObjects(objects)))
    })
  }
  if (header.postgres.embedded) {
    await copyFile(passwordFileIn(config.dataDir), join(folder, PASSWORD))
    entries.push(await noteEntry(folder, PASSWORD))
  }
  return entries
}

// Named by its time in UTC, so that names sort as times do.
async function makeFolderIn(to: string, { created_at }: Header): Promise<string> {
  const folder = join(to, created_at.replace(/\.\d+/, '').replaceAll(/[-:]/g, ''))
  await mkdir(folder, { mode: 0o700 })
  return folder
}

// What backups of the same installation have left that were broken off. None of them runs now.
async function removeLeftovers(to: string, { postgres }: Header): Promise<void> {
  for (const name of (await readdir(to)).filter(isBackupName)) {
    const folder = join(to, name)
    if (!(await isUnfinished(folder))) continue
    const header = await readHeader(folder)
    if (header === undefined || header.postgres.system === postgres.system)
      await rm(folder, { recursive: true, force: true })
  }
}
