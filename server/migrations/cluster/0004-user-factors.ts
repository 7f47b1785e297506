// What project users have proven: addresses and numbers that are theirs, and second factors.
import { type Kysely, sql } from 'kysely'

// What was proven is kept as the address itself, not as a mark: whoever changes the address, by whatever way, SQL of
// the project's owner included, is left with one that nobody has proven. Likewise who began anonymous is so until there
// is an address or a number.
const PROOFS = `
alter table msingi_auth.users
  add column verified_email text,
  add column verified_phone text,
  add column began_anonymous boolean not null default false;

alter table msingi_auth.sessions add column methods text[] not null default '{}';

alter table msingi_auth.settings
  add column allow_anonymous boolean not null default false;
`

/** userFactors makes room for what users have proven. */
export const userFactors = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(PROOFS).execute(database)
  },
}
