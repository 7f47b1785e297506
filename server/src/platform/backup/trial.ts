// A backup that is restored at once into a folder of its own, started there, and compared with what was backed up. What is written
// while a backup is made is in it or not; of a table that nobody writes to meanwhile, it must hold what that holds.
import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { placeOf } from '#platform/blobs/disk/disk-store.ts'
import { objectsIn } from '#platform/blobs/open-blobs.ts'
import type { AgeKey } from '#platform/crypto/age.ts'
import type { PostgresLog } from '#platform/postgres/directory/cluster.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts'
import { BackupError } from './backup-error.ts'
import type { Backup } from './backup-files.ts'
import type { LiveTables } from './live-tables.ts'
import { removeRestored, restore } from './restore.ts'
import { type ReadLimits, sumTables } from './table-sums.ts'

const FILES_AT_ONCE = 1000
const LIMITS: ReadLimits = { tableMs: 10 * 60_000, allMs: 2 * 3600_000 }
// Of an error while a table is read, these classes say that its data is damaged, or that PostgreSQL has ended.
const DAMAGE = /^(?:XX|58|08|57P)/

/** TrialOptions say how a backup is tried. */
export interface TrialOptions {
  /** into is a folder that is made for it, and removed. */
  readonly into: string
  readonly key: AgeKey | undefined
  readonly live: LiveTables
  readonly log: PostgresLog
  /** running is called with what stops PostgreSQL, which starts then and must not be left behind. */
  running(stop: () => Promise<void>): void
}

/** Trial is what a restored backup held. */
export interface Trial {
  readonly tables: number
  /** compared is how many of those hold what the live ones held before the backup and after it. */
  readonly compared: number
  readonly files: number
}

/** tryBackup restores a backup of the built-in PostgreSQL, starts it, reads all tables, and looks for all files. It throws a BackupError for what is not as it was. */
export async function tryBackup(backup: Backup, options: TrialOptions): Promise<Trial> {
  const { into, key, log, live } = options
  await removeTrial(into)
  const unchanged = await live.unchanged()
  try {
    await restore(backup, { into, key, log })
    const starting = startEmbeddedPostgres({ dataDir: into, log })
    options.running(async () => (await starting).stop())
    const { connection, stop } = await starting
    try {
      return await compare(backup, connection, { ...options, unchanged })
    } finally {
      await stop()
    }
  } finally {
    await removeTrial(into)
  }
}

async function compare(
  { files: { address }, header }: Backup,
  connection: pg.ClientConfig,
  { into, live, unchanged }: TrialOptions & { readonly unchanged: ReadonlyMap<string, string> },
): Promise<Trial> {
  const restored = await sumTables(connection, LIMITS)
  const refuse = (name: string, what: string) => {
    throw new BackupError(`The backup in ${address} was restored, and its table ${name} ${what}.`)
  }
  for (const [name, sum] of restored)
    if (typeof sum !== 'string' && DAMAGE.test(sum.code ?? '')) refuse(name, `cannot be read: ${sum.message}`)
  const compared = [...unchanged].filter(([name]) => !(restored.get(name) instanceof Error))
  const different = compared.filter(([name, sum]) => restored.get(name) !== sum).map(([name]) => name)
  // Some were written to, and hold again what they held.
  const [lost] = different.length === 0 ? [] : await live.unwritten(different)
  if (lost !== undefined) refuse(lost, 'is not what it was')
  const files = header.objects === 'included' ? await checkFiles(address, connection, objectsIn(into)) : 0
  return { tables: restored.size, compared: compared.length - different.length, files }
}

// Every file that a row refers to is there, with its size. Their bytes were compared by the hash of all of them.
async function checkFiles(backup: string, connection: pg.ClientConfig, objects: string): Promise<number> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    let count = 0
    for (let after = ''; ; ) {
      const { rows } = await client.query<{ key: string; size: string }>(
        'select key, size from msingi_storage.blobs where object_id is not null and key > $1 order by key limit $2',
        [after, FILES_AT_ONCE],
      )
      for (const { key, size } of rows) {
        const found = await stat(join(objects, placeOf(key))).catch(() => undefined)
        if (found?.size !== Number(size))
          throw new BackupError(
            `The backup in ${backup} was restored without the file ${placeOf(key)}, which a row refers to.`,
          )
      }
      count += rows.length
      const last = rows.at(-1)
      if (last === undefined) return count
      after = last.key
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** removeTrial removes what a trial has made, which may not all be in its folder. */
export async function removeTrial(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await removeRestored(folder)
  await rm(folder, { recursive: true, force: true })
}
