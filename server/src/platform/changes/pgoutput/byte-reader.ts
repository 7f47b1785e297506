// Reads numbers and texts of PostgreSQL's protocols from bytes, one after another. What ends too soon is a RangeError.

// PostgreSQL counts microseconds from the year 2000.
const EPOCH_MS = 946_684_800_000

/** ByteReader stands at a place in some bytes, and moves on with what it reads. */
export class ByteReader {
  bytes: Buffer = Buffer.alloc(0)
  at = 0

  /** open goes to a place in other bytes. */
  open(bytes: Buffer, at: number): void {
    this.bytes = bytes
    this.at = at
  }

  /** skip passes over bytes. */
  skip(count: number): void {
    this.at += count
  }

  uint8(): number {
    return this.bytes.readUInt8(this.at++)
  }

  uint16(): number {
    this.at += 2
    return this.bytes.readUInt16BE(this.at - 2)
  }

  uint32(): number {
    this.at += 4
    return this.bytes.readUInt32BE(this.at - 4)
  }

  uint64(): bigint {
    this.at += 8
    return this.bytes.readBigUInt64BE(this.at - 8)
  }

  /** time reads a moment, which PostgreSQL counts in microseconds. */
  time(): Date {
    this.at += 8
    return new Date(Number(this.bytes.readBigInt64BE(this.at - 8) / 1000n) + EPOCH_MS)
  }

  /** text reads a text of so many bytes. */
  text(length: number): string {
    this.at += length
    return this.bytes.toString('utf8', this.at - length, this.at)
  }

  /** string reads a text up to its end, a zero; undefined where there is none. */
  string(): string | undefined {
    const start = this.at
    const end = this.bytes.indexOf(0, start)
    if (end === -1) return undefined
    this.at = end + 1
    return this.bytes.toString('utf8', start, end)
  }
}
