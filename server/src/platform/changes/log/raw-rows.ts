// Rows of a transaction that still runs, as they came: to read them costs many times as much as to keep their bytes, and
// is in vain where the transaction turns out to be too large, or is taken back.
import type { DescribedRelation, RowBytes } from '#platform/changes/pgoutput/log-message.ts'

/** RawRun is rows of one table that one (sub)transaction has written one after another. */
export interface RawRun {
  readonly kind: 'raw'
  readonly xid: number | undefined
  readonly relation: DescribedRelation
  readonly rows: RawRows
}

// Each is twice as large as the one before, so that a single row takes little, and many rows few buffers. The rows of one
// are read in one turn of the event loop.
const MAX_CHUNK = 64 * 1024
const LENGTH = 4

/** RawRows holds the bytes of rows in a few large buffers. */
export class RawRows {
  /** count is how many rows there are. */
  count = 0
  readonly #chunks: Buffer[] = []
  // Where the last chunk ends.
  #end = 0

  /** add copies a row. */
  add({ bytes, start, end }: RowBytes): void {
    const length = end - start
    const chunk = this.#chunkFor(LENGTH + length)
    this.#end = chunk.writeUInt32BE(length, this.#end)
    bytes.copy(chunk, this.#end, start, end)
    this.#end += length
    this.count += 1
  }

  /** parts returns the rows of one buffer after another, in order. */
  *parts(): Generator<RowBytes[]> {
    for (const chunk of this.#chunks)
      yield [...rowsOf(chunk, chunk === this.#chunks.at(-1) ? this.#end : chunk.length)]
  }

  #chunkFor(size: number): Buffer {
    const last = this.#chunks.at(-1)
    if (last !== undefined && last.length - this.#end >= size) return last
    // A chunk that is full ends where its rows do.
    if (last !== undefined) this.#chunks[this.#chunks.length - 1] = last.subarray(0, this.#end)
    const chunk = Buffer.allocUnsafe(Math.max(size, Math.min(2 * (last?.length ?? 0), MAX_CHUNK)))
    this.#chunks.push(chunk)
    this.#end = 0
    return chunk
  }
}

function* rowsOf(bytes: Buffer, to: number): Generator<RowBytes> {
  for (let at = 0; at < to; ) {
    const start = at + LENGTH
    at = start + bytes.readUInt32BE(at)
    yield { bytes, start, end: at }
  }
}
