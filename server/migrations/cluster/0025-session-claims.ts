// The claims that a project's hook has added to the tokens of a session.
import { type Kysely, sql } from 'kysely'

/** sessionClaims makes room for them. */
export const sessionClaims = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`alter table msingi_auth.sessions add column claims jsonb not null default '{}'`)
      .execute(database)
  },
}
