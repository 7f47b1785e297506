// The one error that the embedded PostgreSQL throws on purpose.

/** EmbeddedPostgresError says in a sentence, meant for the person at the terminal, why the server cannot run. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}
