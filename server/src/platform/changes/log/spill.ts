// Rows of one large transaction that still runs, in a temporary file: durable consumers receive all of them, however many,
// and memory holds some only.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Relation, RowMessage } from '#platform/changes/pgoutput/log-message.ts'

/** SpilledRun is some rows of a (sub)transaction that stand in a file one after another. */
export interface SpilledRun {
  readonly kind: 'spilled'
  readonly xid: number | undefined
  readonly spill: Spill
  /** from and to are places in the file, in bytes. */
  readonly from: number
  to: number
}

/** SPILL_BYTES is how many bytes of one transaction are kept: as many as may wait for a consumer. */
export const SPILL_BYTES = 1024 ** 3

const WRITE_BYTES = 256 * 1024
const READ_BYTES = 256 * 1024

/** Spill is the file of one transaction. Its directory is that for temporary files (TMPDIR). */
export class Spill {
  readonly #relations: Relation[] = []
  readonly #indexes = new Map<Relation, number>()
  #file: FileHandle | undefined
  #lines: string[] = []
  #waiting = 0
  #size = 0
  #written = 0
  #busy: Promise<void> = Promise.resolve()
  #failure: Error | undefined
  #closed = false

  /** failure is why rows could not be kept, if they could not. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** size is how many bytes have been added. */
  get size(): number {
    return this.#size
  }

  /** add keeps a row. */
  add(message: RowMessage): void {
    const { relation, ...rest } = message
    let index = this.#indexes.get(relation)
    if (index === undefined) {
      index = this.#relations.push(relation) - 1
      this.#indexes.set(relation, index)
    }
    const line = `${JSON.stringify({ ...rest, relation: index })}\n`
    const bytes = Buffer.byteLength(line)
    this.#lines.push(line)
    this.#waiting += bytes
    this.#size += bytes
  }

  /** written returns a promise where what waits to be written is much, for the caller to wait for. */
  written(): Promise<void> | undefined {
    if (this.#waiting < WRITE_BYTES) return undefined
    this.#flush()
    return this.#busy
  }

  /** read returns the rows of a run, in parts and in order. It throws where they could not be kept. */
  async *read({ from, to }: SpilledRun): AsyncGenerator<RowMessage[]> {
    this.#flush()
    await this.#busy
    if (this.#failure !== undefined) throw this.#failure
    let rest = Buffer.alloc(0)
    for (let at = from; at < to; ) {
      const chunk = Buffer.alloc(Math.min(READ_BYTES, to - at))
      const { bytesRead } = (await this.#file?.read(chunk, 0, chunk.length, at)) ?? { bytesRead: 0 }
      if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written to it')
      at += bytesRead
      const known = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      const end = known.lastIndexOf(10) + 1
      rest = known.subarray(end)
      if (end > 0)
        yield known
          .toString('utf8', 0, end - 1)
          .split('\n')
          .map((line) => this.#parse(line))
    }
  }

  /** close removes it. */
  async close(): Promise<void> {
    this.#closed = true
    this.#lines = []
    await this.#busy
    await this.#file?.close().catch(() => {})
    this.#file = undefined
  }

  #parse(line: string): RowMessage {
    const message = JSON.parse(line)
    return { ...message, relation: this.#relations[message.relation] }
  }

  #flush(): void {
    const lines = this.#lines
    if (lines.length === 0) return
    this.#lines = []
    this.#waiting = 0
    this.#busy = this.#busy.then(async () => {
      if (this.#failure !== undefined || this.#closed) return
      try {
        this.#file ??= await openUnnamed()
        const bytes = Buffer.from(lines.join(''))
        await this.#file.write(bytes, 0, bytes.length, this.#written)
        this.#written += bytes.length
      } catch (error) {
        this.#failure = error as Error
      }
    })
  }
}

// Without a name, it is gone with the process, however that ends.
async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `msingi-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
