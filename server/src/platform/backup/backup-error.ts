// The error of backups and restores.
import { OperatorError } from '#platform/errors/operator-error.ts'

/** BackupError says why a backup cannot be made or restored. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}
