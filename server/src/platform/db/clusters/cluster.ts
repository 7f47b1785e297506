// A cluster is one PostgreSQL server that holds projects. It knows the three ways to log in:
// the administrator, the gateway of the shared pool, and a project's own roles.
import pg from 'pg'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { CONNECTIONS } from '#platform/db/connections/connection-budget.ts'
import { EXACT_JSON_TYPES } from '#platform/db/connections/exact-json-types.ts'
import { connectRestoringPassword } from '#platform/db/connections/login.ts'
import { boundMemory, OWN_MEMORY, type StopProcess } from '#platform/db/connections/memory-watch.ts'
import { processOf } from '#platform/db/connections/process-of.ts'
import { limitMetadata } from '#platform/db/connections/wire-of.ts'
import { Executor } from '#platform/db/executor/executor.ts'
import { translateError } from '#platform/db/executor/postgres-errors.ts'
import { TenantPool } from '#platform/db/pools/admin-pool.ts'
import { type ProjectNames, projectNames } from '#platform/db/project-names.ts'
import { type Gates, openGates } from '#platform/fairness/gates.ts'
import { MemoryBudget } from '#platform/fairness/memory-budget.ts'
import { type ProjectTenant, tenantOf } from '#platform/fairness/tenants.ts'
import type { Log } from '#platform/log/log.ts'

/** ClusterOptions says where a cluster is and how large its pools are. */
export interface ClusterOptions {
  readonly name: string
  /** connection logs in as the administrator: a superuser, or a role with CREATEROLE that owns the database. */
  readonly connection: pg.ClientConfig
  readonly poolSize: number
  readonly keys: MasterKey
  readonly log: Log
  /** gates are those of the process, if it has others that share them. */
  readonly gates?: Gates
  /** budget is that of the process likewise. */
  readonly budget?: MemoryBudget
}

/** OwnerWork says what an owner's connection is for, since each kind has places of its own. */
export type OwnerWork = 'ddl' | 'users' | 'capture' | 'statistics'

// JIT costs more than it saves on short statements; an empty search_path leaves nothing to be hijacked.
const SESSION = '-c search_path= -c jit=off -c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres'
/** STATEMENT_TIMEOUT_MS is what a statement on the data plane may take. */
export const STATEMENT_TIMEOUT_MS = 15_000
/** ADMIN_TIMEOUT_MS is what a statement of the administrator may take, unless its transaction says otherwise. */
export const ADMIN_TIMEOUT_MS = 15_000
/** DDL_TIMEOUT_MS is what a statement on an owner's connection may take. */
export const DDL_TIMEOUT_MS = 120_000

// pg-boss moves and deletes many old jobs at once.
const JOBS_TIMEOUT_MS = 300_000

const WATCH = {
  max: CONNECTIONS.watch,
  statement_timeout: 5_000,
  connectionTimeoutMillis: 5_000,
  query_timeout: 6_000,
} as const

/** gatewayRoleOf returns what an installation calls its gateway role: several may share a server, to which roles belong. */
export function gatewayRoleOf(keys: MasterKey): string {
  return `msingi_gateway_${keys.derive('gateway-name').toString('hex').slice(0, 8)}`
}

/** Cluster is one PostgreSQL server. */
export class Cluster {
  readonly name: string
  /**
   * admin is the administrator's pool: control plane, and what concerns no project. Work of a project goes through
   * `clusters.of(project).admin`, which is bounded.
   */
  readonly admin: pg.Pool
  /** watch is a pool of the administrator for what must never wait: whether the server is well, and stopping processes. */
  readonly watch: pg.Pool
  /** jobs is a pool of the administrator for background jobs, so that neither waits for the other. */
  readonly jobs: pg.Pool
  readonly executor: Executor
  /** gatewayRole is the login of the shared pool: it may become any project's data role and owns nothing. */
  readonly gatewayRole: string
  readonly #base: pg.ClientConfig
  readonly #log: Log
  readonly #gates: Gates
  #ping: Promise<void> | undefined
  readonly #keys: MasterKey
  readonly #projectUses = { begun: 0, open: 0 }
  readonly #stop: StopProcess = {
    use: () => {
      this.#projectUses.begun += 1
      this.#projectUses.open += 1
      return () => {
        this.#projectUses.open -= 1
      }
    },
    cancel: (pid) => this.watch.query('select pg_cancel_backend($1)', [pid]),
    terminate: (pid) => this.watch.query('select pg_terminate_backend($1)', [pid]),
  }

  constructor({ name, connection, poolSize, keys, log, gates, budget }: ClusterOptions) {
    this.name = name
    this.#log = log
    this.#gates = gates ?? openGates()
    this.#keys = keys
    this.#base = resolve(connection)
    this.gatewayRole = gatewayRoleOf(keys)
    this.admin = this.openAdminPool({ max: CONNECTIONS.admin, statement_timeout: ADMIN_TIMEOUT_MS })
    this.watch = this.openAdminPool(WATCH)
    this.jobs = this.openAdminPool({ max: CONNECTIONS.jobs, statement_timeout: JOBS_TIMEOUT_MS })
    this.executor = new Executor({
      gateway: () => this.#login(this.gatewayRole, STATEMENT_TIMEOUT_MS),
      projectLogin: (role) => this.#login(role, STATEMENT_TIMEOUT_MS),
      restoreLogin: (role) => this.#restoreLogin(role),
      poolSize,
      ownGate: this.#gates.own,
      longGate: this.#gates.transfers,
      budget: budget ?? new MemoryBudget(),
      stop: this.#stop,
    })
  }

  /** projectUses is how often work has begun on logins of projects, and how much of it has not ended. */
  get projectUses(): { readonly begun: number; readonly open: number } {
    return { ...this.#projectUses }
  }

  /** openAdminPool opens another pool of the administrator, which the caller must end. */
  openAdminPool(bounds: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({
      ...this.#base,
      types: EXACT_JSON_TYPES,
      idleTimeoutMillis: 30_000,
      idle_in_transaction_session_timeout: 30_000,
      options: '-c jit=off -c TimeZone=UTC',
      application_name: 'msingi-admin',
      ...bounds,
    })
    // A connection that breaks while it is lent, between two statements, would end the whole program: the pool listens to
    // idle ones only. The borrower gets the error with its next statement.
    pool.on('connect', (client) => {
      client.on('error', () => {})
      limitMetadata(client)
    })
    pool.on('error', (error) => this.#log.warn({ err: error.message }, 'an idle database connection broke'))
    return pool
  }

  /** adminOf returns the administrator's pool as one tenant may use it. */
  adminOf(project: ProjectTenant): TenantPool {
    return new TenantPool(this.admin, this.#gates.admin, tenantOf(project))
  }

  /** ping asks the server for an answer and throws where there is none in time; who asks meanwhile shares it. */
  ping(): Promise<void> {
    this.#ping ??= this.watch
      .query('select')
      .then(() => {})
      .finally(() => {
        this.#ping = undefined
      })
    return this.#ping
  }

  /** passwordOf returns the password of a role that Msingi made. */
  passwordOf(role: string): string {
    return this.#keys.password(`role:${role}`)
  }

  /** adminConfig is how to log in as the administrator, for connections that live outside of the pool. */
  adminConfig(): pg.ClientConfig {
    return { ...this.#base, application_name: 'msingi-admin' }
  }

  /**
   * asOwner runs `work` in one transaction on a connection that logs in as the project's owner: the only way
   * in which DDL reaches a project's tables. It throws 429 or 503 where the project has no place for such work.
   */
  asOwner<T>(
    project: ProjectTenant,
    work: (client: pg.ClientBase) => Promise<T>,
    kind: OwnerWork = 'ddl',
  ): Promise<T> {
    return this.#gates[kind].run(tenantOf(project), () => this.#ownerTransaction(project.id, work))
  }

  /** close ends every connection. */
  async close(): Promise<void> {
    await Promise.all([this.executor.close(), this.admin.end(), this.watch.end(), this.jobs.end()])
  }

  async #ownerTransaction<T>(projectId: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const names = projectNames(projectId)
    const client = await connectRestoringPassword(
      () => this.#connectOwner(names),
      () => this.#restoreLogin(names.owner),
    ).catch((error) => {
      throw translateError(error)
    })
    try {
      await client.query('begin')
      const bound = { bytes: OWN_MEMORY, role: names.owner, stop: this.#stop }
      return await boundMemory({ pid: processOf(client), end: () => client.end() }, bound, async () => {
        const result = await work(client)
        await client.query('commit')
        return result
      })
    } catch (error) {
      throw translateError(error)
    } finally {
      // Ending the connection rolls back what was not committed.
      await client.end().catch(() => {})
    }
  }

  async #connectOwner({ owner, schema }: ProjectNames): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#login(owner, DDL_TIMEOUT_MS),
      // PostgreSQL cannot see how much of a view in `msingi_catalog` there is, and would go through it once for each row.
      options: `-c search_path=${schema} -c enable_nestloop=off -c jit=off -c TimeZone=UTC -c IntervalStyle=postgres`,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      limitMetadata(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }

  async #restoreLogin(role: string): Promise<void> {
    const password = pg.escapeLiteral(this.passwordOf(role))
    await this.admin.query(`alter role ${role} password ${password}; alter role ${role} reset all`)
    if (role.endsWith('_data')) await this.admin.query(boundTemporarySpace(role))
  }

  #login(role: string, timeout: number): pg.ClientConfig {
    return {
      ...this.#base,
      user: role,
      password: this.passwordOf(role),
      options: SESSION,
      statement_timeout: timeout,
      idle_in_transaction_session_timeout: 30_000,
      connectionTimeoutMillis: 10_000,
      application_name: 'msingi',
    }
  }
}

/**
 * boundTemporarySpace is the statement that bounds what a sort or a join of a role may write to disk at a time. Only a
 * superuser can; elsewhere time alone bounds it.
 */
export function boundTemporarySpace(role: string): string {
  return `do $$ begin alter role ${role} set temp_file_limit = '256MB';
    exception when insufficient_privilege then null; end $$`
}

// A connection string is taken apart once, so that other roles can log in to the same place.
function resolve(connection: pg.ClientConfig): pg.ClientConfig {
  if (connection.connectionString === undefined) return connection
  const client = new pg.Client(connection)
  const { host, port, user, database, ssl } = client
  return { host, port, user, password: client.password ?? undefined, database, ssl } as pg.ClientConfig
}
