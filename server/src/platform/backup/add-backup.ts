// From a place that holds backups to one more of them, or to what it held before.
import { reasonOf } from '#platform/postgres/directory/reason.ts'
import { BackupError } from './backup-error.ts'
import {
  type Backup,
  type Entry,
  type Header,
  isOfSame,
  readBackup,
  readHeader,
  writeHeader,
  writeManifest,
} from './backup-files.ts'
import { checkEntries, noteEntry } from './entries.ts'
import { type BackupFiles, type BackupPlace, HEADER, type NewBackup } from './place.ts'

/** addBackup has the entries beside the header written, reads all of them again, and returns the backup. It throws a BackupError, and leaves nothing behind then. */
export async function addBackup(
  place: BackupPlace,
  header: Header,
  writeEntries: (files: BackupFiles) => Promise<Entry[]>,
): Promise<Backup> {
  let files: NewBackup | undefined
  try {
    files = await place.begin(new Date(header.created_at))
    await writeHeader(files, header)
    await files.removeLeftovers((left) => isOwn(left, header))
    const entries = [await noteEntry(files, HEADER), ...(await writeEntries(files))]
    await checkEntries({ files, entries })
    await writeManifest(files, entries, new Date())
    const backup = await readBackup(files)
    return { ...backup, files: await files.publish() }
  } catch (error) {
    await files?.remove().catch(() => {})
    if (error instanceof BackupError) throw error
    throw new BackupError(`The backup could not be written to ${place.address}: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

// Only one backup of an installation is made at once.
async function isOwn(left: BackupFiles, header: Header): Promise<boolean> {
  const found = await readHeader(left).catch(() => undefined)
  return found !== undefined && isOfSame(found, header)
}
