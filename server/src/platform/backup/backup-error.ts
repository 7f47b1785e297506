// The error of backups and restores.

/** BackupError says in a sentence, for the terminal, why a backup cannot be made or restored, and what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}
