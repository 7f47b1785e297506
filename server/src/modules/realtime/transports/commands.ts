// The commands of the protocol: each returns its result as JSON text, or throws a CommandError or ProtocolViolation.

import { PING_SECONDS } from '#modules/realtime/context/clients.ts'
import type { Room } from '#modules/realtime/rooms/room.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { isTooDeep } from '#platform/http/bodies/json-body.ts'
import type { RateLimit } from '#platform/http/routes/rate-limits.ts'
import {
  type Command,
  CommandError,
  ProtocolViolation,
  REJECT_UNRECOVERED,
  type RequestOf,
} from '#platform/realtime/protocol.ts'
import type { Connection } from './connection.ts'
import { history } from './history.ts'
import type { Session } from './session.ts'
import { type StreamPosition, subscribe, unsubscribe } from './subscription.ts'

const MAX_CHANNELS = 128
const MAX_MESSAGE = 32 * 1024
const PUBLISH_LIMIT = { limit: 600, window_seconds: 60 }
const COMMAND_LIMIT = { limit: 1200, window_seconds: 60 }
// Commands that are cheap, or that a client must always be able to send; publish has a limit of its own.
const UNLIMITED: ReadonlySet<string> = new Set(['ping', 'unsubscribe', 'refresh', 'publish'])

/** runCommand runs one command of a client and returns its result as JSON text. */
export async function runCommand(connection: Connection, command: Command): Promise<string> {
  const { session } = connection
  if (command.method === 'connect') return connect(connection, command.request)
  // The first command must be connect.
  if (session === undefined) throw new ProtocolViolation('badRequest')
  if (!UNLIMITED.has(command.method)) await limit(connection, 'command', COMMAND_LIMIT)
  switch (command.method) {
    case 'subscribe':
      return subscribeTo(connection, session, command.request)
    case 'unsubscribe':
      return unsubscribeFrom(connection, command.request.channel)
    case 'publish':
      return publish(connection, session, command.request)
    case 'presence':
      return presence(roomOf(connection, command.request.channel))
    case 'presence_stats': {
      const { clients, users } = roomOf(connection, command.request.channel)
      return JSON.stringify({ num_clients: clients, num_users: users })
    }
    case 'history':
      return history(subscriptionOf(connection, command.request.channel), command.request)
    case 'refresh':
      return refresh(connection, session, command.request.token)
    case 'ping':
      return '{}'
    case 'rpc':
    case 'sub_refresh':
      throw new CommandError('methodNotFound')
  }
}

async function connect(connection: Connection, request: RequestOf<'connect'>): Promise<string> {
  if (connection.session !== undefined) throw new ProtocolViolation('badRequest')
  const { clients } = connection.realtime
  const { revision } = clients
  const session = await readSession(connection, request.token)
  if (!connection.isOpen) throw new ProtocolViolation('stale')
  const refusal = clients.admit(session.claims.projectId)
  if (refusal !== undefined)
    throw new ProtocolViolation(refusal === 'each' ? 'connectionLimit' : 'tooManyConnections')
  connection.holdPushes()
  connection.begin(session, request.name !== undefined)
  // Credentials changed meanwhile: what was looked up may be out of date.
  if (revision !== clients.revision) await connection.recheck()
  const subs: string[] = []
  for (const channel of session.claims.channels.slice(0, MAX_CHANNELS)) {
    const text = await joinFromToken(connection, session, channel, positionOf(request.subs?.[channel]))
    if (text !== undefined) subs.push(`${JSON.stringify(channel)}:${text}`)
  }
  const state = {
    client: connection.client,
    version: '',
    ...ttlOf(connection, session),
    ping: PING_SECONDS,
    pong: connection.pings.inProtocol,
  }
  return `${JSON.stringify(state).slice(0, -1)},"subs":{${subs.join(',')}}}`
}

// A channel of the token that no longer exists is left out of the reply, which clients treat as unsubscribed.
async function joinFromToken(
  connection: Connection,
  session: Session,
  channel: string,
  position: StreamPosition | undefined,
): Promise<string | undefined> {
  try {
    return await join(connection, session, channel, position)
  } catch (error) {
    if (error instanceof CommandError && error.reply.temporary !== true) return undefined
    throw error instanceof CommandError ? new ProtocolViolation('insufficientState') : error
  }
}

async function join(
  connection: Connection,
  session: Session,
  channel: string,
  position: StreamPosition | undefined,
): Promise<string> {
  const { realtime, subscriptions } = connection
  const { projectId, filters } = session.claims
  const request = { position, filter: filters.get(channel) }
  const { subscription, text } = await subscribe(realtime, connection, projectId, channel, request).catch(
    toTemporaryError,
  )
  // The client may have disconnected meanwhile, after its other subscriptions were ended.
  if (connection.session === undefined) unsubscribe(realtime, subscription)
  else subscriptions.set(channel, subscription)
  // Roles and claims may have changed meanwhile as well.
  await connection.updateCallers()
  return text
}

// A busy table, for example: a temporary error has the client try again, and keeps its other channels.
function toTemporaryError(error: unknown): never {
  const isBusy = error instanceof AppError && TEMPORARY.has(error.code)
  throw isBusy ? new CommandError('internal') : error
}

const TEMPORARY: ReadonlySet<string> = new Set(['unavailable', 'quota_exceeded'])

async function subscribeTo(
  connection: Connection,
  session: Session,
  request: RequestOf<'subscribe'>,
): Promise<string> {
  const { channel } = request
  if (connection.subscriptions.has(channel)) throw new CommandError('alreadySubscribed')
  const { channels } = session.claims
  // A dashboard user's token without channels is for all of the project.
  const open = session.principal.actor.type === 'dashboard' && channels.length === 0
  if (!open && !channels.includes(channel)) throw new CommandError('permissionDenied')
  if (connection.subscriptions.size >= MAX_CHANNELS) throw new CommandError('limitExceeded')
  // Map subscriptions and filters are not supported; ignoring them would deliver more than the client asked for.
  if ((request.type ?? 0) !== 0 || request.tf !== undefined) throw new CommandError('notAvailable')
  connection.holdPushes()
  return join(connection, session, channel, positionOf(request))
}

function unsubscribeFrom(connection: Connection, channel: string): string {
  const subscription = connection.subscriptions.get(channel)
  if (subscription !== undefined) {
    connection.subscriptions.delete(channel)
    unsubscribe(connection.realtime, subscription)
  }
  return '{}'
}

async function publish(
  connection: Connection,
  session: Session,
  { channel, data }: RequestOf<'publish'>,
): Promise<string> {
  const room = roomOf(connection, channel)
  if (!session.principal.mayWrite) throw new CommandError('permissionDenied')
  if (isTooDeep(data)) throw new CommandError('limitExceeded')
  const text = JSON.stringify(data)
  if (text.length > MAX_MESSAGE) throw new CommandError('limitExceeded')
  await limit(connection, 'publish', PUBLISH_LIMIT)
  if (connection.realtime.platform.quotas.find(session.claims.projectId, ['live_messages']) !== undefined)
    throw new CommandError('tooManyRequests')
  const { deliveries } = connection.realtime
  if (deliveries?.take(session.claims.projectId, room.clients) === false)
    throw new CommandError('tooManyRequests')
  connection.realtime.platform.usage.of(session.claims.projectId).live_messages += room.clients
  room.publish(text, connection.info)
  return '{}'
}

function presence({ presence: infos }: Room): string {
  // Too many clients: presence_stats has their number.
  if (infos === undefined) throw new CommandError('limitExceeded')
  return JSON.stringify({ presence: Object.fromEntries(infos.map((info) => [info.client, info])) })
}

async function limit({ realtime, client }: Connection, what: string, most: RateLimit): Promise<void> {
  try {
    await realtime.limiter?.take(`${what}:${client}`, most)
  } catch (error) {
    throw error instanceof AppError ? new CommandError('tooManyRequests') : error
  }
}

async function refresh(connection: Connection, session: Session, token: string): Promise<string> {
  const next = await readSession(connection, token)
  // A new token extends the connection; it cannot change the subject.
  if (next.claims.subject !== session.claims.subject || next.claims.projectId !== session.claims.projectId)
    throw new ProtocolViolation('invalidToken')
  connection.session = next
  await connection.updateCallers()
  return JSON.stringify({ client: connection.client, version: '', ...ttlOf(connection, next) })
}

async function readSession(connection: Connection, token: string): Promise<Session> {
  const { tokens, principals } = connection.realtime
  const claims = await tokens.read(token)
  if (claims === 'expired') throw new CommandError('tokenExpired')
  if (claims === 'invalid') throw new ProtocolViolation('invalidToken')
  if (connection.hostProject !== undefined && claims.projectId !== connection.hostProject)
    throw new ProtocolViolation('permissionDenied')
  const principal = await principals.find(claims.projectId, claims.credential)
  if (principal === undefined) throw new ProtocolViolation('invalidToken')
  if (!principal.mayRead) throw new ProtocolViolation('permissionDenied')
  return { claims, principal }
}

function ttlOf({ realtime }: Connection, { claims, principal }: Session) {
  const left = Math.min(claims.ends, principal.ends) - realtime.platform.clock.now().getTime()
  return { expires: true, ttl: Math.max(1, Math.floor(left / 1000)) }
}

function positionOf(
  request: { recover?: boolean; offset?: number; epoch?: string; flag?: number } | undefined,
): StreamPosition | undefined {
  if (request?.recover !== true) return undefined
  const { offset = 0, epoch = '', flag = 0 } = request
  return { offset, epoch, isRequired: (flag & REJECT_UNRECOVERED) !== 0 }
}

function subscriptionOf({ subscriptions, session }: Connection, channel: string) {
  const subscription = subscriptions.get(channel)
  if (subscription === undefined || session === undefined) throw new CommandError('permissionDenied')
  return subscription
}

// Tables have no presence, and their changes come from the database only: publish is for rooms.
function roomOf(connection: Connection, channel: string): Room {
  const subscription = subscriptionOf(connection, channel)
  if (subscription.kind !== 'messages') throw new CommandError('notAvailable')
  return subscription.room
}
