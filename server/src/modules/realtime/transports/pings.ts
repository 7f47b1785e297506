// Pings of one WebSocket client: pings of the protocol if the client answers those, else ping frames, which every
// WebSocket answers by itself.
import type { WebSocket } from 'ws'
import { Message } from '#platform/realtime/frames.ts'
import type { SocketWriter } from '#platform/realtime/writers.ts'

const PING = new Message('{}')

/** Pings sends pings and records whether they are answered. */
export class Pings {
  /** inProtocol is whether the client answers pings of the protocol; the specification's client never does. */
  inProtocol = false
  readonly #socket: WebSocket
  readonly #writer: SocketWriter
  #count = 0
  #isUnanswered = false

  constructor(socket: WebSocket, writer: SocketWriter) {
    this.#socket = socket
    this.#writer = writer
    socket.on('pong', () => this.answer())
  }

  get count(): number {
    return this.#count
  }

  get isUnanswered(): boolean {
    return this.#isUnanswered
  }

  /** answer records a pong. */
  answer(): void {
    this.#isUnanswered = false
  }

  send(): void {
    this.#isUnanswered = true
    this.#count += 1
    if (this.inProtocol) this.#writer.send(PING)
    else this.#socket.ping()
  }
}
