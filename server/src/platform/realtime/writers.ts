// Writing to sockets: what comes up within one turn of the event loop leaves in one write for each socket, so that
// batches grow by themselves when there is much to do, and nothing waits when there is not.
import type { Writable } from 'node:stream'
import { NOTED } from './backlogs.ts'
import { Batch, binaryFrame, type Message } from './frames.ts'

/** MAX_WAITING is how many bytes may wait for a slow client before it is cut off. */
export const MAX_WAITING = 1024 * 1024

// A turn that brings more than this is written in several frames.
const MAX_BATCH = 256 * 1024

// Writes of one turn, which take some milliseconds.
const MAX_WRITES = 1000

/** Flusher writes what has come up once the present turn is over. */
export class Flusher {
  #root = new Batch()
  #waiting: SocketWriter[] = []

  /** add has a writer flushed at the end of the turn and gives the batch that it begins with. */
  add(writer: SocketWriter): Batch {
    if (this.#waiting.length === 0) setImmediate(() => this.#flush())
    this.#waiting.push(writer)
    return this.#root
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    this.#root = new Batch()
    this.#write(waiting, 0)
  }

  // A crowd is written to in several turns. What comes up for a writer meanwhile leaves with the rest of its batch.
  #write(waiting: readonly SocketWriter[], from: number): void {
    const until = Math.min(waiting.length, from + MAX_WRITES)
    for (let n = from; n < until; n++) waiting[n]?.flush()
    if (until < waiting.length) setImmediate(() => this.#write(waiting, until))
  }
}

/** Format is how a client takes messages: each in a frame, several in the lines of one, or several in Protobuf. */
export type Format = 'frames' | 'lines' | 'packed'

/** SocketWriter writes messages to one socket. */
export class SocketWriter {
  readonly #socket: Writable
  readonly #flusher: Flusher
  readonly #onSlow: () => void
  readonly #onWaiting: () => void
  /** format is what the client understands. */
  format: Format = 'frames'
  #batch: Batch | undefined
  // Bytes of long replies that the socket has not taken yet.
  #spared = 0
  #ended = false

  /** `onWaiting` is called after a write of which the socket has not taken all; `onSlow` where that is too much. */
  constructor(socket: Writable, flusher: Flusher, onSlow: () => void, onWaiting: () => void) {
    this.#socket = socket
    this.#flusher = flusher
    this.#onSlow = onSlow
    this.#onWaiting = onWaiting
  }

  /** waiting is how many bytes the socket has not taken yet, long replies included. */
  get waiting(): number {
    return this.#socket.writableLength
  }

  /** send writes a message at the end of this turn. */
  send(message: Message): void {
    if (this.#ended) return
    if (this.#batch !== undefined && this.#batch.size > MAX_BATCH) this.#write(this.#batch, new Batch())
    this.#batch = (this.#batch ?? this.#flusher.add(this)).with(message)
  }

  /**
   * reply writes an answer. However long it is, that the client takes a while to read it is no sign of slowness; the
   * promise settles once the socket has taken it, or never will.
   */
  async reply(message: Message): Promise<void> {
    if (message.text.length <= MAX_BATCH) return this.send(message)
    this.flush()
    if (this.#ended || this.#socket.destroyed) return
    const frame = this.format === 'packed' ? binaryFrame([message.packed]) : message.frame
    this.#spared += frame.length
    await new Promise((resolve) => {
      this.#socket.write(frame, resolve)
      if (this.#socket.writableLength > NOTED) this.#onWaiting()
    })
    this.#spared -= frame.length
  }

  /** flush writes what waits. */
  flush(): void {
    if (this.#batch !== undefined) this.#write(this.#batch, undefined)
  }

  /** end writes what waits and takes no more: nothing may follow a closing frame. */
  end(): void {
    this.flush()
    this.#ended = true
  }

  #write(batch: Batch, next: Batch | undefined): void {
    this.#batch = next
    if (batch.size === 0 || this.#socket.destroyed) return
    if (this.#socket.writableLength - this.#spared > MAX_WAITING) this.#onSlow()
    else {
      this.#socket.write(batch[this.format])
      if (this.#socket.writableLength > NOTED) this.#onWaiting()
    }
  }
}
