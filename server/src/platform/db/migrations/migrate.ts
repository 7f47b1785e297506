// Brings the control plane and a cluster to the newest version; safe to run on every start and on several nodes.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminPool } from '#platform/db/pools/admin-pool.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { LEVEL, levelOf, refuseOlderNodes, type Step, tooOld } from './levels.ts'

/** Migrations are named steps in the order in which they run. */
export type Migrations = Readonly<Record<string, Step>>

// One node runs steps at a time, whatever their schema.
const LOCK = '3853314791062309107'
// Longer than a node takes to have a connection again that was lost.
const CONTRACTION_PAUSE_MS = 45_000

/**
 * migrate runs the steps that have not run yet, in one transaction, and returns their names. `schema` keeps which have run; `level`
 * is that of this version. Before a contraction, `pause` waits between two looks at the nodes that live.
 */
export async function migrate(
  pool: AdminPool,
  schema: string,
  migrations: Migrations,
  level = LEVEL,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<string[]> {
  const found = await listPending(pool, schema, migrations, level)
  if (found.length === 0) return []
  const needed = levelOf(found.map((name) => migrations[name] ?? []))
  if (needed > 1 && found.length < Object.keys(migrations).length) {
    await transaction(pool, (db) => refuseOlderNodes(db, needed))
    await pause(CONTRACTION_PAUSE_MS)
  }
  return transaction(pool, async (db) => {
    await db.query('select pg_advisory_xact_lock($1)', [LOCK])
    // What another node has made meanwhile is seen once a relation is locked: what was looked up before may be remembered.
    await db.query('select from pg_catalog.pg_namespace limit 0')
    await db.query(`create schema if not exists ${schema};
      create table if not exists ${schema}.migrations (name varchar(255) primary key, timestamp varchar(255) not null, level int)`)
    await addLevel(db, schema)
    const pending = await listPending(db, schema, migrations, level)
    await refuseOlderNodes(db, levelOf(pending.map((name) => migrations[name] ?? [])))
    for (const name of pending) {
      const step = migrations[name] ?? []
      for (const statements of step) await db.query(statements)
      const values = [name, new Date().toISOString(), step.level ?? null]
      await db.query(`insert into ${schema}.migrations (name, timestamp, level) values ($1, $2, $3)`, values)
    }
    return pending
  })
}

// A table that was made before there were levels has no such column. PostgreSQL locks the table even where there is nothing to add.
async function addLevel(db: Queryable, schema: string): Promise<void> {
  const { rows } = await db.query(
    `select from pg_catalog.pg_attribute where attrelid = to_regclass($1) and attname = 'level' and not attisdropped`,
    [`${schema}.migrations`],
  )
  if (rows.length === 0) await db.query(`alter table ${schema}.migrations add column level int`)
}

/**
 * listPending returns the names of the steps that have not run yet. It throws where a version of this level does not work on what
 * has run. A start that finds all steps done reads nothing else of the database.
 */
export async function listPending(
  db: Queryable,
  schema: string,
  migrations: Migrations,
  level = LEVEL,
): Promise<string[]> {
  const names = Object.keys(migrations)
  const rows = await listDone(db, schema)
  const needed = levelOf(rows)
  if (needed > level) throw tooOld(level, needed)
  // A newer version may have run more steps than these, which only expand.
  const expected = new Set(names.slice(0, rows.length))
  const strays = rows.filter(({ name }) => !expected.has(name))
  const [stray] = strays
  if (stray !== undefined && rows.length - strays.length < expected.size)
    throw new OperatorError(
      `The database has run the migration ${stray.name}, which this version does not know or runs after others. ` +
        'Start the version that the database belongs to, or a later one.',
    )
  return names.slice(rows.length)
}

/** listDone returns the steps that have run, and which level each needs. */
export async function listDone(
  db: Queryable,
  schema: string,
): Promise<{ readonly name: string; readonly level: number | null }[]> {
  const { rows: found } = await db.query('select where to_regclass($1) is not null', [`${schema}.migrations`])
  if (found.length === 0) return []
  // A table that was made before there were levels has no such column.
  const { rows } = await db.query<{ name: string; level: number | null }>(
    `select name, (to_jsonb(m) ->> 'level')::int as level from ${schema}.migrations m`,
  )
  return rows
}
