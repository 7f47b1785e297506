// Brings the control plane and a cluster to the newest version; safe to run on every start and on several nodes.
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** Migrations are named steps, run in the order of their names. */
export type Migrations = Record<string, Migration>

const TABLE = 'migrations'

/** migrate runs the steps that have not run yet, in a schema of their own, or throws what went wrong. */
export async function migrate(
  database: Kysely<unknown>,
  schema: string,
  migrations: Migrations,
): Promise<string[]> {
  if (await isCurrent(database, schema, migrations)) return []
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    migrationTableName: TABLE,
    migrationLockTableName: 'migrations_lock',
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return (results ?? []).map((result) => result.migrationName)
}

// Most starts find all steps done. The migrator would still read all columns of all tables of all projects, four times over.
async function isCurrent(
  database: Kysely<unknown>,
  schema: string,
  migrations: Migrations,
): Promise<boolean> {
  const table = `${schema}.${TABLE}`
  const { rows: found } = await sql`select where to_regclass(${table}) is not null`.execute(database)
  if (found.length === 0) return false
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(database)
  const names = Object.keys(migrations)
  const done = new Set(rows.map(({ name }) => name))
  return done.size === names.length && names.every((name) => done.has(name))
}
