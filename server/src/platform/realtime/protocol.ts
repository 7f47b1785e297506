// The Centrifuge protocol, version 2, in JSON: what clients send and what they are told (spec 6.2).
import { z } from 'zod'
import { parseExactly } from '#platform/http/json-body.ts'
import { unpackCommands } from './protobuf.ts'

/** CLOSE names why the server closes a socket. Clients come again after codes below 3500, and never after the others. */
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

/** CloseReason is why a socket is closed. */
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

/** CommandError is a refusal of one command; the connection goes on. */
export class CommandError extends Error {
  readonly reply: { code: number; message: string; temporary?: true }

  constructor(name: keyof typeof ERRORS) {
    const [code, message, temporary] = ERRORS[name]
    super(message)
    this.reply = temporary ? { code, message, temporary } : { code, message }
  }
}

/** ProtocolViolation ends the connection. */
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
// One for as many tables and channels as can be asked for, with the longest names, has 12 KB.
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
    // What is not known here, and must not be taken for a plain subscription.
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

/** REJECT_UNRECOVERED is the flag of a client that would rather be refused than begin anew: it loads its state itself. */
export const REJECT_UNRECOVERED = 2

/** Method is what a command asks for. */
export type Method = keyof typeof METHODS

/** RequestOf is what comes with a command. */
export type RequestOf<M extends Method> = z.output<(typeof METHODS)[M]>

/** Command is one command of a client; a pong has neither id nor method. */
export type Command = {
  [M in Method]: { readonly id: number; readonly method: M; readonly request: RequestOf<M> }
}[Method]

/** readFrame takes a frame apart: one JSON object in each line. */
export function readFrame(text: string): (Command | 'pong')[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => readCommand(parseObject(line)))
}

/** readPacked takes a frame of Protobuf apart. */
export function readPacked(bytes: Buffer): (Command | 'pong')[] {
  return unpack(bytes).flatMap(readCommand)
}

function unpack(bytes: Buffer): Record<string, unknown>[] {
  try {
    return unpackCommands(bytes)
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
  // Nobody here listens to messages that are for the server itself, and the protocol has no answer to them.
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
    // What is no JSON is refused like what is no object.
  }
  throw new ProtocolViolation('badRequest')
}
