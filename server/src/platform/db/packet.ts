// One packet, one Sync: several statements sent to PostgreSQL in a single write, as one implicit transaction.
import type { Connection, Submittable } from 'pg'

/** Statement is one SQL statement; its values travel as parameters, in PostgreSQL's text form. */
export interface Statement {
  readonly text: string
  readonly values?: readonly (string | null)[]
}

/** StatementResult is what one statement gave: its rows as text, and how many rows it concerned. */
export interface StatementResult {
  readonly rows: readonly (readonly (string | null)[])[]
  readonly count: number
}

/** PreparedStatement is a Statement with the name it has on its connection; `parse` where that is still to be sent. */
export interface PreparedStatement extends Statement {
  readonly name: string
  readonly parse: boolean
}

// The messages as `pg` really takes them; its published types still ask for an argument that is long gone.
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  sync(): void
  parse(query: { name: string; text: string; types?: number[] }): void
  bind(config: { portal?: string; statement: string; values?: readonly (string | null)[] }): void
  execute(config: null): void
  close(message: { type: 'S'; name: string }): void
}

/** FailedStatement is what a PostgreSQL error tells of the packet: which statement failed, counted from 0. */
export interface FailedStatement {
  statementIndex?: number
}

interface RowMessage {
  fields: (string | null)[]
}

/**
 * Packet is what `pg` calls a Submittable: it writes its own messages and receives the answers.
 * PostgreSQL runs all between two Sync messages as one transaction: after an error it skips the rest
 * and rolls everything back. No Describe is sent, since every column is read as text.
 */
export class Packet implements Submittable {
  readonly #statements: readonly PreparedStatement[]
  readonly #close: readonly string[]
  readonly #done: (error: Error | undefined, results: StatementResult[]) => void
  readonly #results: StatementResult[] = []
  #rows: (string | null)[][] = []

  constructor(
    statements: readonly PreparedStatement[],
    close: readonly string[],
    done: (error: Error | undefined, results: StatementResult[]) => void,
  ) {
    this.#statements = statements
    this.#close = close
    this.#done = done
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire
    wire.stream.cork()
    // Closing comes first: after an error the server skips what follows, and a name would stay taken.
    for (const name of this.#close) wire.close({ type: 'S', name })
    for (const { name, text, values, parse } of this.#statements) {
      if (parse) wire.parse({ name, text })
      wire.bind(values === undefined ? { statement: name } : { statement: name, values })
      wire.execute(null)
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleDataRow(message: RowMessage): void {
    this.#rows.push(message.fields)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#results.push({ rows: this.#rows, count: affected(message.text) })
    this.#rows = []
  }

  // The server skips the rest of the packet, and `pg` hands nothing more of it to this object.
  handleError(error: Error): void {
    ;(error as FailedStatement).statementIndex = this.#results.length
    this.#done(error, [])
  }

  handleReadyForQuery(): void {
    this.#done(undefined, this.#results)
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
