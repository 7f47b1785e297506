// A database per test file, cloned from the migrated template in a fraction of a second.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { clusterMigrations } from '#migrations/cluster/cluster-migrations.ts'
import { platformMigrations } from '#migrations/platform/platform-migrations.ts'
import { masterKeyFrom } from '#platform/crypto/keys.ts'
import type { PasswordCost } from '#platform/crypto/passwords.ts'
import { Invalidations } from '#platform/db/caches/invalidations.ts'
import { Cluster } from '#platform/db/clusters/cluster.ts'
import { Clusters } from '#platform/db/clusters/clusters.ts'
import { bootstrap } from '#platform/db/migrations/bootstrap.ts'
import { Jobs } from '#platform/jobs/jobs.ts'

export interface TestServer {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
}

/** TEMPLATE is the name of the database that tests clone. */
export const TEMPLATE = 'msingi_test_template'

/** TEST_SECRET is the setting MSINGI_MASTER_KEY of all tests. */
export const TEST_SECRET = 'a-master-key-for-tests-that-protects-nothing'

/** testKeys is the master key that it makes. */
export const testKeys = masterKeyFrom(TEST_SECRET)

/** CHEAP_PASSWORDS is the least cost of a hash that argon2 takes: tests make thousands, and protect nothing. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** quietLog swallows what the server logs, but for errors. */
export const quietLog = pino({ level: 'error' }, pino.destination({ fd: 2, sync: true }))

/** bootstrapTestDatabase migrates a database as a start of the server would. */
export async function bootstrapTestDatabase(connection: pg.ClientConfig): Promise<void> {
  const cluster = new Cluster({ name: 'main', connection, poolSize: 1, keys: testKeys, log: quietLog })
  const migrations = { platform: platformMigrations, cluster: clusterMigrations }
  await bootstrap(cluster, migrations, quietLog, true)
  const nobody = new Invalidations(() => cluster.adminConfig(), testKeys, quietLog)
  const jobs = new Jobs(cluster.jobs, quietLog, nobody)
  await jobs.start({ work: false })
  await jobs.stop()
  await cluster.close()
}

/** TestDatabase is a cloned database and how to get rid of it. */
export interface TestDatabase {
  readonly connection: pg.ClientConfig
  drop(): Promise<void>
}

/** cloneDatabase makes a database of its own for a test file. */
export async function cloneDatabase(server: TestServer): Promise<TestDatabase> {
  const name = `msingi_test_${randomBytes(6).toString('hex')}`
  // Copying the template's files costs half of what writing its pages to the log does.
  await administer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    connection: { ...server, database: name },
    drop: () => dropDatabase(server, name),
  }
}

// The sender of a process that was killed may hold its slot for a moment more.
const END_SENDERS = `
  do $$ begin
    for attempt in 1..100 loop
      perform pg_terminate_backend(active_pid) from pg_replication_slots where database = '%' and active;
      exit when not found;
      perform pg_sleep(0.1);
    end loop;
  end $$`

// A pool has ended before its connections have: one that is cut off meanwhile throws an error that nobody waits for.
const AWAIT_SESSIONS = `
  do $$ begin
    for attempt in 1..100 loop
      perform from pg_stat_activity where datname = '%' and backend_type = 'client backend';
      exit when not found;
      perform pg_stat_clear_snapshot(), pg_sleep(0.01);
    end loop;
  end $$`

async function dropDatabase(server: TestServer, name: string): Promise<void> {
  const waits = [END_SENDERS, AWAIT_SESSIONS].map((statement) => statement.replace('%', name))
  await administer(server, ...waits, `drop database if exists ${name} with (force)`)
}

async function administer(server: TestServer, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** urlOf writes a connection as a DATABASE_URL. */
export function urlOf({ host = '', port = 5432, user, password, database }: pg.ClientConfig): string {
  const url = new URL(
    `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}`,
  )
  url.searchParams.set('host', host)
  return url.href
}

/** clusterOf opens a cluster as another process would. */
export function clusterOf(connection: pg.ClientConfig): { clusters: Clusters; stop(): Promise<void> } {
  const cluster = new Cluster({ name: 'main', connection, poolSize: 1, keys: testKeys, log: quietLog })
  return { clusters: new Clusters([cluster]), stop: () => cluster.close() }
}
