// One connection of the data plane: packets of several requests in flight at once, each a transaction of its own,
// and statements prepared by their text.
import pg from 'pg'
import { AppError } from '#platform/errors/app-error.ts'
import { DATA_LIMITS, limitMessages, MAX_MESSAGE } from './message-limit.ts'
import {
  encodePacket,
  type Meter,
  type OnRow,
  Packet,
  type PreparedStatement,
  type Statement,
  type StatementResult,
} from './packet.ts'
import { processOf } from './process-of.ts'
import { SessionIdentity } from './session-identity.ts'
import { wireOf } from './wire-of.ts'

// A message of so many bytes is worth a new connection.
const GIVEN_UP = 4 * 1024 * 1024

// Each prepared statement holds a plan in the server's memory, so their number is bounded.
const MAX_PREPARED = 2500

// A prepared statement that is not there (the packet that was to prepare it, just ahead of this one, failed first) or
// no longer fits the table, whose columns have changed their types since: parameters keep the types that they had.
const STALE: ReadonlySet<string> = new Set(['26000', '42804', '42883', '0A000'])

/** isStaleStatement reports whether a packet failed before it did anything, and may be sent again to the same connection. */
export function isStaleStatement(error: unknown): boolean {
  return STALE.has((error as { code?: string }).code ?? '')
}

/** DataConnection runs packets on one client of `pg`. */
export class DataConnection {
  /** projects are the ids that this connection has served: each costs the server memory for good. */
  readonly projects = new Set<string>()
  /** identity is what a connection of the shared pool keeps between packets. */
  readonly identity = new SessionIdentity()
  readonly #client: pg.Client
  readonly #prepared = new Map<string, string>()
  readonly #inFlight: Packet[] = []
  // Those whose answers the server has not sent to their end, whatever `pg` has made of them yet.
  readonly #answering: Packet[] = []
  #outbox: Buffer[] = []
  #forgotten: string[] = []
  #nextName = 0
  #alive = true

  private constructor(client: pg.Client) {
    this.#client = client
  }

  /** connect opens a connection; it is alive until the first error of the connection itself. */
  static async connect(config: pg.ClientConfig): Promise<DataConnection> {
    const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig)
    const connection = new DataConnection(client)
    client.on('error', () => connection.#lost())
    client.on('end', () => connection.#lost())
    await client.connect()
    const { stream } = wireOf(client)
    const refuse = () => {
      connection.#refuseAnswer()
      stream.destroy(new Error('Connection terminated: an answer was too large'))
    }
    limitMessages(stream, DATA_LIMITS, {
      refuse,
      announce: (bytes) => {
        if (!connection.#admit(bytes)) refuse()
      },
      complete: () => void connection.#answering.shift(),
    })
    wireOf(client).on('parseComplete', () => connection.#inFlight[0]?.parseComplete())
    return connection
  }

  /** alive is false once the connection is closed or broken. */
  get alive(): boolean {
    return this.#alive
  }

  /** pid is the process that serves this connection, where the server stands. */
  get pid(): number {
    return processOf(this.#client)
  }

  /**
   * run sends the statements as one packet and returns one result each, or throws PostgreSQL's error. `meter` is called
   * with the bytes of a large answer before they are gathered; what it throws is thrown in place of the answer. With
   * `onRow` no rows are gathered.
   */
  run(statements: readonly Statement[], meter?: Meter, onRow?: OnRow): Promise<StatementResult[]> {
    if (!this.#alive) return Promise.reject(new Error('Connection terminated'))
    const prepared = statements.map((statement) => this.#prepare(statement))
    this.#post(encodePacket(prepared, this.#evict()))
    return new Promise((resolve, reject) => {
      const packet = new Packet(
        (error, results, parsed) => {
          this.#inFlight.shift()
          if (error === undefined) return resolve(results)
          if (isStaleStatement(error)) this.#forget(prepared)
          else this.#forgetUnparsed(prepared, parsed)
          // The server closes the connection behind a fatal error; nobody shall be sent there until that is seen.
          if ((error as { severity?: string }).severity === 'FATAL') this.#lost()
          reject(error)
        },
        meter,
        onRow,
      )
      this.#inFlight.push(packet)
      this.#answering.push(packet)
      this.#client.query(packet)
    })
  }

  /** pause reads no more answers until resume: a server whose answers nobody reads waits. */
  pause(): void {
    wireOf(this.#client).stream.pause()
  }

  /** resume reads on. */
  resume(): void {
    wireOf(this.#client).stream.resume()
  }

  /** end closes the connection; what it runs is finished by the server or rolled back. */
  async end(): Promise<void> {
    this.#alive = false
    await this.#client.end().catch(() => {})
  }

  // What several requests send in one turn of the event loop goes out in one system call.
  #post(message: Buffer): void {
    if (this.#outbox.push(message) > 1) return
    setImmediate(() => {
      const messages = this.#outbox
      this.#outbox = []
      if (this.#alive) wireOf(this.#client).stream.write(Buffer.concat(messages))
    })
  }

  // What is refused is thrown away as it comes. Only where nobody else waits behind it is the connection given up at once.
  #admit(bytes: number): boolean {
    const [packet] = this.#answering
    return packet === undefined || packet.admit(bytes) || this.#answering.length > 1 || bytes < GIVEN_UP
  }

  // Answers come in turn, so the one that is coming in belongs to the first packet; the others can be sent again.
  #refuseAnswer(): void {
    this.#alive = false
    const megabytes = MAX_MESSAGE / 1024 / 1024
    this.#answering[0]?.handleError(
      new AppError('invalid_input', `The answer would have more than ${megabytes} MB; ask for less at once.`),
    )
  }

  #lost(): void {
    this.#alive = false
  }

  #prepare(statement: Statement): PreparedStatement {
    // The statement without a name is replaced by the next one.
    if (statement.once) return { text: statement.text, values: statement.values ?? [], name: '', parse: true }
    const known = this.#prepared.get(statement.text)
    if (known !== undefined) {
      // Moved to the end of the map, which keeps its order: the first one is the least recently used. As long as
      // there is much room, the order is of no use.
      if (this.#prepared.size > MAX_PREPARED / 2) {
        this.#prepared.delete(statement.text)
        this.#prepared.set(statement.text, known)
      }
      return { text: statement.text, values: statement.values ?? [], name: known, parse: false }
    }
    const name = `s${this.#nextName++}`
    this.#prepared.set(statement.text, name)
    return { text: statement.text, values: statement.values ?? [], name, parse: true }
  }

  #evict(): string[] {
    const names = this.#forgotten
    this.#forgotten = []
    for (const [text, name] of this.#prepared) {
      if (this.#prepared.size <= MAX_PREPARED) break
      this.#prepared.delete(text)
      names.push(name)
    }
    return names
  }

  #forget(statements: readonly PreparedStatement[]): void {
    for (const { text, name } of statements) {
      if (this.#prepared.get(text) !== name) continue
      this.#prepared.delete(text)
      this.#forgotten.push(name)
    }
  }

  // After an error the server has skipped the Parse messages behind it: those names do not exist.
  #forgetUnparsed(statements: readonly PreparedStatement[], parsed: number): void {
    for (const { text, name } of statements.filter((s) => s.parse).slice(parsed)) {
      if (this.#prepared.get(text) === name) this.#prepared.delete(text)
    }
  }
}
