// Statements on the shared connections, which become a project's role for a packet. Only what the compiler wrote may run
// here: anything else, SET ROLE above all, could change the connection for the project behind it.
import type { DataConnection } from '#platform/db/connections/data-connection.ts'
import type { FailedStatement, Meter, Statement, StatementResult } from '#platform/db/connections/packet.ts'
import type { IdentityStep } from '#platform/db/connections/session-identity.ts'
import type { AffinityPool } from '#platform/db/pools/affinity-pool.ts'
import { type ProjectNames, projectNames } from '#platform/db/project-names.ts'
import type { ProjectTenant } from '#platform/fairness/tenants.ts'
import { identityOf, keptContext, replacingContext, sharedContext } from './actor-context.ts'
import {
  type ActorQuery,
  type ConnectionMode,
  type ExecuteRequest,
  retryStale,
  runChecked,
} from './connection-mode.ts'

const COMPILED =
  /^(?:select|insert|update|delete|with|explain \(format json\) select) |^set local msingi\.action = |^set constraints all immediate$/

// Only the gateway may call set_config, so that no statement under another role can choose its identity.
const RESET: Statement = { text: 'reset role' }

/** RoleRefusedError says that the gateway may not become the project's role: the project has left the shared pool. */
export class RoleRefusedError extends Error {
  override readonly name = 'RoleRefusedError'
}

/** SharedMode runs statements on the shared connections; it throws a RoleRefusedError for a project that has left them. */
export class SharedMode implements ConnectionMode {
  readonly #pool: AffinityPool

  constructor(pool: AffinityPool) {
    this.#pool = pool
  }

  async execute(project: ProjectTenant, request: ExecuteRequest, meter: Meter): Promise<StatementResult[]> {
    if (!request.statements.every(isCompiled)) throw notCompiled()
    const names = projectNames(project.id)
    // Only a packet that is a transaction by itself can share a connection with others.
    return request.check === undefined
      ? this.#pool.share(project, (connection) =>
          retryStale(() => runPacket(connection, names, request, meter)),
        )
      : this.#pool.alone(project, (connection) =>
          retryStale(() => runTransaction(connection, names, request, meter)),
        )
  }

  async ask(
    project: ProjectTenant,
    queries: readonly ActorQuery[],
    meter: Meter,
  ): Promise<StatementResult[]> {
    if (!queries.every(({ statement }) => isCompiled(statement))) throw notCompiled()
    const names = projectNames(project.id)
    return this.#pool.share(project, (connection) =>
      retryStale(() => runQueries(connection, names, queries, meter)),
    )
  }
}

function isCompiled({ text }: Statement): boolean {
  return COMPILED.test(text)
}

function notCompiled(): Error {
  return new Error('the shared pool runs compiled statements only')
}

async function runPacket(
  connection: DataConnection,
  names: ProjectNames,
  { actor, action, statements }: ExecuteRequest,
  meter: Meter,
): Promise<StatementResult[]> {
  const step = connection.identity.next(identityOf(names, actor, action))
  const context =
    step.takeOn === 'kept'
      ? []
      : step.takeOn === 'keep'
        ? [keptContext(names, actor)]
        : afterReset(step, sharedContext(names, actor, action))
  return withIdentity(connection, step, context.length, async () => {
    const results = await connection.run([...context, ...statements], meter)
    return results.slice(context.length)
  })
}

function runTransaction(
  connection: DataConnection,
  names: ProjectNames,
  request: ExecuteRequest,
  meter: Meter,
): Promise<StatementResult[]> {
  const { actor, action, check = () => [] } = request
  const step = connection.identity.next(undefined)
  const context = afterReset(step, sharedContext(names, actor, action))
  // A failure in the context counts from below 0 (runChecked).
  return withIdentity(connection, step, 0, () => runChecked(connection, context, request, check, meter))
}

function runQueries(
  connection: DataConnection,
  names: ProjectNames,
  queries: readonly ActorQuery[],
  meter: Meter,
): Promise<StatementResult[]> {
  const parts = queries.map(({ actor, statement }) => [RESET, replacingContext(names, actor), statement])
  const each = 3
  const step = connection.identity.next(undefined)
  return withIdentity(connection, step, each - 1, async () => {
    const results = await connection.run(parts.flat(), meter)
    return results.filter((_, n) => n % each === each - 1)
  })
}

function afterReset({ reset }: IdentityStep, context: Statement): Statement[] {
  return reset ? [RESET, context] : [context]
}

// What fails before the first `context` statements are through is taking on the role.
async function withIdentity(
  connection: DataConnection,
  step: IdentityStep,
  context: number,
  send: () => Promise<StatementResult[]>,
): Promise<StatementResult[]> {
  try {
    const results = await send()
    connection.identity.confirm(step, true)
    return results
  } catch (error) {
    connection.identity.confirm(step, false)
    const { code, statementIndex = Number.POSITIVE_INFINITY } = error as FailedStatement & { code?: string }
    throw code === '42501' && statementIndex < context ? new RoleRefusedError() : error
  }
}
