// The executor: every statement of the data plane passes here, under an actor, in as few round trips as can be.

import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { type DataConnection, isStaleStatement } from '#platform/db/connections/data-connection.ts'
import { boundMemory, OWN_MEMORY, type StopProcess } from '#platform/db/connections/memory-watch.ts'
import type { FailedStatement, Meter, Statement, StatementResult } from '#platform/db/connections/packet.ts'
import type { Step } from '#platform/db/connections/session-identity.ts'
import { AffinityPool } from '#platform/db/pools/affinity-pool.ts'
import { OwnConnections } from '#platform/db/pools/own-connections.ts'
import { type ProjectNames, projectNames } from '#platform/db/project-names.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import { MAX_WAIT_MS } from '#platform/fairness/gates.ts'
import type { MemoryBudget } from '#platform/fairness/memory-budget.ts'
import type { ProjectTenant } from '#platform/fairness/tenants.ts'
import {
  type ActorContext,
  identityOf,
  keptContext,
  ownContext,
  type RowAction,
  replacingContext,
  sharedContext,
} from './actor-context.ts'
import { AnswerMemory } from './answer-memory.ts'
import { isConnectionLoss, translateError } from './postgres-errors.ts'

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
  readonly check?: (results: StatementResult[]) => readonly Statement[]
}

/** Question is a statement that reads, and who asks it. */
export interface Question {
  readonly actor: ActorContext
  readonly statement: Statement
}

/** ExecutorConfig says how connections log in. */
export interface ExecutorConfig {
  readonly gateway: () => pg.ClientConfig
  readonly projectLogin: (role: string) => pg.ClientConfig
  readonly restoreLogin: (role: string) => Promise<void>
  readonly poolSize: number
  /** ownGate bounds the connections of projects' own logins. */
  readonly ownGate: FairGate
  readonly budget: MemoryBudget
  /** stop is how a process of the server is stopped. */
  readonly stop: StopProcess
}

// What the compiler writes. Anything else, SET ROLE above all, could change a shared connection for whoever is next.
const COMPILED = /^(?:select|insert|update|delete|with) |^set local msingi\.action = /

const BEGIN: Statement = { text: 'begin' }
const COMMIT: Statement = { text: 'commit' }
const ROLLBACK: Statement = { text: 'rollback' }
// Only the gateway may call set_config, so that no statement under another role can choose its identity.
const RESET: Statement = { text: 'reset role' }

// Packets behind one another on a connection: enough to keep it busy, few enough that a slow one holds up little.
const DEPTH = 4

// Measured: about 50 KB of a backend's memory for each project with a table or two, more for larger ones.
const MAX_PROJECTS = 2000

// Requests of one project that wait for a shared connection, before further ones are refused.
const MAX_WAITING = 1000

/** Executor runs statements of projects on one cluster. */
export class Executor {
  readonly #config: ExecutorConfig
  readonly #shared: AffinityPool
  readonly #own: OwnConnections
  // Projects that PostgreSQL refuses to the shared pool, before the news of it has come to this node.
  readonly #moved = new LRUCache<string, true>({ max: 10_000 })

  constructor(config: ExecutorConfig) {
    this.#config = config
    this.#shared = new AffinityPool(config.gateway, {
      size: config.poolSize,
      depth: DEPTH,
      maxProjects: MAX_PROJECTS,
      maxWaiting: MAX_WAITING,
      waitMs: MAX_WAIT_MS,
    })
    this.#own = new OwnConnections({
      login: config.projectLogin,
      restore: config.restoreLogin,
      gate: config.ownGate,
      most: config.ownGate.places,
    })
  }

  /** waiting is how many requests wait for a shared connection. */
  get waiting(): number {
    return this.#shared.waiting
  }

  /** open is how many shared connections there are. */
  get open(): number {
    return this.#shared.open
  }

  /** execute runs the statements in one transaction as the actor; errors of PostgreSQL come out as AppErrors. */
  async execute(
    project: DataProject,
    actor: ActorContext,
    statements: readonly Statement[],
    options: ExecuteOptions = {},
  ): Promise<StatementResult[]> {
    return this.#send(project, statements, options, (line, names, own) =>
      run(line, own, names, actor, statements, options),
    )
  }

  /** ask runs questions one after the other in one packet, each as its actor; the first error is that of all. */
  ask(project: DataProject, questions: readonly Question[]): Promise<StatementResult[]> {
    const statements = questions.map(({ statement }) => statement)
    return this.#send(project, statements, { readOnly: true }, (line, names, own) =>
      runQuestions(line, own, names, questions),
    )
  }

  // Sends what `run` sends, and holds the memory of a large answer for until it is on its way.
  async #send(
    project: DataProject,
    statements: readonly Statement[],
    options: ExecuteOptions,
    run: SendWork,
  ): Promise<StatementResult[]> {
    const memory = new AnswerMemory(this.#config.budget, project, mayBeRefused(options))
    try {
      return await this.#lend(project, statements, options, (connection, names, own) =>
        run({ connection, meter: memory.meter }, names, own),
      )
    } finally {
      memory.release()
    }
  }

  // Lends a connection to `run`, and tries once more where that can do no harm.
  async #lend(
    project: DataProject,
    statements: readonly Statement[],
    options: ExecuteOptions,
    run: (connection: DataConnection, names: ProjectNames, own: boolean) => Promise<StatementResult[]>,
  ): Promise<StatementResult[]> {
    const names = projectNames(project.id)
    const own = project.own_login || options.ownLogin === true || this.#moved.has(project.id)
    if (!own && !statements.every(({ text }) => COMPILED.test(text)))
      throw new Error('the shared pool runs compiled statements only')
    const { stop } = this.#config
    const { maxMemory = OWN_MEMORY } = options
    const send = (connection: DataConnection) => {
      const sent = () => run(connection, names, own)
      return own ? boundMemory(connection, { bytes: maxMemory, role: names.data, stop }, sent) : sent()
    }
    const work = (connection: DataConnection) =>
      send(connection).catch((error) => {
        if (!isStaleStatement(error)) throw error
        return send(connection)
      })
    // Only a packet that is a transaction by itself can share a connection with others.
    const single = options.check === undefined
    const attempt = () => {
      if (own) return this.#own.run(project, names.data, work)
      return single ? this.#shared.share(project, work) : this.#shared.alone(project, work)
    }
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof RoleRefused) {
        this.#moved.set(project.id, true)
        return this.#lend(project, statements, options, run)
      }
      if (!(options.readOnly && isConnectionLoss(error))) throw translateError(error)
    }
    try {
      return await attempt()
    } catch (error) {
      throw translateError(error)
    }
  }

  /** renewShared replaces all shared connections: what they keep of a project may be more than it is due by now. */
  renewShared(): void {
    this.#shared.renew()
  }

  /** release closes the connections of one project, before it is dropped. */
  release(projectId: string): void {
    this.#own.release(projectNames(projectId).data)
  }

  /** close ends all connections. */
  async close(): Promise<void> {
    this.#own.close()
    await this.#shared.close()
  }
}

// Where an answer goes that a request waits for, and who counts it.
interface Line {
  readonly connection: DataConnection
  readonly meter: Meter
}

type SendWork = (line: Line, names: ProjectNames, own: boolean) => Promise<StatementResult[]>

// What has been written cannot be refused any more for the length of its answer.
function mayBeRefused({ readOnly, ownLogin }: ExecuteOptions): boolean {
  return readOnly === true || ownLogin === true
}

// What failed is taking on the role: the project has left the shared pool (shared-pool.ts).
class RoleRefused extends Error {}

// A failure is in the context where it comes before the statements themselves; with a check, these count from 0.
function isRoleRefused(error: unknown, context: number): boolean {
  const { code, statementIndex = Number.POSITIVE_INFINITY } = error as FailedStatement & { code?: string }
  return code === '42501' && statementIndex < context
}

async function run(
  line: Line,
  own: boolean,
  names: ProjectNames,
  actor: ActorContext,
  statements: readonly Statement[],
  options: ExecuteOptions,
): Promise<StatementResult[]> {
  const { connection, meter } = line
  const action = options.action ?? ''
  const { check } = options
  if (own) {
    const context = ownContext(actor, action)
    if (check !== undefined) return checked(line, context, statements, check)
    // SET LOCAL asks for an explicit transaction; it still travels in the one packet.
    return rolledBackOnError(connection, async () => {
      const results = await connection.run([BEGIN, ...context, ...statements, COMMIT], meter)
      return results.slice(1 + context.length, -1)
    })
  }
  const step = connection.identity.next(check === undefined ? identityOf(names, actor, action) : undefined)
  const context = contextOf(step, names, actor, action)
  try {
    const results =
      check === undefined
        ? (await connection.run([...context, ...statements], meter)).slice(context.length)
        : await checked(line, context, statements, check)
    connection.identity.settle(step, true)
    return results
  } catch (error) {
    connection.identity.settle(step, false)
    throw isRoleRefused(error, check === undefined ? context.length : 0) ? new RoleRefused() : error
  }
}

async function runQuestions(
  line: Line,
  own: boolean,
  names: ProjectNames,
  questions: readonly Question[],
): Promise<StatementResult[]> {
  const { connection, meter } = line
  const contexts = questions.map(({ actor }) =>
    own ? ownContext(actor, '') : [RESET, replacingContext(names, actor)],
  )
  const statements = questions.flatMap(({ statement }, n) => [...(contexts[n] ?? []), statement])
  const each = (contexts[0]?.length ?? 0) + 1
  const answers = (results: StatementResult[]) => results.filter((_, n) => n % each === each - 1)
  if (own)
    return rolledBackOnError(connection, async () =>
      answers((await connection.run([BEGIN, ...statements, COMMIT], meter)).slice(1, -1)),
    )
  const step = connection.identity.next(undefined)
  try {
    const results = await connection.run(statements, meter)
    connection.identity.settle(step, true)
    return answers(results)
  } catch (error) {
    connection.identity.settle(step, false)
    throw isRoleRefused(error, each - 1) ? new RoleRefused() : error
  }
}

function contextOf(
  { takeOn, reset }: Step,
  names: ProjectNames,
  actor: ActorContext,
  action: RowAction,
): readonly Statement[] {
  if (takeOn === 'kept') return []
  if (takeOn === 'keep') return [keptContext(names, actor)]
  const context = sharedContext(names, actor, action)
  return reset ? [RESET, context] : [context]
}

async function checked(
  { connection, meter }: Line,
  context: readonly Statement[],
  statements: readonly Statement[],
  check: (results: StatementResult[]) => readonly Statement[],
): Promise<StatementResult[]> {
  const ahead = [BEGIN, ...context]
  return rolledBackOnError(connection, async () => {
    const results = (
      await connection.run([...ahead, ...statements], meter).catch((error: FailedStatement) => {
        if (error.statementIndex !== undefined) error.statementIndex -= ahead.length
        throw error
      })
    ).slice(ahead.length)
    const last = check(results)
    await connection.run([...last, COMMIT])
    return results
  })
}

async function rolledBackOnError<T>(connection: DataConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (connection.alive) await connection.run([ROLLBACK]).catch(() => connection.end())
    throw error
  }
}
