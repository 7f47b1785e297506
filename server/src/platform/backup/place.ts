// Where backups lie: in a folder, or below a prefix of a bucket.

/** HEADER is the file that is written first, and says whose a backup is. */
export const HEADER = 'header.json'

/** MANIFEST is the file without which files are no backup. */
export const MANIFEST = 'manifest.json'

/** BackupFiles are the files of one backup, whole or not. */
export interface BackupFiles {
  /** address is the path of their folder, or their `s3://` URL. */
  readonly address: string
  /** sizes returns the bytes of each file by its name. */
  sizes(): Promise<ReadonlyMap<string, number>>
  /** read returns the bytes of a file. It throws a FileMissing where there is none. */
  read(name: string): AsyncIterable<Uint8Array>
  /** write makes a file, durably. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** remove removes all files. Broken off, it leaves no backup, but what is found by removeLeftovers. */
  remove(): Promise<void>
}

/** NewBackup is the files of a backup that is being made. */
export interface NewBackup extends BackupFiles {
  /** publish gives it its name, and returns where its files are then. */
  publish(): Promise<BackupFiles>
  /** removeLeftovers removes what others have left that were killed, where `isOwn` says so. It is called once something is written. */
  removeLeftovers(isOwn: (files: BackupFiles) => Promise<boolean>): Promise<void>
}

/** BackupPlace holds backups, also those of several installations. */
export interface BackupPlace {
  readonly address: string
  /** names returns what is called like a backup, oldest first. */
  names(): Promise<string[]>
  files(name: string): BackupFiles
  /** begin makes room for a backup of that time. */
  begin(time: Date): Promise<NewBackup>
}

/** FileMissing is thrown where a file is read that is not there. */
export class FileMissing extends Error {
  override name = 'FileMissing'
}

/** backupName returns a name by a time in UTC, so that names sort as times do. */
export function backupName(time: Date): string {
  return time.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** isBackupName tells whether a name is that of a backup; in a bucket it ends with some random digits. */
export function isBackupName(name: string): boolean {
  return /^\d{8}T\d{6}Z(?:-[0-9a-f]{8})?$/.test(name)
}
