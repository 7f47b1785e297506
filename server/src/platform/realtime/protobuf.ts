// The protocol in Protobuf, for libraries that support nothing else (Java, Swift, Dart). Commands are decoded into the
// objects of the JSON protocol; replies are encoded from their JSON text, with the data of events unchanged.
import { parseExactly } from '#platform/json/exact-json.ts'
import { jsonParts } from './json-parts.ts'
import { COMMAND, type Field, REPLY, type Scalar, type Shape } from './protobuf-schema.ts'

// A command can be one byte long, so that the size of a frame does not bound their number.
const MAX_COMMANDS = 1000

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/** encodeReply encodes a reply, prefixed with its length: several of them can follow each other in a frame. */
export function encodeReply(json: string): Buffer {
  const message = writeMessage(json, REPLY)
  return Buffer.concat([varint(message.length), message])
}

/** decodeCommands decodes the commands of a frame. Throws a RangeError, TypeError or SyntaxError if they are malformed. */
export function decodeCommands(frame: Buffer): Record<string, unknown>[] {
  const reader = new Reader(frame)
  const commands: Record<string, unknown>[] = []
  while (!reader.isDone) {
    if (commands.length === MAX_COMMANDS) throw new RangeError('too many commands')
    commands.push(readMessage(reader.bytes(), COMMAND))
  }
  return commands
}

function writeMessage(json: string, shape: Shape): Buffer {
  const chunks: Buffer[] = []
  for (const [name, value] of jsonParts(json)) {
    const field = shape[name]
    if (field === undefined) continue
    if (field.many === undefined) writeField(chunks, field.number, field.kind, value)
    else
      for (const [key, item] of jsonParts(value)) {
        const text = field.many === 'list' ? item : `{"key":${JSON.stringify(key)},"value":${item}}`
        writeField(chunks, field.number, field.kind, text)
      }
  }
  return Buffer.concat(chunks)
}

function writeField(chunks: Buffer[], number: number, kind: Scalar | Shape, json: string): void {
  if (typeof kind === 'object') writeBytes(chunks, number, writeMessage(json, kind))
  else if (kind === 'json') writeBytes(chunks, number, Buffer.from(json))
  else if (kind === 'text') writeBytes(chunks, number, Buffer.from(JSON.parse(json)))
  else chunks.push(varint(number * 8 + VARINT), varint(Number(JSON.parse(json))))
}

function writeBytes(chunks: Buffer[], number: number, bytes: Buffer): void {
  chunks.push(varint(number * 8 + BYTES), varint(bytes.length), bytes)
}

// Offsets can exceed 32 bits, the limit of bitwise operators.
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
  return Buffer.from(bytes)
}

function readMessage(bytes: Buffer, shape: Shape): Record<string, unknown> {
  const fields = fieldsOf(shape)
  const message: Record<string, unknown> = {}
  const reader = new Reader(bytes)
  while (!reader.isDone) {
    const tag = Number(reader.varint())
    const named = fields.get(Math.floor(tag / 8))
    if (named === undefined) reader.skip(tag % 8)
    else message[named.name] = readField(reader, tag % 8, named.field, message[named.name])
  }
  return message
}

interface NamedField {
  readonly name: string
  readonly field: Field
}

const known = new WeakMap<Shape, ReadonlyMap<number, NamedField>>()

function fieldsOf(shape: Shape): ReadonlyMap<number, NamedField> {
  const before = known.get(shape)
  if (before !== undefined) return before
  const fields = new Map(Object.entries(shape).map(([name, field]) => [field.number, { name, field }]))
  known.set(shape, fields)
  return fields
}

function readField(reader: Reader, wire: number, { kind, many }: Field, before: unknown): unknown {
  const isNumber = kind === 'uint' || kind === 'int' || kind === 'bool'
  if (wire !== (isNumber ? VARINT : BYTES)) throw new RangeError('a field has the wrong type')
  if (typeof kind === 'object') {
    const message = readMessage(reader.bytes(), kind)
    return many === 'map' ? addEntry(before as object | undefined, message) : message
  }
  switch (kind) {
    case 'uint':
      return Number(reader.varint())
    case 'int':
      return Number(BigInt.asIntN(64, reader.varint()))
    case 'bool':
      return reader.varint() !== 0n
    case 'text':
      return utf8.decode(reader.bytes())
    case 'json':
      return parseExactly(utf8.decode(reader.bytes()))
  }
}

function addEntry(map: object = {}, { key = '', value = {} }: { key?: string; value?: unknown }): object {
  // Clients choose the keys, including `__proto__`.
  return Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isDone(): boolean {
    return this.#at >= this.#bytes.length
  }

  varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes.readUInt8(this.#at)
      this.#at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new RangeError('a varint is too long')
  }

  bytes(): Buffer {
    return this.#take(Number(this.varint()))
  }

  skip(wire: number): void {
    if (wire === VARINT) this.varint()
    else if (wire === BYTES) this.bytes()
    else if (wire === FIXED64) this.#take(8)
    else if (wire === FIXED32) this.#take(4)
    else throw new RangeError('unknown wire type')
  }

  #take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('the message is truncated')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}
