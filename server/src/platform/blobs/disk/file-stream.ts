// The bytes of a file as a stream. Piped into a response, it reads into two buffers in turn: a new one for each piece would keep
// the garbage collector busy, for a third of all the time that a large download takes.
import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

// What a download that stands still holds, twice.
const PIECE_BYTES = 192 * 1024

/** FileStream reads an open file, or a range of it, and closes it. */
export class FileStream extends Readable {
  readonly #file: FileHandle
  #at: number
  readonly #end: number

  constructor(file: FileHandle, { first = 0, last = Number.POSITIVE_INFINITY } = {}) {
    super({ highWaterMark: PIECE_BYTES })
    this.#file = file
    this.#at = first
    this.#end = last + 1
  }

  override _read(): void {
    this.#readInto(this.#buffer()).then(
      (bytes) => this.push(bytes),
      (error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#file.close().then(() => callback(error), callback)
  }

  /** pipe writes all bytes. A response has sent what its callbacks report; other streams may still hold it, and get new buffers. */
  override pipe<T extends NodeJS.WritableStream>(destination: T, options: { end?: boolean } = {}): T {
    if (!(destination instanceof ServerResponse)) return super.pipe(destination, options)
    this.#copy(destination).then(
      () => {
        if (this.destroyed) return
        this.push(null)
        this.resume()
        if (options.end !== false) destination.end()
      },
      (error) => this.destroy(error),
    )
    return destination
  }

  async #copy(destination: ServerResponse): Promise<void> {
    const buffers = [this.#buffer(), this.#buffer()] as const
    const written: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()]
    for (let turn: 0 | 1 = 0; ; turn = turn === 0 ? 1 : 0) {
      await written[turn]
      if (this.destroyed) return
      if (destination.destroyed) throw new Error('the connection was closed before the last byte')
      const bytes = await this.#readInto(buffers[turn])
      if (bytes === null) break
      // A connection that breaks is seen before the next piece.
      written[turn] = new Promise((resolve) => destination.write(bytes, () => resolve()))
    }
    await Promise.all(written)
  }

  #buffer(): Buffer {
    return Buffer.allocUnsafeSlow(Math.max(1, Math.min(PIECE_BYTES, this.#end - this.#at)))
  }

  async #readInto(buffer: Buffer): Promise<Buffer | null> {
    const most = Math.min(buffer.length, this.#end - this.#at)
    if (most <= 0) return null
    const { bytesRead } = await this.#file.read(buffer, 0, most, this.#at)
    this.#at += bytesRead
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead)
  }
}
