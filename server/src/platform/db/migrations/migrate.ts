// Brings the control plane and a cluster to the newest version; safe to run on every start and on several nodes.
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Migrations are named steps, run in the order of their names. */
export type Migrations = Record<string, Migration>

/** migrate runs the steps that have not run yet, in a schema of their own, or throws what went wrong. */
export async function migrate(
  database: Kysely<unknown>,
  schema: string,
  migrations: Migrations,
): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).map((result) => result.migrationName)
}
