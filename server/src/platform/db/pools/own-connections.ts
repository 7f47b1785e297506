// Connections that log in as a project's own data role: for its code, and for SQL that a client wrote. All projects
// share a bounded number of places; an idle connection stays until it is too old or its room is needed.
import type pg from 'pg'
import { DataConnection } from '#platform/db/connections/data-connection.ts'
import { connectRestoringPassword } from '#platform/db/connections/login.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import { type ProjectTenant, tenantOf } from '#platform/fairness/tenants.ts'

/** OwnConnectionsOptions says how connections log in and how many there are. */
export interface OwnConnectionsOptions {
  readonly login: (role: string) => pg.ClientConfig
  readonly restore: (role: string) => Promise<void>
  readonly gate: FairGate
  /** most is how many connections may be open, those that are idle included. */
  readonly most: number
}

interface Idle {
  readonly connection: DataConnection
  readonly since: number
}

// The connections of a role that are in use; released ones are closed when they come back.
interface Use {
  count: number
  isReleased: boolean
}

const IDLE_MS = 60_000
const SWEEP_MS = 10_000

/** OwnConnections lends connections of projects' own logins. */
export class OwnConnections {
  readonly #options: OwnConnectionsOptions
  // By role, those idle for longest first.
  readonly #idle = new Map<string, Idle[]>()
  readonly #sweep: NodeJS.Timeout
  // By role, where any of its connections is in use.
  readonly #uses = new Map<string, Use>()
  #open = 0
  #closed = false

  constructor(options: OwnConnectionsOptions) {
    this.#options = options
    this.#sweep = setInterval(() => this.#closeOlderThan(performance.now() - IDLE_MS), SWEEP_MS)
    this.#sweep.unref()
  }

  /** open is how many connections there are. */
  get open(): number {
    return this.#open
  }

  /** roles is how many roles are remembered: those of which a connection is in use, or idle. */
  get roles(): number {
    return new Set([...this.#uses.keys(), ...this.#idle.keys()]).size
  }

  /** run lends a connection of the role, that nobody else uses meanwhile, as soon as the project has a place. */
  run<T>(project: ProjectTenant, role: string, work: (connection: DataConnection) => Promise<T>): Promise<T> {
    return this.#options.gate.run(tenantOf(project), async () => {
      const use = this.#begin(role)
      try {
        const connection = this.#take(role) ?? (await this.#connect(role))
        try {
          return await work(connection)
        } finally {
          if (!this.#closed && connection.alive && !use.isReleased) this.#keep(role, connection)
          else this.#end(connection)
        }
      } finally {
        use.count -= 1
        if (use.count === 0 && !use.isReleased) this.#uses.delete(role)
      }
    })
  }

  /** release closes the connections of a role; those in use are closed when they come back. */
  release(role: string): void {
    const use = this.#uses.get(role)
    if (use !== undefined) use.isReleased = true
    this.#uses.delete(role)
    for (const { connection } of this.#idle.get(role) ?? []) this.#end(connection)
    this.#idle.delete(role)
  }

  /** close ends every connection. */
  close(): void {
    this.#closed = true
    clearInterval(this.#sweep)
    this.#closeOlderThan(Number.POSITIVE_INFINITY)
  }

  #begin(role: string): Use {
    const use = this.#uses.get(role) ?? { count: 0, isReleased: false }
    use.count += 1
    this.#uses.set(role, use)
    return use
  }

  #take(role: string): DataConnection | undefined {
    const idle = this.#idle.get(role)
    for (let last = idle?.pop(); last !== undefined; last = idle?.pop()) {
      if (last.connection.alive) return last.connection
      this.#open -= 1
    }
    return undefined
  }

  async #connect(role: string): Promise<DataConnection> {
    if (this.#open >= this.#options.most) this.#evict()
    this.#open += 1
    try {
      const { login, restore } = this.#options
      return await connectRestoringPassword(
        () => DataConnection.connect(login(role)),
        () => restore(role),
      )
    } catch (error) {
      this.#open -= 1
      throw error
    }
  }

  #keep(role: string, connection: DataConnection): void {
    const idle = this.#idle.get(role) ?? []
    idle.push({ connection, since: performance.now() })
    this.#idle.delete(role)
    this.#idle.set(role, idle)
  }

  // The role that has used none for longest gives up its oldest.
  #evict(): void {
    for (const [role, idle] of this.#idle) {
      const oldest = idle.shift()
      if (idle.length === 0) this.#idle.delete(role)
      if (oldest === undefined) continue
      this.#end(oldest.connection)
      return
    }
  }

  #closeOlderThan(since: number): void {
    for (const [role, idle] of this.#idle) {
      const old = idle.filter((one) => one.since < since)
      for (const { connection } of old) this.#end(connection)
      if (old.length === idle.length) this.#idle.delete(role)
      else idle.splice(0, old.length)
    }
  }

  #end(connection: DataConnection): void {
    this.#open -= 1
    void connection.end()
  }
}
