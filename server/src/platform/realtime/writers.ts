// Writes to sockets: all messages of one turn of the event loop leave in one write for each socket, so that batches grow
// under load, and nothing is delayed without it.
import type { Writable } from 'node:stream'
import { TRACKED_BYTES } from './backlogs.ts'
import { Batch, binaryFrame, type Message } from './frames.ts'

/** MAX_WAITING is how many bytes can be buffered for a client before it is disconnected as slow. */
export const MAX_WAITING = 1024 * 1024

// More than this is written in several frames.
const MAX_BATCH = 256 * 1024

// Writes of one turn of the event loop; they take some milliseconds.
const MAX_WRITES = 1000

/** Round is one flush of some writers, which takes several turns where they are many. */
class Round {
  root = new Batch()
  writers: SocketWriter[] = []
  state: 'pending' | 'running' | 'over' = 'pending'
  /** next has the writers that were added while this round was running. */
  next: Round | undefined

  /** end releases everything: writers that are not written to again keep their last round. */
  end(): void {
    this.state = 'over'
    this.root = new Batch()
    this.writers = []
    this.next = undefined
  }
}

/** Flusher flushes writers once the current turn of the event loop is over. */
export class Flusher {
  #pending: Round | undefined

  /**
   * add schedules a writer to be flushed and returns the empty batch that it begins with. While a round with the writer is
   * running, its messages wait for that to end: the more sockets there are to write to, the larger the batches.
   */
  add(writer: SocketWriter): Batch {
    let { round } = writer
    if (round === undefined || round.state === 'over') round = this.#pending ??= this.#schedule(new Round())
    else if (round.state === 'running') round = round.next ??= new Round()
    if (round !== writer.round) round.writers.push(writer)
    writer.round = round
    return round.root
  }

  #schedule(round: Round): Round {
    setImmediate(() => {
      if (round === this.#pending) this.#pending = undefined
      round.state = 'running'
      this.#write(round, 0)
    })
    return round
  }

  #write(round: Round, from: number): void {
    const { writers } = round
    const until = Math.min(writers.length, from + MAX_WRITES)
    for (let n = from; n < until; n++) writers[n]?.flush()
    if (until < writers.length) {
      setImmediate(() => this.#write(round, until))
      return
    }
    if (round.next !== undefined) this.#schedule(round.next)
    round.end()
  }
}

/**
 * Format is how a client reads messages: one in a text frame, several as lines of one, several in Protobuf, or as
 * server-sent events, bare or in a chunk of an HTTP response.
 */
export type Format = 'frames' | 'lines' | 'protobuf' | 'events' | 'chunk'

/** SocketWriter writes messages to one socket, or to the HTTP response that is a stream of server-sent events. */
export class SocketWriter {
  readonly #socket: Writable
  readonly #flusher: Flusher
  readonly #onSlow: () => void
  readonly #onWaiting: () => void

  format: Format = 'frames'
  /** round is the last one that the writer was added to. */
  round: Round | undefined
  #batch: Batch | undefined
  // Buffered bytes of long replies, which do not count against MAX_WAITING.
  #replyBytes = 0
  #ended = false

  /** `onWaiting` is called after a write that leaves bytes buffered, `onSlow` if those are too many. */
  constructor(socket: Writable, flusher: Flusher, onSlow: () => void, onWaiting: () => void) {
    this.#socket = socket
    this.#flusher = flusher
    this.#onSlow = onSlow
    this.#onWaiting = onWaiting
  }

  /** waiting is how many bytes are buffered, including long replies. */
  get waiting(): number {
    return this.#socket.writableLength
  }

  /** pending is how many characters are written at the end of the current turn. */
  get pending(): number {
    return this.#batch?.size ?? 0
  }

  /** send writes a message at the end of the current turn. */
  send(message: Message): void {
    if (this.#ended) return
    if (this.#batch !== undefined && this.#batch.size > MAX_BATCH) this.#write(this.#batch, new Batch())
    this.#batch = (this.#batch ?? this.#flusher.add(this)).with(message)
  }

  /**
   * reply writes a reply. A long one does not make the client a slow one, however long it takes to read; the promise
   * settles once it is written or the socket is closed.
   */
  async reply(message: Message): Promise<void> {
    if (message.text.length <= MAX_BATCH) return this.send(message)
    this.flush()
    if (this.#ended || this.#socket.destroyed) return
    const frame = this.format === 'protobuf' ? binaryFrame([message.protobuf]) : message.frame
    this.#replyBytes += frame.length
    await new Promise((resolve) => {
      this.#socket.write(frame, resolve)
      if (this.#socket.writableLength > TRACKED_BYTES) this.#onWaiting()
    })
    this.#replyBytes -= frame.length
  }

  flush(): void {
    if (this.#batch !== undefined) this.#write(this.#batch, undefined)
  }

  /** end flushes and ignores all later messages: nothing is allowed to follow a close frame. */
  end(): void {
    this.flush()
    this.#ended = true
  }

  #write(batch: Batch, next: Batch | undefined): void {
    this.#batch = next
    if (batch.size === 0 || this.#socket.destroyed) return
    if (this.#socket.writableLength - this.#replyBytes > MAX_WAITING) this.#onSlow()
    else {
      this.#socket.write(batch[this.format])
      if (this.#socket.writableLength > TRACKED_BYTES) this.#onWaiting()
    }
  }
}
