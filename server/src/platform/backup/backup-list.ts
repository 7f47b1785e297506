// The backups in a place.
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { BackupError, PlaceUnreachable } from './backup-error.ts'
import { type Backup, damaged, readBackup } from './backup-files.ts'
import { type BackupFiles, type BackupPlace, MANIFEST } from './place.ts'

/** ListedBackup is a backup, or what is wrong with it. */
export interface ListedBackup {
  readonly name: string
  readonly backup?: Backup
  readonly problem?: string
}

/** listBackups returns the backups in a place, oldest first. Their content is not read. */
export async function listBackups(place: BackupPlace): Promise<ListedBackup[]> {
  const backups: ListedBackup[] = []
  for (const name of await place.names()) {
    const files = place.files(name)
    try {
      const sizes = await files.sizes()
      // Such as one that is still being copied.
      if (sizes.has(MANIFEST)) backups.push({ name, backup: await readWhole(files, sizes) })
    } catch (error) {
      if (error instanceof PlaceUnreachable) throw error
      const problem = error instanceof BackupError ? error.message : `It cannot be read: ${reasonOf(error)}.`
      backups.push({ name, problem })
    }
  }
  return backups
}

async function readWhole(files: BackupFiles, sizes: ReadonlyMap<string, number>): Promise<Backup> {
  const backup = await readBackup(files)
  for (const { name, bytes } of backup.entries) if (sizes.get(name) !== bytes) throw damaged(files, name)
  return backup
}
