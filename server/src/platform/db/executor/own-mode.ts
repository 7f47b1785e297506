// Statements on connections that log in as the project's own role: its own code, and SQL that a client wrote.
import type { DataConnection } from '#platform/db/connections/data-connection.ts'
import { boundMemory, OWN_MEMORY, type StopProcess } from '#platform/db/connections/memory-watch.ts'
import type { Meter, StatementResult } from '#platform/db/connections/packet.ts'
import type { OwnConnections } from '#platform/db/pools/own-connections.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { ProjectTenant } from '#platform/fairness/tenants.ts'
import { ownContext } from './actor-context.ts'
import {
  type ActorQuery,
  BEGIN,
  COMMIT,
  type ConnectionMode,
  type ExecuteRequest,
  retryStale,
  rollBackOnError,
  runChecked,
} from './connection-mode.ts'

/** OwnMode runs statements on a project's own connections, with a bound on the memory of the server's process. */
export class OwnMode implements ConnectionMode {
  readonly #connections: OwnConnections
  readonly #stop: StopProcess

  constructor(connections: OwnConnections, stop: StopProcess) {
    this.#connections = connections
    this.#stop = stop
  }

  execute(project: ProjectTenant, request: ExecuteRequest, meter: Meter): Promise<StatementResult[]> {
    const { actor, action, statements, check, maxMemory = OWN_MEMORY } = request
    const context = ownContext(actor, action)
    return this.#lend(project, maxMemory, (connection) => {
      if (check !== undefined) return runChecked(connection, context, request, check, meter)
      // SET LOCAL asks for an explicit transaction; it still travels in the one packet.
      return rollBackOnError(connection, async () => {
        const results = await connection.run([BEGIN, ...context, ...statements, COMMIT], meter)
        return results.slice(1 + context.length, -1)
      })
    })
  }

  ask(project: ProjectTenant, queries: readonly ActorQuery[], meter: Meter): Promise<StatementResult[]> {
    const parts = queries.map(({ actor, statement }) => [...ownContext(actor, ''), statement])
    const each = parts[0]?.length ?? 1
    return this.#lend(project, OWN_MEMORY, (connection) =>
      rollBackOnError(connection, async () => {
        const results = await connection.run([BEGIN, ...parts.flat(), COMMIT], meter)
        return results.slice(1, -1).filter((_, n) => n % each === each - 1)
      }),
    )
  }

  #lend(
    project: ProjectTenant,
    bytes: number,
    send: (connection: DataConnection) => Promise<StatementResult[]>,
  ): Promise<StatementResult[]> {
    const role = projectNames(project.id).data
    const bound = { bytes, role, stop: this.#stop }
    return this.#connections.run(project, role, (connection) =>
      retryStale(() => boundMemory(connection, bound, () => send(connection))),
    )
  }
}
