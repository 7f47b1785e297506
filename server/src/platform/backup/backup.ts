// A backup of everything: the PostgreSQL servers first, then the objects that their rows refer to.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import pg from 'pg'
import { holdRemovals } from '#platform/blobs/disk/removal-hold.ts'
import { objectsIn } from '#platform/blobs/open-blobs.ts'
import type { Config } from '#platform/config/config.ts'
import type { AgeLock } from '#platform/crypto/age.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { findMasterKey, findRootKey, type KeySettings } from '#platform/master-key/master-key.ts'
import { readKeyIds } from '#platform/master-key/root-key.ts'
import { passwordFileIn } from '#platform/postgres/directory/password.ts'
import { RESTORE_SETTING } from '#platform/work/quiet-start.ts'
import { addBackup } from './add-backup.ts'
import { BackupError } from './backup-error.ts'
import { type Backup, type Entry, FORMAT, type Header, namesOf } from './backup-files.ts'
import { baseBackup, connectForBackup } from './base-backup.ts'
import { writeEntry } from './entries.ts'
import { checkKnownFiles } from './known-files.ts'
import { packObjects } from './object-archive.ts'
import { openPlace, type PlaceSettings } from './open-place.ts'
import type { BackupFiles } from './place.ts'

/** BackupOptions say what is backed up, and where to. */
export interface BackupOptions {
  /** to is the folder or the `s3://` URL of a place that holds backups. */
  readonly to: string
  /** database is how the administrator logs in to the control plane's server. */
  readonly database: pg.ClientConfig
  readonly config: KeySettings & PlaceSettings & Pick<Config, 'databaseUrl'>
  /** lock encrypts the backup, which then holds the master key too. */
  readonly lock?: AgeLock | undefined
  /** version is that of Msingi. */
  readonly version: string
  readonly now: Date
}

/** makeBackup makes a backup, reads it again, and returns it. It throws a BackupError, and leaves nothing behind then. */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const place = openPlace(options.to, options.config)
  const client = new pg.Client(options.database)
  client.on('error', () => {})
  await client.connect()
  try {
    await takeTurn(client)
    const server = await connectForBackup(options.database)
    try {
      const header = await describe(options, client, server)
      if (header.objects === 'included') await checkKnownFiles(client, objectsIn(options.config.dataDir))
      const masterKey =
        options.lock === undefined ? undefined : findMasterKey(options.config, header.master_keys)
      return await addBackup(place, header, (files) =>
        writeEntries(options, files, server, header, masterKey),
      )
    } finally {
      await server.end().catch(() => {})
    }
  } finally {
    await client.end().catch(() => {})
  }
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
  const { config, version, now, lock } = options
  const keys = await readKeyIds(options.database)
  if (keys.length === 0)
    throw new BackupError('There is no Msingi in this database. Set DATABASE_URL to that of the server.')
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  const installation = await identify(client, config)
  const system = await server.query<{ systemid: string }>('IDENTIFY_SYSTEM')
  return {
    format: FORMAT,
    version,
    created_at: now.toISOString(),
    ...(installation === undefined ? {} : { installation }),
    postgres: {
      version: rows[0]?.version ?? '',
      system: system.rows[0]?.systemid ?? '',
      embedded: config.databaseUrl === undefined,
    },
    clusters: ['main'],
    objects:
      config.s3 === undefined ? 'included' : { bucket: config.s3.bucket, endpoint: config.s3.endpoint },
    master_keys: keys,
    ...(lock === undefined ? {} : { encrypted: 'passphrase' in lock ? 'passphrase' : 'recipient' }),
  }
}

// What is restored from a backup has the same root key.
async function identify(client: Queryable, config: KeySettings): Promise<string | undefined> {
  const { rows } = await client.query<{ restore: string }>(
    `select coalesce(current_setting('${RESTORE_SETTING}', true), '') as restore`,
  )
  const root = await findRootKey(client, config)
  return root?.derive(`installation:${rows[0]?.restore}`).toString('hex').slice(0, 32)
}

async function writeEntries(
  { config, lock }: BackupOptions,
  files: BackupFiles,
  server: pg.Client,
  header: Header,
  masterKey: string | undefined,
): Promise<Entry[]> {
  const entries: Entry[] = []
  const names = namesOf(header)
  const write = async (name: string | undefined, content: () => AsyncIterable<Uint8Array>) => {
    if (name !== undefined) entries.push(await writeEntry(files, name, content(), lock))
  }
  const writeServers = async () => {
    for (const name of names.servers.values()) await write(name, () => baseBackup(server))
    // Its slot makes the server keep the log.
    await server.end()
  }
  const objects = objectsIn(config.dataDir)
  if (names.objects === undefined) await writeServers()
  else
    await holdRemovals(objects, async () => {
      await writeServers()
      // What the rows in there refer to is there by now, and is kept.
      await write(names.objects, () => packObjects(objects))
    })
  await write(names.password, () => createReadStream(passwordFileIn(config.dataDir)))
  await write(names.masterKey, () => Readable.from([Buffer.from(`${masterKey}\n`)]))
  return entries
}
