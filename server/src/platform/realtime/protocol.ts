// The Centrifuge protocol, version 2: commands, error codes and close codes.
import { z } from 'zod'
import { parseExactly } from '#platform/json/exact-json.ts'
import { decodeCommands } from './protobuf.ts'

/** CLOSE maps each reason for closing a socket to its code and text. Clients reconnect after codes below 3500 only. */
export const CLOSE = {
  shutdown: [3001, 'shutdown'],
  expired: [3005, 'connection expired'],
  slow: [3008, 'slow'],
  insufficientState: [3010, 'insufficient state'],
  standby: [3011, 'another node serves live changes'],
  noPong: [3012, 'no pong'],
  tooManyConnections: [3013, 'too many connections'],
  invalidToken: [3500, 'invalid token'],
  badRequest: [3501, 'bad request'],
  stale: [3502, 'stale'],
  forced: [3503, 'force disconnect'],
  connectionLimit: [3504, 'connection limit'],
  permissionDenied: [3507, 'permission denied'],
} as const satisfies Record<string, readonly [number, string]>

export type CloseReason = keyof typeof CLOSE

const ERRORS = {
  internal: [100, 'internal server error', true],
  unauthorized: [101, 'unauthorized', false],
  unknownChannel: [102, 'unknown channel', false],
  permissionDenied: [103, 'permission denied', false],
  methodNotFound: [104, 'method not found', false],
  alreadySubscribed: [105, 'already subscribed', false],
  limitExceeded: [106, 'limit exceeded', false],
  notAvailable: [108, 'not available', false],
  tokenExpired: [109, 'token expired', false],
  tooManyRequests: [111, 'too many requests', true],
  unrecoverablePosition: [112, 'unrecoverable position', false],
} as const satisfies Record<string, readonly [number, string, boolean]>

/** CommandError is the error reply to one command; the connection stays open. */
export class CommandError extends Error {
  readonly reply: { code: number; message: string; temporary?: true }

  constructor(name: keyof typeof ERRORS) {
    const [code, message, temporary] = ERRORS[name]
    super(message)
    this.reply = temporary ? { code, message, temporary } : { code, message }
  }
}

/** ProtocolViolation closes the connection. */
export class ProtocolViolation extends Error {
  readonly reason: CloseReason

  constructor(reason: CloseReason) {
    super(CLOSE[reason][1])
    this.reason = reason
  }
}

const offset = z.int().min(0)
const position = { offset: offset.optional(), epoch: z.string().max(100).optional() }
const channel = z.string().min(1).max(255)
// A token for the most tables and channels, with the longest names, has 12 KB.
const token = z.string().max(16_384)

const METHODS = {
  connect: z.object({
    token,
    name: z.string().max(100).optional(),
    subs: z.record(channel, z.object({ recover: z.boolean().optional(), ...position })).optional(),
  }),
  subscribe: z.object({
    channel,
    recover: z.boolean().optional(),
    ...position,
    flag: z.int().min(0).optional(),
    // Not supported: parsed so that they are refused, and not treated as a plain subscription.
    type: z.int().optional(),
    tf: z.unknown().optional(),
  }),
  unsubscribe: z.object({ channel }),
  publish: z.object({ channel, data: z.unknown() }),
  presence: z.object({ channel }),
  presence_stats: z.object({ channel }),
  history: z.object({
    channel,
    limit: z.int().min(-1).max(10_000).optional(),
    since: z.object(position).optional(),
    reverse: z.boolean().optional(),
  }),
  refresh: z.object({ token }),
  ping: z.object({}),
  rpc: z.object({}),
  sub_refresh: z.object({}),
} as const

/** REJECT_UNRECOVERED is the subscribe flag of clients that want an error instead of an unrecovered subscription. */
export const REJECT_UNRECOVERED = 2

export type Method = keyof typeof METHODS

export type RequestOf<M extends Method> = z.output<(typeof METHODS)[M]>

export type Command = {
  [M in Method]: { readonly id: number; readonly method: M; readonly request: RequestOf<M> }
}[Method]

/** readFrame parses a text frame, one JSON object per line. Throws a ProtocolViolation if it is malformed. */
export function readFrame(text: string): (Command | 'pong')[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => readCommand(parseObject(line)))
}

/** readProtobufFrame parses a binary frame. Throws a ProtocolViolation if it is malformed. */
export function readProtobufFrame(bytes: Buffer): (Command | 'pong')[] {
  return decode(bytes).flatMap(readCommand)
}

function decode(bytes: Buffer): Record<string, unknown>[] {
  try {
    return decodeCommands(bytes)
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError)
      throw new ProtocolViolation('badRequest')
    throw error
  }
}

function readCommand(object: Record<string, unknown>): (Command | 'pong')[] {
  const { id, ...rest } = object
  const [method, ...others] = Object.keys(rest)
  if (method === undefined && id === undefined) return ['pong']
  // Asynchronous messages to the server have no use here, and the protocol has no reply to them.
  if (method === 'send' && others.length === 0) return []
  if (!Number.isSafeInteger(id) || (id as number) < 1 || method === undefined || others.length > 0)
    throw new ProtocolViolation('badRequest')
  const schema = Object.hasOwn(METHODS, method) ? METHODS[method as Method] : undefined
  const parsed = schema?.safeParse(rest[method])
  if (!parsed?.success) throw new ProtocolViolation('badRequest')
  return [{ id, method, request: parsed.data } as Command]
}

function parseObject(line: string): Record<string, unknown> {
  try {
    const value = parseExactly(line)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Refused below, like JSON that is not an object.
  }
  throw new ProtocolViolation('badRequest')
}
