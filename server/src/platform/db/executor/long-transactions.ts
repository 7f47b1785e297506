// Transactions that last for minutes, each on a connection of its own that logs in as the project's own role: imports and
// exports. They take no connection that requests use, and a place of their own gate.
import type pg from 'pg'
import { DataConnection } from '#platform/db/connections/data-connection.ts'
import { connectRestoringPassword } from '#platform/db/connections/login.ts'
import { boundMemory, OWN_MEMORY, type StopProcess } from '#platform/db/connections/memory-watch.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import { type ProjectTenant, tenantOf } from '#platform/fairness/tenants.ts'
import { type ActorContext, ownContext } from './actor-context.ts'
import { BEGIN } from './connection-mode.ts'
import { translateError } from './postgres-errors.ts'

/** LONG_TRANSACTION_MS is how long one may last; a statement of it may take no longer than any other. */
export const LONG_TRANSACTION_MS = 1_800_000

/** LongTransactionsOptions says how connections log in, and how many there are. */
export interface LongTransactionsOptions {
  readonly login: (role: string) => pg.ClientConfig
  readonly restore: (role: string) => Promise<void>
  readonly gate: FairGate
  readonly stop: StopProcess
}

/** LongWork runs statements on the connection, and commits them itself: what is not committed is rolled back. */
export type LongWork<T> = (connection: DataConnection) => Promise<T>

/** LongTransactions runs them, and ends them before their time where it must. */
export class LongTransactions {
  readonly #options: LongTransactionsOptions
  // By project, those that run or wait for a place.
  readonly #running = new Map<string, Set<AbortController>>()
  #closed = false

  constructor(options: LongTransactionsOptions) {
    this.#options = options
  }

  /**
   * run does the work in a transaction as the actor. When `signal` aborts, PostgreSQL stops at once, and run throws the
   * reason. Errors of PostgreSQL come out as AppErrors.
   */
  async run<T>(
    project: ProjectTenant,
    actor: ActorContext,
    signal: AbortSignal,
    work: LongWork<T>,
  ): Promise<T> {
    if (this.#closed) throw stopped()
    const ending = new AbortController()
    const late = setTimeout(() => ending.abort(tooLong()), LONG_TRANSACTION_MS)
    const running = this.#running.get(project.id) ?? new Set()
    this.#running.set(project.id, running.add(ending))
    try {
      const either = AbortSignal.any([signal, ending.signal])
      return await this.#options.gate.run(tenantOf(project), () => this.#run(project.id, actor, either, work))
    } finally {
      clearTimeout(late)
      running.delete(ending)
      if (running.size === 0 && this.#running.get(project.id) === running) this.#running.delete(project.id)
    }
  }

  /** release ends those of one project, before it is dropped. */
  release(projectId: string): void {
    for (const ending of this.#running.get(projectId) ?? []) ending.abort(stopped())
  }

  /** close ends all of them. */
  close(): void {
    this.#closed = true
    for (const id of this.#running.keys()) this.release(id)
  }

  async #run<T>(id: string, actor: ActorContext, signal: AbortSignal, work: LongWork<T>): Promise<T> {
    signal.throwIfAborted()
    const { login, restore, stop } = this.#options
    const role = projectNames(id).data
    // Between two statements it waits for the client, which has limits of its own.
    const config = () => ({ ...login(role), idle_in_transaction_session_timeout: LONG_TRANSACTION_MS })
    const connection = await connectRestoringPassword(
      () => DataConnection.connect(config()),
      () => restore(role),
    ).catch((error) => {
      throw translateError(error)
    })
    // A process that is busy does not notice that its client has gone.
    const end = () => {
      stop.terminate(connection.pid).catch(() => {})
      void connection.end()
    }
    signal.addEventListener('abort', end, { once: true })
    try {
      signal.throwIfAborted()
      const bound = { bytes: OWN_MEMORY, role, stop }
      return await boundMemory(connection, bound, async () => {
        await connection.run([BEGIN, ...ownContext(actor, '')])
        return await work(connection)
      })
    } catch (error) {
      throw signal.aborted ? signal.reason : translateError(error)
    } finally {
      signal.removeEventListener('abort', end)
      await connection.end()
    }
  }
}

function stopped(): AppError {
  return new AppError('unavailable', 'The server has stopped this import or export. Try again shortly.')
}

function tooLong(): AppError {
  const minutes = LONG_TRANSACTION_MS / 60_000
  return new AppError('timeout', `An import or export may take ${minutes} minutes. Do it in several parts.`)
}
