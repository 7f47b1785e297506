// Brings the control plane and a cluster to the newest version; safe to run on every start and on several nodes.
import type { AdminPool } from '#platform/db/pools/admin-pool.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'

/** Migrations are named steps in the order in which they run. Each is SQL: texts that may hold several statements. */
export type Migrations = Readonly<Record<string, readonly string[]>>

// One node runs steps at a time, whatever their schema.
const LOCK = '3853314791062309107'

/** migrate runs the steps that have not run yet, in one transaction, and returns their names. `schema` keeps which have run. */
export async function migrate(pool: AdminPool, schema: string, migrations: Migrations): Promise<string[]> {
  if ((await listPending(pool, schema, migrations)).length === 0) return []
  return transaction(pool, async (db) => {
    await db.query('select pg_advisory_xact_lock($1)', [LOCK])
    // What another node has made meanwhile is seen once a relation is locked: what was looked up before may be remembered.
    await db.query('select from pg_catalog.pg_namespace limit 0')
    await db.query(`create schema if not exists ${schema};
      create table if not exists ${schema}.migrations (name varchar(255) primary key, timestamp varchar(255) not null)`)
    const pending = await listPending(db, schema, migrations)
    for (const name of pending) {
      for (const statements of migrations[name] ?? []) await db.query(statements)
      const values = [name, new Date().toISOString()]
      await db.query(`insert into ${schema}.migrations (name, timestamp) values ($1, $2)`, values)
    }
    return pending
  })
}

// A start that finds all steps done reads nothing else of the database.
async function listPending(db: Queryable, schema: string, migrations: Migrations): Promise<string[]> {
  const names = Object.keys(migrations)
  const { rows: found } = await db.query('select where to_regclass($1) is not null', [`${schema}.migrations`])
  if (found.length === 0) return names
  const { rows } = await db.query<{ name: string }>(`select name from ${schema}.migrations`)
  const known = new Set(names.slice(0, rows.length))
  const stray = rows.find(({ name }) => !known.has(name))
  if (stray !== undefined)
    throw new OperatorError(
      `The database has run the migration ${stray.name}, which this version does not know or runs after others. ` +
        'Start the version that the database belongs to, or a later one.',
    )
  return names.slice(rows.length)
}
