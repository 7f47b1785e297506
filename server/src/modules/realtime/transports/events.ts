// One SSE stream: opened once all that can be refused is checked, then written to until either side ends it (spec 6.3).
import type { FastifyReply } from 'fastify'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError, forbidden, invalidInput, unauthorized } from '#platform/errors/app-error.ts'
import { CommandError, ProtocolViolation } from '#platform/realtime/protocol.ts'
import type { Realtime } from '#realtime/context/realtime.ts'
import { parseChannel, tableChannel } from '#realtime/settings/channel-names.ts'
import type { Position } from '#realtime/tables/table-topic.ts'
import { type Credential, credentialOf, type Principal } from '#realtime/tokens/principals.ts'
import { openTable } from './connect.ts'
import { EventStream } from './event-stream.ts'

/** EventsRequest is what a client asks for. */
export interface EventsRequest {
  readonly project: ProjectRecord
  readonly actor: Actor
  readonly token?: string | undefined
  readonly table?: string | undefined
  readonly events?: readonly ('INSERT' | 'UPDATE' | 'DELETE')[] | undefined
  readonly lastEventId?: string | undefined
  readonly network: string
}

/** openEvents begins a stream. */
export async function openEvents(
  realtime: Realtime,
  reply: FastifyReply,
  request: EventsRequest,
): Promise<void> {
  const { project, events, lastEventId, network } = request
  const { clients, places, topics } = realtime
  const { news } = clients
  const { table, credential, ends } = await claimsOf(realtime, request)
  await openTable(realtime, project, table)
  const principal = await principalOf(realtime, request, credential)
  // Whoever has gone meanwhile would never give back what is taken from here on.
  if (reply.raw.destroyed) return void reply.hijack()
  if (clients.isStopping) throw new AppError('unavailable', 'The server is stopping. Try again shortly.')
  const place = places.takeKnown(network)
  if (place === undefined)
    throw new AppError('quota_exceeded', 'There are too many live connections. Try again shortly.')
  reply.raw.once('close', () => place.leave())
  const refusal = clients.admit(project.id)
  if (refusal !== undefined) throw tooMany(refusal)
  const topic = topics.of(project.id, table)
  const stream = new EventStream(realtime, reply, topic, { principal, credential, ends, types: events })
  try {
    await stream.begin(lastEventId === undefined ? undefined : positionOf(lastEventId))
  } catch (error) {
    stream.abandon()
    if (error instanceof ProtocolViolation) throw standsBy()
    throw error instanceof CommandError ? new AppError('unavailable') : error
  }
  if (news !== clients.news) await stream.recheck()
}

function tooMany(refusal: 'each' | 'total'): AppError {
  return refusal === 'each'
    ? new AppError('quota_exceeded', 'This project has too many live connections.')
    : new AppError('unavailable', 'This node has too many live connections. Try again shortly.', {
        headers: { 'retry-after': '5' },
      })
}

function standsBy(): AppError {
  const message = 'Live changes are served by another node at the moment. Try again shortly.'
  return new AppError('unavailable', message, { headers: { 'retry-after': '1' } })
}

// The id of an event, or the place at which a stream began.
function positionOf(lastEventId: string): Position {
  const [, epoch, offset] = /^(.*):(\d{1,15})$/.exec(lastEventId) ?? []
  return epoch === undefined ? { id: lastEventId } : { epoch, offset: Number(offset) }
}

interface Claims {
  readonly table: string
  readonly credential: Credential
  readonly ends: number
}

// The access check has found the token valid; what it is for is this route's to look at.
async function claimsOf(
  { tokens }: Realtime,
  { project, actor, token, table }: EventsRequest,
): Promise<Claims> {
  if (token === undefined) {
    if (table === undefined) throw invalidInput('table: say which table, for instance ?table=orders.')
    return { table, credential: credentialOf(actor), ends: Number.POSITIVE_INFINITY }
  }
  const claims = await tokens.read(token)
  if (typeof claims === 'string') throw unauthorized('The realtime token is not valid or has expired.')
  const { channels, credential, ends } = claims
  const [only, ...more] = channels
  const wanted = table ?? (only !== undefined && more.length === 0 ? parseChannel(only)?.name : undefined)
  if (wanted === undefined) throw invalidInput('table: say which table, for instance ?table=orders.')
  const open = actor.type === 'dashboard' && channels.length === 0
  if (!open && !channels.includes(tableChannel(project.id, wanted)))
    throw forbidden(`This realtime token is not for the table ${wanted}.`)
  return { table: wanted, credential, ends }
}

async function principalOf(
  { principals }: Realtime,
  { project }: EventsRequest,
  credential: Credential,
): Promise<Principal> {
  const principal = await principals.find(project.id, credential)
  if (principal === undefined) throw unauthorized('These credentials are not valid any more.')
  if (!principal.mayRead) throw forbidden('These credentials do not allow live changes any more.')
  return principal
}
