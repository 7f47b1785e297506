// Prepares a cluster at start: the gateway role, what the public may not do, and the newest schemas.
import pg from 'pg'
import type { Cluster } from '#platform/db/clusters/cluster.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'
import { changeRights, closeCatalog } from './close-catalog.ts'
import { levelOf } from './levels.ts'
import { listDone, type Migrations, migrate } from './migrate.ts'

/** BootstrapMigrations are the steps for the control plane and for every cluster; `level` is that of the version. */
export interface BootstrapMigrations {
  readonly platform: Migrations
  readonly cluster: Migrations
  readonly level?: number
}

/** SCHEMAS keep which steps have run, for the root key, the control plane and a cluster. */
export const SCHEMAS = { keys: 'msingi_keys', platform: 'platform', cluster: 'msingi_migrations' } as const

const SET_CONFIG = 'pg_catalog.set_config(text, text, boolean)'
const MIN_VERSION = 150_000

/** bootstrap brings one cluster up to date; only the control plane's own gets schema `platform`. */
export async function bootstrap(cluster: Cluster, migrations: BootstrapMigrations, log: Log, main: boolean) {
  await checkVersion(cluster)
  await ensureGateway(cluster)
  // A pool of its own: a step may take long, and a statement of the administrator's pool may not.
  const pool = new pg.Pool({ ...cluster.adminConfig(), options: '-c jit=off -c TimeZone=UTC', max: 1 })
  const done: string[] = []
  try {
    for (const part of main ? (['platform', 'cluster'] as const) : (['cluster'] as const))
      done.push(...(await migrate(pool, SCHEMAS[part], migrations[part], migrations.level)))
  } finally {
    await pool.end()
  }
  if (done.length > 0)
    log.info({ cluster: cluster.name, migrations: done }, 'brought the database up to date')
  await restrictPublic(cluster)
  await closeCatalog(cluster, log)
}

/** readLevel returns the lowest level that can work on the control plane's cluster. */
export async function readLevel(db: Queryable): Promise<number> {
  return levelOf((await Promise.all(Object.values(SCHEMAS).map((schema) => listDone(db, schema)))).flat())
}

async function checkVersion(cluster: Cluster): Promise<void> {
  const { rows } = await cluster.admin.query<{ server_version_num: string }>('show server_version_num')
  const version = Number(rows[0]?.server_version_num)
  if (version < MIN_VERSION) {
    throw new Error(`Msingi needs PostgreSQL 15 or later; the server is ${Math.floor(version / 10_000)}.`)
  }
}

async function ensureGateway(cluster: Cluster): Promise<void> {
  const role = cluster.gatewayRole
  const password = pg.escapeLiteral(cluster.passwordOf(role))
  const { rowCount } = await cluster.admin.query('select from pg_roles where rolname = $1', [role])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await cluster.admin.query(`${verb} role ${role} login noinherit password ${password}`).catch((error) => {
    // Two nodes that start at once may both have seen no role.
    if (!['42710', '23505', 'XX000'].includes((error as { code?: string }).code ?? '')) throw error
  })
}

// With set_config, SQL could choose its own identity. Without the right to revoke it, PostgreSQL warns and goes on: the
// SQL parser's allow-list then stands alone.
async function restrictPublic(cluster: Cluster): Promise<void> {
  const database = pg.escapeIdentifier(cluster.adminConfig().database ?? 'postgres')
  await changeRights(
    cluster,
    `revoke create, temporary on database ${database} from public;
    do $$ begin revoke create on schema public from public;
      exception when insufficient_privilege or invalid_schema_name then null; end $$;
    revoke execute on function ${SET_CONFIG} from public;
    grant execute on function ${SET_CONFIG} to ${cluster.gatewayRole}`,
  )
}
