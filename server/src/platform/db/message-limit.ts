// A bound on what PostgreSQL may answer at once. `pg` reads each message into one string, and one that is too long
// for JavaScript would end the process, with all projects in it.
import type { Readable } from 'node:stream'

/** MAX_MESSAGE is how many bytes one message of the server may have; a list is bounded further by its own SQL. */
export const MAX_MESSAGE = 128 * 1024 * 1024

// A letter that names the kind, then four bytes of length, which counts itself but not the letter.
const HEAD = 5

/** limitMessages calls `refuse` as soon as the server announces a message of more than MAX_MESSAGE bytes. */
export function limitMessages(stream: Readable, refuse: () => void): void {
  // How much of the current message is still to come, and what has come of a head that was cut in two.
  let rest = 0
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
      if (length > MAX_MESSAGE) {
        stream.off('data', read)
        refuse()
        return
      }
      rest = length + 1 - HEAD
      head = Buffer.alloc(0)
    }
  }
  // Before `pg`, which would begin to gather the message.
  stream.prependListener('data', read)
}
