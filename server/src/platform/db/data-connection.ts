// One connection of the data plane: prepared statements by their text, and a count of the projects it has served.
import pg from 'pg'
import { Packet, type PreparedStatement, type Statement, type StatementResult } from './packet.ts'

// Each prepared statement holds a plan in the server's memory, so their number is bounded.
const MAX_PREPARED = 400

/** DataConnection runs packets on one client of `pg`, one at a time. */
export class DataConnection {
  /** projects are the ids that this connection has served: each costs the server about 200 KB for good. */
  readonly projects = new Set<string>()
  readonly #client: pg.Client
  readonly #prepared = new Map<string, string>()
  #nextName = 0
  #parsed = 0
  #alive = true

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** connect opens a connection; it is alive until the first error of the connection itself. */
  static async connect(config: pg.ClientConfig): Promise<DataConnection> {
    const client = new pg.Client(config)
    const connection = new DataConnection(client)
    client.on('error', () => connection.#lost())
    client.on('end', () => connection.#lost())
    await client.connect()
    ;(client as unknown as { connection: NodeJS.EventEmitter }).connection.on('parseComplete', () => {
      connection.#parsed += 1
    })
    return connection
  }

  /** alive is false once the connection is closed or broken. */
  get alive(): boolean {
    return this.#alive
  }

  /** run sends the statements as one packet and gives one result each, or throws PostgreSQL's error. */
  run(statements: readonly Statement[]): Promise<StatementResult[]> {
    if (!this.#alive) return Promise.reject(new Error('Connection terminated'))
    const prepared = statements.map((statement) => this.#prepare(statement))
    const close = this.#evict()
    this.#parsed = 0
    return new Promise((resolve, reject) => {
      const done = (error: Error | undefined, results: StatementResult[]) => {
        if (error === undefined) return resolve(results)
        this.#forgetUnparsed(prepared)
        reject(error)
      }
      this.#client.query(new Packet(prepared, close, done))
    })
  }

  /** end closes the connection; what it runs is finished by the server or rolled back. */
  async end(): Promise<void> {
    this.#alive = false
    await this.#client.end().catch(() => {})
  }

  #lost(): void {
    this.#alive = false
  }

  #prepare(statement: Statement): PreparedStatement {
    const known = this.#prepared.get(statement.text)
    if (known !== undefined) {
      // Moved to the end of the map, which keeps its order: the first one is the least recently used.
      this.#prepared.delete(statement.text)
      this.#prepared.set(statement.text, known)
      return { ...statement, name: known, parse: false }
    }
    const name = `s${this.#nextName++}`
    this.#prepared.set(statement.text, name)
    return { ...statement, name, parse: true }
  }

  #evict(): string[] {
    const names: string[] = []
    for (const [text, name] of this.#prepared) {
      if (this.#prepared.size <= MAX_PREPARED) break
      this.#prepared.delete(text)
      names.push(name)
    }
    return names
  }

  // After an error the server has skipped the Parse messages behind it: those names do not exist.
  #forgetUnparsed(statements: readonly PreparedStatement[]): void {
    for (const { text } of statements.filter((s) => s.parse).slice(this.#parsed)) this.#prepared.delete(text)
  }
}
