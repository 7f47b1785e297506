// The commands of an operator on the machine itself: `npm run admin -- …`.
import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeBackup } from '#platform/backup/backup.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import { type Backup, readBackup } from '#platform/backup/backup-files.ts'
import { listBackups } from '#platform/backup/backup-list.ts'
import { checkEntries } from '#platform/backup/entries.ts'
import { openFiles, openPlace } from '#platform/backup/open-place.ts'
import type { BackupFiles } from '#platform/backup/place.ts'
import { readMasterKey, restore } from '#platform/backup/restore.ts'
import { checkMigrations } from '#platform/check-migrations.ts'
import { type Config, ConfigError } from '#platform/config/config.ts'
import { findMasterKey, openKeys } from '#platform/master-key/master-key.ts'
import { writeSheet } from '#platform/master-key/recovery-sheet.ts'
import { idOf, readKeyIds } from '#platform/master-key/root-key.ts'
import { passwordFileIn } from '#platform/postgres/directory/password.ts'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { resume } from '#platform/work/quiet-start.ts'
import { KEY_OPTIONS, keyOf, lockOf } from './backup-keys.ts'
import { commandLog, withDatabase } from './command-database.ts'
import { ADMIN_HELP, VERSION } from './help.ts'

const OPTIONS = {
  to: { type: 'string' },
  into: { type: 'string' },
  check: { type: 'boolean' },
  help: { type: 'boolean' },
  ...KEY_OPTIONS,
} as const

type Say = (line: string) => void

/** AdminOptions are the settings, and where lines go. */
export interface AdminOptions {
  readonly config: () => Config
  readonly say: Say
}

/** admin runs a command and says what came of it. It throws an error with a sentence where it fails. */
export async function admin(args: readonly string[], { config, say }: AdminOptions): Promise<void> {
  const { values, positionals } = parse(args)
  const [command, from, ...more] = positionals
  const { to, into, check = false } = values
  if (values.help === true || command === undefined) return say(ADMIN_HELP.trimEnd())
  if (more.length === 0) {
    if (command === 'backup' && from === undefined) {
      const settings = config()
      const place = to ?? settings.backups?.to
      if (place !== undefined) return backUp(place, values, settings, say)
    }
    if (command === 'check' && from === undefined) return checkStart(config(), say)
    if (command === 'resume' && from === undefined) return lift(config(), say)
    if (command === 'key' && from === 'export' && to !== undefined) return exportKey(to, config(), say)
    if (command === 'backups' && from !== undefined) return list(from, config(), say)
    if (command === 'restore' && from !== undefined && (check || into !== undefined))
      return bringBack(openFiles(from, config()), check ? undefined : into, values, say)
  }
  throw new ConfigError(`This is not how it is used.\n\n${ADMIN_HELP.trimEnd()}`)
}

type Values = ReturnType<typeof parse>['values']

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n\n${ADMIN_HELP.trimEnd()}`, { cause: error })
  }
}

async function backUp(to: string, values: Values, config: Config, say: Say): Promise<void> {
  const dataDir = resolve(config.dataDir)
  checkIsThere(config)
  // Else the server could not remove what the backup has kept for itself.
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid ?? process.getuid?.()
  if (owner !== process.getuid?.())
    throw new BackupError(
      `${dataDir} belongs to another user. Make the backup as the user who runs the server.`,
    )
  const lock = await lockOf(values, config.backupRecipients)
  const backup = await withDatabase(config, (database) =>
    makeBackup({ to, database, config, lock, version: VERSION, now: new Date() }),
  )
  say(`${backup.files.address} holds a backup, which was read again and is whole:`)
  for (const { name, bytes } of backup.entries) say(`  ${name} ${sizeOf(bytes)}`)
  const { objects, encrypted } = backup.header
  if (objects !== 'included') say(`The files are in the bucket ${objects.bucket}, and are not in the backup.`)
  if (encrypted !== undefined)
    return say(
      `It is encrypted, and holds the master key. Nothing opens it without the ${encrypted === 'passphrase' ? 'passphrase' : 'identity of its recipient'}.`,
    )
  const place =
    config.masterKey === undefined
      ? `the file ${resolve(dataDir, 'master.key')}`
      : 'the setting MSINGI_MASTER_KEY'
  say(
    `It is not encrypted, and the master key is not in it. Keep a copy of ${place} in another place: nothing opens the backup without it.`,
  )
}

function checkIsThere({ dataDir, databaseUrl }: Config): void {
  if (databaseUrl === undefined && !existsSync(passwordFileIn(resolve(dataDir))))
    throw new BackupError(
      `There is no database in ${resolve(dataDir)}. Set MSINGI_DATA to the data folder of the server, or DATABASE_URL.`,
    )
}

async function list(from: string, config: Config, say: Say): Promise<void> {
  const place = openPlace(from, config)
  const backups = await listBackups(place)
  if (backups.length === 0) say(`There are no backups in ${place.address}.`)
  for (const { name, backup, problem } of backups)
    say(backup === undefined ? `${name}  ${problem}` : `${name}  ${describe(backup)}`)
}

async function bringBack(
  files: BackupFiles,
  into: string | undefined,
  values: Values,
  say: Say,
): Promise<void> {
  const backup = await readBackup(files)
  const { master_keys, postgres, encrypted } = backup.header
  if (into === undefined) {
    // Its hashes need no key.
    if (values.identity !== undefined || values['passphrase-file'] !== undefined)
      await readMasterKey(backup, await keyOf(values, backup.header))
    await checkEntries(backup)
    return say(`The backup in ${files.address} is whole.`)
  }
  await restore(backup, { into, key: await keyOf(values, backup.header), log: commandLog })
  const folder = resolve(into)
  say(`The backup of ${backup.header.created_at} is restored into ${folder}.`)
  const key = encrypted === undefined ? ` and the master key with the id ${master_keys.join(' or ')}` : ''
  if (postgres.embedded) say(`Start it with MSINGI_DATA=${folder}${key}.`)
  else
    say(
      `Start PostgreSQL ${postgres.version} with the data in ${folder}/postgres-main, and Msingi with its address in DATABASE_URL.`,
    )
}

async function exportKey(to: string, config: Config, say: Say): Promise<void> {
  checkIsThere(config)
  const ids = await withDatabase(config, readKeyIds)
  const masterKey = findMasterKey(config, ids)
  const sheet = writeSheet({ masterKey, id: idOf(masterKey), madeAt: new Date() })
  await writeFile(to, sheet, { mode: 0o600, flag: 'wx', flush: true }).catch((cause) => {
    throw new ConfigError(`The sheet could not be written to ${to}: ${reasonOf(cause)}.`, { cause })
  })
  say(
    `${resolve(to)} holds the master key, and only you can read it. Print it, keep it in another place, and delete the file.`,
  )
}

async function checkStart(config: Config, say: Say): Promise<void> {
  checkIsThere(config)
  const pending = await withDatabase(config, async (database) => {
    const ids = await readKeyIds(database)
    if (ids.length > 0) findMasterKey(config, ids)
    return checkMigrations(database)
  })
  const steps =
    pending.length === 0 ? 'needs no change of it' : `will run the migrations ${pending.join(', ')}`
  say(`Msingi ${VERSION} can start on this database, and ${steps}.`)
}

async function lift(config: Config, say: Say): Promise<void> {
  const wasQuiet = await withDatabase(config, async (database) => {
    // A database that no server has used gets no key here.
    if ((await readKeyIds(database)).length === 0) throw notOfThisVersion()
    const keys = await openKeys(database, config)
    const client = new pg.Client(database)
    client.on('error', () => {})
    await client.connect()
    return resume(client, keys)
      .catch((cause) => {
        throw cause.code === '42P01' ? notOfThisVersion(cause) : cause
      })
      .finally(() => client.end())
  })
  say(
    wasQuiet
      ? 'Work in the background begins: servers that run know it.'
      : 'Nothing was held back: this data was not restored, or that was lifted before.',
  )
}

function notOfThisVersion(cause?: unknown): BackupError {
  return new BackupError('This database is not of this version yet. Start the server once.', { cause })
}

function describe({ header, entries, verifiedAt }: Backup): string {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const lock = header.encrypted === undefined ? '' : '  encrypted'
  return `${sizeOf(bytes)}${lock}  verified ${verifiedAt}  Msingi ${header.version}, PostgreSQL ${header.postgres.version}`
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
