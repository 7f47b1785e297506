// Splits what a connection receives into PostgreSQL's messages. `pg` makes a buffer, a message and two events of each,
// which costs more than to skip a row.

/** COPY_DATA is the kind of messages that carry a stream. */
export const COPY_DATA = 0x64

// A byte of kind, and four of length, which count themselves.
const HEAD = 5
// A few reads of a socket. The buffer is used again and again: fresh memory costs more than to copy.
const CAPACITY = 256 * 1024

/** CopyFrames holds the bytes of one connection that have not been read yet, and stands at a message. */
export class CopyFrames {
  /** bytes hold the message's content between `start` and `end`, until more bytes are added. */
  bytes: Buffer = Buffer.allocUnsafeSlow(CAPACITY)
  start = 0
  end = 0
  #from = 0
  #to = 0

  /** isComplete says whether a whole message is here. `start`, `end` and `kind` are of no use otherwise. */
  get isComplete(): boolean {
    if (this.#to - this.#from < HEAD) return false
    this.start = this.#from + HEAD
    this.end = this.#from + 1 + this.bytes.readUInt32BE(this.#from + 1)
    return this.end <= this.#to
  }

  /** kind is the message's first byte. */
  get kind(): number | undefined {
    return this.bytes[this.#from]
  }

  /** message returns the whole message, content what is behind its head: valid until more bytes are added. */
  get message(): Buffer {
    return this.bytes.subarray(this.#from, this.end)
  }

  get content(): Buffer {
    return this.bytes.subarray(this.start, this.end)
  }

  /** shift goes on to the next message. */
  shift(): void {
    this.#from = this.end
  }

  /** add appends a copy of what has come. */
  add(chunk: Buffer): void {
    this.#makeRoom(chunk.length)
    chunk.copy(this.bytes, this.#to)
    this.#to += chunk.length
  }

  #makeRoom(room: number): void {
    if (this.#to + room <= this.bytes.length) return
    const held = this.#to - this.#from
    const target = this.#bufferFor(held + room)
    this.bytes.copy(target, 0, this.#from, this.#to)
    this.bytes = target
    this.#from = 0
    this.#to = held
  }

  // Twice as large as needed, so that a message that comes in many pieces is not copied with each of them; what a large
  // message has needed is not kept for small ones.
  #bufferFor(size: number): Buffer {
    if (size <= CAPACITY)
      return this.bytes.length === CAPACITY ? this.bytes : Buffer.allocUnsafeSlow(CAPACITY)
    return size <= this.bytes.length ? this.bytes : Buffer.allocUnsafeSlow(2 * size)
  }
}
