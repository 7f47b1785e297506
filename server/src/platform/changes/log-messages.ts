// From the messages of the log to the assembler.
import type { ChangeAssembler } from './change-assembler.ts'
import { type LogMessage, PgOutput, type Relation } from './pgoutput.ts'
import { isPublicColumn } from './row-events.ts'
import { readWatchedTable } from './watched-tables.store.ts'

/** LogEvents are what is not about rows. */
export interface LogEvents {
  /** committed tells that all up to this place has been handed on. */
  committed(end: bigint): void
  /** told gives a message that somebody put into the log. */
  told(content: string): void
}

/** LogMessages decodes one stream. */
export class LogMessages {
  readonly #decoder = new PgOutput(isPublicColumn)
  readonly #assembler: ChangeAssembler
  readonly #events: LogEvents

  constructor(assembler: ChangeAssembler, events: LogEvents) {
    this.#assembler = assembler
    this.#events = events
  }

  /** take reads one message. */
  take(bytes: Buffer, start: number): void {
    const message = this.#decoder.decode(bytes, start)
    if (message !== undefined) this.#apply(message)
  }

  #apply(message: LogMessage): void {
    const assembler = this.#assembler
    switch (message.kind) {
      case 'begin':
        assembler.begin(message.lsn, message.committedAt)
        break
      case 'commit':
        assembler.commit()
        this.#events.committed(message.end)
        break
      case 'truncate':
        for (const relation of message.relations) assembler.truncate(relation)
        break
      case 'message':
        this.#events.told(message.content)
        break
      default:
        if (isWatchList(message.relation)) this.#follow(message)
        else this.#change(message)
    }
  }

  #change(message: RowMessage): void {
    const assembler = this.#assembler
    const { kind, relation } = message
    if (kind === 'insert') assembler.row(relation, undefined, message.record)
    else if (kind === 'update' && message.old !== undefined)
      assembler.row(relation, message.old, message.record)
    else if (kind === 'delete' && message.whole) assembler.row(relation, message.old, undefined)
    // Too large; or without the old row, because somebody changed the table's replica identity: then an update cannot
    // be told from an insert or a delete.
    else assembler.lost(relation)
  }

  #follow(message: RowMessage): void {
    if (message.kind === 'delete') {
      this.#assembler.follow({ gone: readWatchedTable(message.old.json).table_id })
    } else if (message.kind !== 'oversized') {
      this.#assembler.follow(readWatchedTable(message.record.json))
    }
  }
}

type RowMessage = Extract<LogMessage, { readonly relation: Relation }>

// The list of what is watched is published itself. No project's schema has its name.
function isWatchList({ schema, name }: Relation): boolean {
  return schema === 'msingi' && name === 'watched_tables'
}
