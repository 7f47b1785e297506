// Whether a data folder is that of the server: a database that is reached by its address says nothing of the folder.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '#platform/blobs/disk/disk-store.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { BackupError } from './backup-error.ts'

/** checkKnownFiles throws a BackupError where the database knows files, and none of those that it is asked for is in the folder. */
export async function checkKnownFiles(db: Queryable, folder: string): Promise<void> {
  const { rows } = await db.query<{ key: string }>(
    'select key from msingi_storage.blobs where object_id is not null limit 100',
  )
  if (rows.length === 0 || rows.some(({ key }) => existsSync(join(folder, placeOf(key))))) return
  throw new BackupError(
    `The files that this database knows are not in ${folder}. Set MSINGI_DATA to the data folder of the server.`,
  )
}
