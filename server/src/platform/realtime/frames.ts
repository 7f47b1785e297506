// Messages for many sockets: each message is framed once, and so is each batch that several sockets receive.

import { encodeReply } from './protobuf.ts'

const TEXT = 1
const BINARY = 2

/** textFrame returns a text as one unmasked WebSocket frame (RFC 6455, 5.2). */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const frame = emptyFrame(TEXT, length)
  frame.write(text, frame.length - length)
  return frame
}

/** binaryFrame returns bytes as one unmasked WebSocket frame. */
export function binaryFrame(chunks: readonly Buffer[]): Buffer {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const frame = emptyFrame(BINARY, length)
  let at = frame.length - length
  for (const chunk of chunks) at += chunk.copy(frame, at)
  return frame
}

function chunkOf(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
}

function emptyFrame(opcode: number, length: number): Buffer {
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  // FIN: messages are not fragmented.
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

/** Message is one reply or push as JSON text, or one server-sent event. Its frames are made when they are needed first. */
export class Message {
  readonly text: string
  #frame: Buffer | undefined
  #protobuf: Buffer | undefined

  constructor(text: string) {
    this.text = text
  }

  /** frame is a text frame with this message alone. */
  get frame(): Buffer {
    this.#frame ??= textFrame(this.text)
    return this.#frame
  }

  /** protobuf is the message in Protobuf, without a frame. */
  get protobuf(): Buffer {
    this.#protobuf ??= encodeReply(this.text)
    return this.#protobuf
  }
}

/**
 * Batch is a sequence of messages to write. Sockets that receive the same messages in the same order share one batch,
 * so that it is framed once for all of them.
 */
export class Batch {
  readonly size: number
  readonly #before: Batch | undefined
  readonly #last: Message | undefined
  readonly #next = new Map<Message, Batch>()
  #lines: Buffer | undefined
  #frames: Buffer | undefined
  #protobuf: Buffer | undefined
  #events: Buffer | undefined
  #chunk: Buffer | undefined

  constructor(before?: Batch, last?: Message) {
    this.#before = before
    this.#last = last
    this.size = (before?.size ?? 0) + (last?.text.length ?? 0)
  }

  /** with returns the batch with one more message: the same object for the same message. */
  with(message: Message): Batch {
    const known = this.#next.get(message)
    if (known !== undefined) return known
    const next = new Batch(this, message)
    this.#next.set(message, next)
    return next
  }

  /** lines is one text frame with a message in each line, for clients that split frames. */
  get lines(): Buffer {
    this.#lines ??= this.#single?.frame ?? textFrame(this.#messages.map(({ text }) => text).join('\n'))
    return this.#lines
  }

  /** frames is one text frame for each message, for clients that parse a frame as a whole. */
  get frames(): Buffer {
    this.#frames ??= this.#single?.frame ?? Buffer.concat(this.#messages.map(({ frame }) => frame))
    return this.#frames
  }

  /** protobuf is one binary frame with all messages. */
  get protobuf(): Buffer {
    this.#protobuf ??= binaryFrame(this.#messages.map(({ protobuf }) => protobuf))
    return this.#protobuf
  }

  /** events is all messages without any frame, for streams of server-sent events that end with their connection. */
  get events(): Buffer {
    this.#events ??= Buffer.from(this.#text)
    return this.#events
  }

  /** chunk is all messages as one chunk of an HTTP/1.1 response (RFC 9112, 7.1). */
  get chunk(): Buffer {
    this.#chunk ??= chunkOf(this.#text)
    return this.#chunk
  }

  get #text(): string {
    return this.#single?.text ?? this.#messages.map(({ text }) => text).join('')
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
