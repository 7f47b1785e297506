// How statements reach PostgreSQL as an actor: the interface of the two modes, shared connections (shared-mode.ts) and
// connections that log in as the project's own role (own-mode.ts).
import { type DataConnection, isStaleStatement } from '#platform/db/connections/data-connection.ts'
import type { FailedStatement, Meter, Statement, StatementResult } from '#platform/db/connections/packet.ts'
import type { ProjectTenant } from '#platform/fairness/tenants.ts'
import type { ActorContext, RowAction } from './actor-context.ts'

/** Check sees all results before they are committed; what it returns runs before the commit, what it throws rolls back. */
export type Check = (results: StatementResult[]) => readonly Statement[]

/** ExecuteRequest is statements of one transaction, and who runs them. */
export interface ExecuteRequest {
  readonly actor: ActorContext
  readonly statements: readonly Statement[]
  readonly action: RowAction
  readonly check: Check | undefined
  /** maxMemory is how many bytes the server's process may take for itself meanwhile, on the project's own login. */
  readonly maxMemory: number | undefined
}

/** ActorQuery is a statement that reads, and the actor who runs it. */
export interface ActorQuery {
  readonly actor: ActorContext
  readonly statement: Statement
}

/** ConnectionMode runs statements on one kind of connections; errors of PostgreSQL come out as they are. */
export interface ConnectionMode {
  /** execute runs the statements in one transaction as the actor. */
  execute(project: ProjectTenant, request: ExecuteRequest, meter: Meter): Promise<StatementResult[]>
  /** ask runs queries one after the other in one packet, each as its actor. */
  ask(project: ProjectTenant, queries: readonly ActorQuery[], meter: Meter): Promise<StatementResult[]>
}

export const BEGIN: Statement = { text: 'begin' }
export const COMMIT: Statement = { text: 'commit' }
const ROLLBACK: Statement = { text: 'rollback' }

/** retryStale runs `send`, and once more where the packet failed before it did anything. */
export async function retryStale(send: () => Promise<StatementResult[]>): Promise<StatementResult[]> {
  try {
    return await send()
  } catch (error) {
    if (!isStaleStatement(error)) throw error
    return send()
  }
}

/** runChecked runs a transaction of two packets: context and statements, then what `check` returns and the commit. */
export function runChecked(
  connection: DataConnection,
  context: readonly Statement[],
  { statements }: ExecuteRequest,
  check: Check,
  meter: Meter,
): Promise<StatementResult[]> {
  const ahead = [BEGIN, ...context]
  return rollBackOnError(connection, async () => {
    const results = await connection.run([...ahead, ...statements], meter).catch((error: FailedStatement) => {
      if (error.statementIndex !== undefined) error.statementIndex -= ahead.length
      throw error
    })
    const own = results.slice(ahead.length)
    await connection.run([...check(own), COMMIT])
    return own
  })
}

/** rollBackOnError runs `work`, which begins a transaction, and ends that where `work` throws. */
export async function rollBackOnError<T>(connection: DataConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (connection.alive) await connection.run([ROLLBACK]).catch(() => connection.end())
    throw error
  }
}
