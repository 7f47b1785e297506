// What is written into the audit log behind a change that is committed: the change stands, so that a log that cannot be written
// is no error of its request. It is reported, and written as soon as that is possible.
import type { Queryable } from '#platform/db/transaction.ts'
import type { Log } from '#platform/log/log.ts'
import { isRefused, type LateWork, lateWork } from '#platform/work/write-behind.ts'
import type { AuditStatement } from './audit.ts'

/** AuditSubject says in the server's log what an entry is about. */
export interface AuditSubject {
  readonly request_id: string
  readonly action: string
  readonly target: string
}

interface Waiting {
  readonly statement: AuditStatement
  readonly about: AuditSubject
  readonly size: number
}

const RETRY_MS = 1000
// Characters of all statements that wait.
const MAX_WAITING = 16 * 1024 * 1024

/** AuditQueue writes statements at once, and again those that have failed. */
export class AuditQueue {
  readonly #db: Queryable
  readonly #log: Log
  #waiting: Waiting[] = []
  #size = 0
  readonly #behind: LateWork

  constructor(db: Queryable, log: Log) {
    this.#db = db
    this.#log = log
    this.#behind = lateWork({
      log,
      what: 'write entries of the audit log that wait',
      afterMs: RETRY_MS,
      run: () => this.#writeWaiting(),
    })
  }

  /** write runs a statement. It does not throw: one that fails is reported, and waits until it succeeds, as do those behind it. */
  async write(statement: AuditStatement, about: AuditSubject): Promise<void> {
    if (this.#waiting.length > 0) return this.#keep(statement, about)
    try {
      await this.#db.query(statement.text, statement.values)
    } catch (err) {
      if (isRefused(err)) this.#log.error({ err, ...about }, LOST)
      else this.#keep(statement, about, err)
    }
  }

  #keep(statement: AuditStatement, about: AuditSubject, err?: unknown): void {
    const size = JSON.stringify(statement.values).length
    const waits = this.#size + size <= MAX_WAITING
    this.#log.error({ err, ...about }, waits ? 'an entry of the audit log waits' : LOST)
    if (!waits) return
    this.#waiting.push({ statement, about, size })
    this.#size += size
    this.#behind.noted()
  }

  /** close tries once more what still waits, and reports what is lost. */
  async close(): Promise<void> {
    await this.#behind.close().catch(() => {})
    for (const { about } of this.#waiting) this.#log.error(about, LOST)
  }

  // In their order; what is tried in vain once more ends the attempt.
  async #writeWaiting(): Promise<void> {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      try {
        await this.#db.query(first.statement.text, first.statement.values)
      } catch (err) {
        if (!isRefused(err)) throw err
        this.#log.error({ err, ...first.about }, LOST)
      }
      this.#waiting.shift()
      this.#size -= first.size
    }
  }
}

const LOST = 'an entry of the audit log is lost'
