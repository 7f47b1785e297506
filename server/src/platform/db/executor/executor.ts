// The executor: every statement of the data plane runs here as an actor, in as few round trips as possible.
import type pg from 'pg'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { StopProcess } from '#platform/db/connections/memory-watch.ts'
import type { Meter, Statement, StatementResult } from '#platform/db/connections/packet.ts'
import { AffinityPool } from '#platform/db/pools/affinity-pool.ts'
import { OwnConnections } from '#platform/db/pools/own-connections.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import { MAX_WAIT_MS } from '#platform/fairness/gates.ts'
import type { MemoryBudget } from '#platform/fairness/memory-budget.ts'
import type { ProjectTenant } from '#platform/fairness/tenants.ts'
import type { ActorContext, RowAction } from './actor-context.ts'
import type { ActorQuery, Check, ConnectionMode } from './connection-mode.ts'
import { LongTransactions, type LongWork } from './long-transactions.ts'
import { OwnMode } from './own-mode.ts'
import { isConnectionLoss, translateError } from './postgres-errors.ts'
import { ResultMemory } from './result-memory.ts'
import { RoleRefusedError, SharedMode } from './shared-mode.ts'

/** DataProject is what the executor must know of a project. */
export interface DataProject extends ProjectTenant {
  /** own_login is true once the project has code of its own, which must never run on the shared pool. */
  readonly own_login: boolean
}

/** ExecuteOptions says how the statements run. */
export interface ExecuteOptions {
  /** action is `delete` where the statement is a soft delete. */
  readonly action?: RowAction
  /** readOnly statements may be sent again if the connection broke before they were answered. */
  readonly readOnly?: boolean
  /** ownLogin forces the project's own connections, for SQL that a client wrote. */
  readonly ownLogin?: boolean
  /** maxMemory is how many bytes the server's process may take for itself meanwhile, on the project's own login, if other than OWN_MEMORY. */
  readonly maxMemory?: number
  /**
   * check sees all results before they are committed; what it throws rolls everything back.
   * It costs a second round trip. What it returns runs before the commit, under the same actor.
   */
  readonly check?: Check
}

/** ExecutorConfig says how connections log in. */
export interface ExecutorConfig {
  readonly gateway: () => pg.ClientConfig
  readonly projectLogin: (role: string) => pg.ClientConfig
  readonly restoreLogin: (role: string) => Promise<void>
  readonly poolSize: number
  /** ownGate bounds the connections of projects' own logins. */
  readonly ownGate: FairGate
  /** longGate bounds the transactions that last for minutes. */
  readonly longGate: FairGate
  readonly budget: MemoryBudget
  /** stop is how a process of the server is stopped. */
  readonly stop: StopProcess
}

// Packets behind one another on a connection: enough to keep it busy, few enough that a slow one holds up little.
const DEPTH = 4

// Of all shared connections together. Measured: some 50 KB of a backend's memory for each project with a table or two, more
// for larger ones.
const MAX_PROJECTS = 20_000

// Requests of one project that wait for a shared connection, before further ones are refused.
const MAX_WAITING = 1000

/** Executor runs statements of projects on one cluster. */
export class Executor {
  readonly #budget: MemoryBudget
  readonly #pool: AffinityPool
  readonly #ownConnections: OwnConnections
  readonly #long: LongTransactions
  readonly #shared: ConnectionMode
  readonly #own: ConnectionMode
  // Projects that PostgreSQL refuses to the shared pool, before their invalidation has reached this node.
  readonly #detached = recentlyUsed<true>(10_000)

  constructor(config: ExecutorConfig) {
    this.#budget = config.budget
    this.#pool = new AffinityPool(config.gateway, {
      size: config.poolSize,
      depth: DEPTH,
      maxProjects: MAX_PROJECTS,
      maxWaiting: MAX_WAITING,
      waitMs: MAX_WAIT_MS,
    })
    this.#ownConnections = new OwnConnections({
      login: config.projectLogin,
      restore: config.restoreLogin,
      gate: config.ownGate,
      most: config.ownGate.places,
    })
    this.#long = new LongTransactions({
      login: config.projectLogin,
      restore: config.restoreLogin,
      gate: config.longGate,
      stop: config.stop,
    })
    this.#shared = new SharedMode(this.#pool)
    this.#own = new OwnMode(this.#ownConnections, config.stop)
  }

  /** waiting is how many requests wait for a shared connection. */
  get waiting(): number {
    return this.#pool.waiting
  }

  /** open is how many shared connections there are. */
  get open(): number {
    return this.#pool.open
  }

  /** execute runs the statements in one transaction as the actor; errors of PostgreSQL come out as AppErrors. */
  execute(
    project: DataProject,
    actor: ActorContext,
    statements: readonly Statement[],
    options: ExecuteOptions = {},
  ): Promise<StatementResult[]> {
    if (actor.trial) return this.#try(project, actor, statements, options)
    return this.#run(project, actor, statements, options)
  }

  #run(
    project: DataProject,
    actor: ActorContext,
    statements: readonly Statement[],
    options: ExecuteOptions,
  ): Promise<StatementResult[]> {
    const { action = '', check, maxMemory } = options
    const request = { actor, statements, action, check, maxMemory }
    const send: Send = (mode, meter) => mode.execute(project, request, meter)
    return this.#send(project, { ...options, guarded: isGuarded(actor) }, send)
  }

  /** ask runs queries one after the other in one packet, each as its actor; the first error is that of all. */
  ask(project: DataProject, queries: readonly ActorQuery[]): Promise<StatementResult[]> {
    return this.#send(project, { readOnly: true }, (mode, meter) => mode.ask(project, queries, meter))
  }

  /** long does work that takes minutes, as LongTransactions.run does. */
  long<T>(project: DataProject, actor: ActorContext, signal: AbortSignal, work: LongWork<T>): Promise<T> {
    return this.#long.run(project, actor, signal, work)
  }

  /** renewShared replaces all shared connections, which may keep more of a project than it has access to by now. */
  renewShared(): void {
    this.#pool.renew()
  }

  /** release closes the connections of one project, before it is dropped. */
  release(projectId: string): void {
    this.#ownConnections.release(projectNames(projectId).data)
    this.#long.release(projectId)
  }

  /** close ends all connections. */
  async close(): Promise<void> {
    this.#ownConnections.close()
    this.#long.close()
    await this.#pool.close()
  }

  // What a check throws rolls everything back, on either kind of connection.
  async #try(
    project: DataProject,
    actor: ActorContext,
    statements: readonly Statement[],
    options: ExecuteOptions,
  ): Promise<StatementResult[]> {
    const check = (all: StatementResult[]): never => {
      const results = all.slice(0, -1)
      options.check?.(results)
      throw new UndoneTrial(results)
    }
    try {
      // Constraints that wait for the commit have their say as well.
      return await this.#run(project, actor, [...statements, CHECK_CONSTRAINTS], { ...options, check })
    } catch (error) {
      if (error instanceof UndoneTrial) return error.results
      throw error
    }
  }

  // Holds the memory of a large result until it is on its way.
  async #send(project: DataProject, options: SendOptions, send: Send): Promise<StatementResult[]> {
    // What has been written cannot be refused any more for the length of its result.
    const refusable = options.readOnly === true || options.ownLogin === true
    const memory = new ResultMemory(this.#budget, project, refusable)
    try {
      return await this.#sendOrRetry(project, options, (mode) => send(mode, memory.meter))
    } finally {
      memory.release()
    }
  }

  // Tries once more where that can do no harm.
  async #sendOrRetry(
    project: DataProject,
    options: SendOptions,
    send: (mode: ConnectionMode) => Promise<StatementResult[]>,
  ): Promise<StatementResult[]> {
    const mode = this.#modeOf(project, options)
    try {
      return await send(mode)
    } catch (error) {
      if (error instanceof RoleRefusedError) {
        this.#detached.set(project.id, true)
        return this.#sendOrRetry(project, options, send)
      }
      if (!(options.readOnly && isConnectionLoss(error))) throw translateError(error, options.guarded)
    }
    try {
      return await send(mode)
    } catch (error) {
      throw translateError(error, options.guarded)
    }
  }

  #modeOf({ id, own_login }: DataProject, { ownLogin = false }: ExecuteOptions): ConnectionMode {
    return own_login || ownLogin || this.#detached.has(id) ? this.#own : this.#shared
  }
}

const CHECK_CONSTRAINTS: Statement = { text: 'set constraints all immediate' }

// The end of a trial: what its statements returned, once they are undone.
class UndoneTrial extends Error {
  override readonly name = 'UndoneTrial'
  readonly results: StatementResult[]

  constructor(results: StatementResult[]) {
    super('the trial was undone')
    this.results = results
  }
}

interface SendOptions extends ExecuteOptions {
  readonly guarded?: boolean
}

function isGuarded({ kind }: ActorContext): boolean {
  return kind === 'publishable' || kind === 'user'
}

type Send = (mode: ConnectionMode, meter: Meter) => Promise<StatementResult[]>
