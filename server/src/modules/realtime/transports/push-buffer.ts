// Holds back the pushes of a client while a command runs, so that its reply comes before the pushes that follow from it.
import type { Message } from '#platform/realtime/frames.ts'
import { MAX_WAITING, type SocketWriter } from '#platform/realtime/writers.ts'

/** PushBuffer passes pushes on to a writer, unless they are held back. */
export class PushBuffer {
  readonly #writer: SocketWriter
  readonly #onFull: () => void
  #held: Message[] | undefined
  #size = 0

  /** `onFull` is called when as many bytes are held back as can be buffered for a slow client. */
  constructor(writer: SocketWriter, onFull: () => void) {
    this.#writer = writer
    this.#onFull = onFull
  }

  /** hold begins to hold pushes back. */
  hold(): void {
    this.#held ??= []
  }

  push(message: Message): void {
    if (this.#held === undefined) {
      this.#writer.send(message)
      return
    }
    this.#held.push(message)
    this.#size += message.text.length
    if (this.#size > MAX_WAITING) this.#onFull()
  }

  /** release sends what was held back. */
  release(): void {
    const held = this.#held
    this.#held = undefined
    this.#size = 0
    for (const message of held ?? []) this.#writer.send(message)
  }
}
