// Messages on their way to many sockets: each is framed once, and so is each batch that several sockets get alike.

import { packReply } from './protobuf.ts'

const TEXT = 1
const BINARY = 2

/** textFrame writes a text as one WebSocket frame from a server (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const frame = emptyFrame(TEXT, length)
  frame.write(text, frame.length - length)
  return frame
}

/** binaryFrame writes bytes as one WebSocket frame from a server. */
export function binaryFrame(chunks: readonly Buffer[]): Buffer {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const frame = emptyFrame(BINARY, length)
  let at = frame.length - length
  for (const chunk of chunks) at += chunk.copy(frame, at)
  return frame
}

function emptyFrame(opcode: number, length: number): Buffer {
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  // The last frame of its message, and the only one.
  frame[0] = 0x80 | opcode
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return frame
}

/** Message is one JSON object for a client. */
export class Message {
  readonly text: string
  #frame: Buffer | undefined
  #packed: Buffer | undefined

  constructor(text: string) {
    this.text = text
  }

  /** frame is the message by itself. */
  get frame(): Buffer {
    this.#frame ??= textFrame(this.text)
    return this.#frame
  }

  /** packed is the message in Protobuf, to be framed. */
  get packed(): Buffer {
    this.#packed ??= packReply(this.text)
    return this.#packed
  }
}

/**
 * Batch is a sequence of messages that waits to be written. Sockets that get the same messages in the same order come
 * to the very same batch, so that it is put together once for all of them.
 */
export class Batch {
  readonly size: number
  readonly #before: Batch | undefined
  readonly #last: Message | undefined
  readonly #next = new Map<Message, Batch>()
  #lines: Buffer | undefined
  #frames: Buffer | undefined
  #packed: Buffer | undefined

  constructor(before?: Batch, last?: Message) {
    this.#before = before
    this.#last = last
    this.size = (before?.size ?? 0) + (last?.text.length ?? 0)
  }

  /** with gives this batch and one message more. */
  with(message: Message): Batch {
    const known = this.#next.get(message)
    if (known !== undefined) return known
    const next = new Batch(this, message)
    this.#next.set(message, next)
    return next
  }

  /** lines is one frame with a message in each line, for clients that take frames apart. */
  get lines(): Buffer {
    this.#lines ??= this.#single?.frame ?? textFrame(this.#messages.map(({ text }) => text).join('\n'))
    return this.#lines
  }

  /** frames is one frame after another, for clients that parse each frame as a whole. */
  get frames(): Buffer {
    this.#frames ??= this.#single?.frame ?? Buffer.concat(this.#messages.map(({ frame }) => frame))
    return this.#frames
  }

  /** packed is one frame with a message behind the other, for clients that speak Protobuf. */
  get packed(): Buffer {
    this.#packed ??= binaryFrame(this.#messages.map(({ packed }) => packed))
    return this.#packed
  }

  get #single(): Message | undefined {
    return this.#before?.size === 0 ? this.#last : undefined
  }

  get #messages(): Message[] {
    const messages: Message[] = []
    for (let at: Batch | undefined = this; at !== undefined; at = at.#before)
      if (at.#last !== undefined) messages.push(at.#last)
    return messages.reverse()
  }
}
