// The colour by which people tell a project from others.
import { type Kysely, sql } from 'kysely'

// The API has the names; the console has what they look like.
const STATEMENTS = `alter table platform.projects add column color text check (color ~ '^[a-z]{1,20}$')`

/** projectColor adds the colour of projects. */
export const projectColor = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql.raw(STATEMENTS).execute(database)
  },
}
