// The error of the embedded PostgreSQL.

/** EmbeddedPostgresError says in a sentence, for the terminal, why the server cannot run and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
