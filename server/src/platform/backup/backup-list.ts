// The backups in a folder.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { BackupError } from './backup-error.ts'
import { type Backup, damaged, isUnfinished, readBackup } from './backup-files.ts'
import { isBackupName } from './backup-folder.ts'

/** ListedBackup is a backup, or what is wrong with it. */
export interface ListedBackup {
  readonly name: string
  readonly backup?: Backup
  readonly problem?: string
}

/** listBackups returns the backups in a folder, oldest first. Their content is not read. */
export async function listBackups(folder: string): Promise<ListedBackup[]> {
  const names = await readdir(folder).catch((error) => {
    throw new BackupError(`The folder ${folder} cannot be read: ${reasonOf(error)}.`, { cause: error })
  })
  const backups: ListedBackup[] = []
  for (const name of names.filter(isBackupName).sort()) {
    const path = join(folder, name)
    try {
      if (await isUnfinished(path)) continue
      backups.push({ name, backup: await readWhole(path) })
    } catch (error) {
      const problem = error instanceof BackupError ? error.message : `It cannot be read: ${reasonOf(error)}.`
      backups.push({ name, problem })
    }
  }
  return backups
}

async function readWhole(folder: string): Promise<Backup> {
  const backup = await readBackup(folder)
  for (const { name, bytes } of backup.entries) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.size !== bytes) throw damaged(folder, name)
  }
  return backup
}
