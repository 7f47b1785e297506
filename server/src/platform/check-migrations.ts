// Whether this version can start on a database, without changing it.
import pg from 'pg'
import { clusterMigrations } from '#migrations/cluster/cluster-migrations.ts'
import { keyMigrations } from '#migrations/keys/key-migrations.ts'
import { platformMigrations } from '#migrations/platform/platform-migrations.ts'
import { SCHEMAS } from '#platform/db/migrations/bootstrap.ts'
import { levelOf, refuseOlderNodes, type Step } from '#platform/db/migrations/levels.ts'
import { listPending } from '#platform/db/migrations/migrate.ts'
import { transaction } from '#platform/db/transaction.ts'

const ALL = [
  [SCHEMAS.keys, keyMigrations],
  [SCHEMAS.platform, platformMigrations],
  [SCHEMAS.cluster, clusterMigrations],
] as const

/** checkMigrations returns the names of the steps that a start would run. It throws where this version would not start. */
export async function checkMigrations(database: pg.ClientConfig): Promise<string[]> {
  const pool = new pg.Pool({ ...database, max: 1 })
  pool.on('error', () => {})
  try {
    return await transaction(pool, async (db) => {
      const pending: [string, Step][] = []
      for (const [schema, migrations] of ALL)
        for (const name of await listPending(db, schema, migrations))
          pending.push([name, migrations[name] ?? []])
      await refuseOlderNodes(db, levelOf(pending.map(([, step]) => step)))
      return pending.map(([name]) => name)
    })
  } finally {
    await pool.end()
  }
}
