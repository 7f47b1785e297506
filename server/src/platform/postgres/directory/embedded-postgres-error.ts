// The error of the embedded PostgreSQL.
import { OperatorError } from '#platform/errors/operator-error.ts'

/** EmbeddedPostgresError says why the server cannot run. */
export class EmbeddedPostgresError extends OperatorError {
  override name = 'EmbeddedPostgresError'
}
