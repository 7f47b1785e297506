// The bytes of an export on their way to a client: rows come as fast as the client reads, and little of them is in memory.
import { Readable } from 'node:stream'

// Lines are sent in pieces of this size.
const PIECE = 64 * 1024
const BUFFERED = 4 * PIECE
// Rows that come before the client has taken those before them wait in PostgreSQL from here on.
const MOST = 8 * 1024 * 1024
const STALL_MS = 60_000

/** Flow is where lines come from, as far as it can be held up. */
export interface Flow {
  pause(): void
  resume(): void
}

/** ExportStream takes lines and is read by a client. A client that takes nothing for a minute is given up. */
export class ExportStream extends Readable {
  readonly #onDestroy: (error: Error | null) => void
  readonly #watch: NodeJS.Timeout
  #text = ''
  #flow: Flow | undefined
  #isPaused = false
  #isWanted = true
  #hasRead = true
  #whenWanted: (() => void) | undefined

  /** `onDestroy` is called once, when the stream has ended or its client is gone. */
  constructor(onDestroy: (error: Error | null) => void, stallMs: number = STALL_MS) {
    super({ highWaterMark: BUFFERED })
    this.#onDestroy = onDestroy
    this.#watch = setInterval(() => {
      if (!this.#isWanted && !this.#hasRead)
        this.destroy(new Error('the client has stopped reading the export'))
      this.#hasRead = false
    }, stallMs)
    this.#watch.unref()
  }

  /** write adds lines; where the client is far behind, `flow` is paused until it has read. */
  write(lines: string, flow?: Flow): void {
    this.#text += lines
    if (this.#text.length >= PIECE) this.#send()
    if (flow === undefined || this.#isPaused || this.readableLength < MOST) return
    this.#flow = flow
    this.#isPaused = true
    flow.pause()
  }

  /** drained resolves when the client wants more. */
  async drained(): Promise<void> {
    if (this.#isWanted || this.destroyed) return
    await new Promise<void>((resolve) => {
      this.#whenWanted = resolve
    })
  }

  /** finish ends the stream behind what was written. */
  finish(): void {
    this.#send()
    this.push(null)
  }

  override _read(): void {
    this.#isWanted = true
    this.#hasRead = true
    if (this.#isPaused) this.#flow?.resume()
    this.#isPaused = false
    this.#whenWanted?.()
    this.#whenWanted = undefined
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#watch)
    this.#whenWanted?.()
    this.#onDestroy(error)
    done(error)
  }

  #send(): void {
    if (this.#text === '') return
    this.#isWanted = this.push(Buffer.from(this.#text))
    this.#text = ''
  }
}
