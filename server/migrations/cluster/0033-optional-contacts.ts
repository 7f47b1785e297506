// What a sign-up of a project's users has to say besides address and password.
import { type Kysely, sql } from 'kysely'

/** optionalContacts adds the settings that let users leave out their name and their phone number. */
export const optionalContacts = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
        alter table msingi_auth.settings
          add column require_full_name boolean not null default true,
          add column require_phone boolean not null default true`)
      .execute(database)
  },
}
