// A plain connection to a migrated database, for tests that need PostgreSQL but no server.
import pg from 'pg'
import { inject } from 'vitest'
import { cloneDatabase } from './test-database.ts'

/** OpenTestDatabase is a connection of the administrator to a database of its own. */
export interface OpenTestDatabase {
  readonly connection: pg.ClientConfig
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  drop(): Promise<void>
}

/** openTestDatabase clones the template and connects to it. */
export async function openTestDatabase(): Promise<OpenTestDatabase> {
  const database = await cloneDatabase(inject('server'))
  const client = new pg.Client(database.connection)
  await client.connect()
  return {
    connection: database.connection,
    query: (sql, values) => client.query(sql, values),
    drop: async () => {
      await client.end()
      await database.drop()
    },
  }
}
