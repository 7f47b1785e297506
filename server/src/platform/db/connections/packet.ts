// One packet, one Sync: several statements sent to PostgreSQL in a single write, as one implicit transaction.
import pg from 'pg'
import { serialize } from 'pg-protocol'

/** Statement is one SQL statement; its values travel as parameters, in PostgreSQL's text form. */
export interface Statement {
  readonly text: string
  readonly values?: readonly (string | null)[]
  /** once is true for SQL of a client, which is not kept prepared: each text of it would cost the server memory. */
  readonly once?: boolean
}

/** StatementResult is the result of one statement: its rows as text, and how many rows it affected. */
export interface StatementResult {
  readonly rows: readonly (readonly (string | null)[])[]
  readonly count: number
}

/** FailedStatement is a PostgreSQL error with the statement of the packet that failed, counted from 0. */
export interface FailedStatement {
  statementIndex?: number
}

/** PreparedStatement is a Statement with the name it has on its connection; `parse` where that is still to be sent. */
export interface PreparedStatement extends Statement {
  readonly name: string
  readonly parse: boolean
}

/**
 * encodePacket writes a packet's messages into one buffer. PostgreSQL runs all between two Sync messages as one
 * transaction: after an error it skips the rest and rolls everything back. No Describe is sent, since every column
 * is read as text.
 */
export function encodePacket(statements: readonly PreparedStatement[], close: readonly string[]): Buffer {
  const messages: Buffer[] = []
  // Closing comes first: after an error the server skips what follows, and a name would stay taken.
  for (const name of close) messages.push(serialize.close({ type: 'S', name }))
  for (const { name, text, values, parse } of statements) {
    if (parse) messages.push(serialize.parse({ name, text }))
    messages.push(
      serialize.bind({ statement: name, values: values as (string | null)[] }),
      serialize.execute(),
    )
  }
  messages.push(serialize.sync())
  return Buffer.concat(messages)
}

/** PacketDone receives a packet's results, or the error and how many of its Parse messages the server took. */
export type PacketDone = (error: Error | undefined, results: StatementResult[], parsed: number) => void

/** OnRow receives the fields of each row as it comes. */
export type OnRow = (fields: (string | null)[]) => void

/** Meter counts the bytes of a large answer, or throws where they are too many. */
export type Meter = (bytes: number) => void

interface RowMessage {
  fields: (string | null)[]
}

/**
 * Packet receives the answers to a packet that its connection has written already. It is a Query only in name:
 * `pg` lets no other class onto a connection on which several are in flight.
 */
export class Packet extends pg.Query {
  readonly #done: PacketDone
  readonly #results: StatementResult[] = []
  #rows: (string | null)[][] = []
  #parsed = 0
  #refused = false
  readonly #meter: Meter | undefined
  readonly #onRow: OnRow | undefined
  #unaffordable: Error | undefined

  constructor(done: PacketDone, meter?: Meter, onRow?: OnRow) {
    // A string is taken as it is, where `pg` would copy an object property by property.
    super('')
    this.#done = done
    this.#meter = meter
    this.#onRow = onRow
  }

  // Its connection puts it on the wire, together with whatever else is to be sent there.
  override submit = (): void => {}

  /** parseComplete counts a statement that the server has prepared. */
  parseComplete(): void {
    this.#parsed += 1
  }

  /** admit counts bytes that are about to come, and says whether they may; once they may not, rows are thrown away. */
  admit(bytes: number): boolean {
    if (this.#unaffordable !== undefined) return false
    try {
      this.#meter?.(bytes)
      return true
    } catch (error) {
      this.#unaffordable = error as Error
      return false
    }
  }

  handleDataRow(message: RowMessage): void {
    if (this.#onRow !== undefined) this.#onRow(message.fields)
    else if (this.#unaffordable === undefined) this.#rows.push(message.fields)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#results.push({ rows: this.#rows, count: affected(message.text) })
    this.#rows = []
  }

  // The server skips the rest of the packet, and `pg` hands nothing more of it to this object.
  handleError(error: Error): void {
    // A packet that was refused gets another error when its connection closes.
    if (this.#refused) return
    this.#refused = true
    ;(error as FailedStatement).statementIndex = this.#results.length
    this.#done(this.#unaffordable ?? error, [], this.#parsed)
  }

  handleReadyForQuery(): void {
    const failure = this.#unaffordable
    this.#done(failure, failure === undefined ? this.#results : [], this.#parsed)
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

// A command tag ends in the number of rows: "INSERT 0 3", "UPDATE 1", "SELECT 20".
function affected(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1))
  return Number.isNaN(count) ? 0 : count
}
