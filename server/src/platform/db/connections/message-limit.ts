// A bound on what PostgreSQL may answer at once. `pg` reads each message into one string, and one that is too long
// for JavaScript would end the process, with all projects in it; many that are not are as bad together.
import type { Readable } from 'node:stream'
import { SMALL } from '#platform/fairness/memory-budget.ts'

/** AnswerLimits are how many bytes one message of the server may have, and all messages that answer one packet. */
export interface AnswerLimits {
  readonly message: number
  readonly answer: number
}

/** MAX_MESSAGE is how many bytes one message may have on the data plane; a list is bounded further by its own SQL. */
export const MAX_MESSAGE = 128 * 1024 * 1024

/** DATA_LIMITS are those of the data plane. */
export const DATA_LIMITS: AnswerLimits = { message: MAX_MESSAGE, answer: 2 * MAX_MESSAGE }

/**
 * METADATA_LIMITS are those of administrators and owners. They read metadata, which is small, except where code of a
 * project has made it large.
 */
export const METADATA_LIMITS: AnswerLimits = { message: 32 * 1024 * 1024, answer: 32 * 1024 * 1024 }

// A letter that names the kind, then four bytes of length, which counts itself but not the letter.
const HEAD = 5
// ReadyForQuery: the answer to a packet is complete.
const READY = 'Z'.charCodeAt(0)

/** AnswerListener is notified of answers as they arrive, before `pg` gathers them. */
export interface AnswerListener {
  /** refuse is called as soon as the server announces more than the limits allow. */
  refuse(): void
  /** announce is called for every so many bytes of an answer that is not small. */
  announce?(bytes: number): void
  /** complete is called at the end of the answer to each packet. */
  complete?(): void
}

/** limitMessages watches what the server sends and notifies the listener. */
export function limitMessages(stream: Readable, limits: AnswerLimits, listener: AnswerListener): void {
  // How much of the current message is still to come, and what has come of a head that was cut in two.
  let rest = 0
  let answer = 0
  let unannounced = 0
  let head: Buffer = Buffer.alloc(0)
  const read = (chunk: Buffer): void => {
    let at = 0
    while (at < chunk.length) {
      const passed = Math.min(rest, chunk.length - at)
      rest -= passed
      at += passed
      const piece = chunk.subarray(at, at + HEAD - head.length)
      at += piece.length
      head = head.length === 0 ? piece : Buffer.concat([head, piece])
      if (head.length < HEAD) continue
      const length = head.readUInt32BE(1)
      answer += length
      unannounced += length
      if (length > limits.message || answer > limits.answer) {
        stream.off('data', read)
        listener.refuse()
        return
      }
      if (head[0] === READY) {
        answer = 0
        unannounced = 0
        listener.complete?.()
      } else if (unannounced >= SMALL) {
        listener.announce?.(unannounced)
        unannounced = 0
      }
      rest = length + 1 - HEAD
      head = Buffer.alloc(0)
    }
  }
  // Before `pg`, which would begin to gather the message.
  stream.prependListener('data', read)
}
