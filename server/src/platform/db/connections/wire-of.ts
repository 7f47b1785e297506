// The connection inside of a client. `pg` keeps it out of its types, but documents it for classes like Packet.
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { AppError } from '#platform/errors/app-error.ts'
import { limitMessages, METADATA_LIMITS } from './message-limit.ts'

/** Wire is the connection of a client. */
export interface Wire extends NodeJS.EventEmitter {
  readonly stream: Duplex
}

/** wireOf returns the connection of a client, once connected. */
export function wireOf(client: pg.ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection
}

/** limitMetadata ends a client, and with a 400 what it runs, when an answer has more than metadata ever should. */
export function limitMetadata(client: pg.ClientBase): void {
  const { stream } = wireOf(client)
  const megabytes = METADATA_LIMITS.answer / 1024 / 1024
  const refuse = () => {
    const reason = `The schema or history of this project has more than ${megabytes} MB.`
    stream.destroy(new AppError('invalid_input', `${reason} Drop what is not needed, or read less at once.`))
  }
  limitMessages(stream, METADATA_LIMITS, { refuse })
}
