// The key from which all others derive, wrapped under each master key that opens it.
import { type Kysely, sql } from 'kysely'

const STATEMENTS = `
create table msingi_keys.root_key (
  key_id text primary key,
  wrapped text not null,
  created_at timestamptz not null default now()
);
`

/** rootKey makes the table of the wrapped root key. */
export const rootKey = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(STATEMENTS).execute(database)
  },
}
