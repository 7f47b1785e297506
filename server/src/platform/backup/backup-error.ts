// The error of backups and restores.
import { OperatorError } from '#platform/errors/operator-error.ts'

/** BackupError says why a backup cannot be made or restored. */
export class BackupError extends OperatorError {
  override name = 'BackupError'
}

/** PlaceUnreachable says that the place itself cannot be reached now, whichever backup is asked for. */
export class PlaceUnreachable extends BackupError {}
