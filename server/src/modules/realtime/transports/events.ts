// Opens an SSE stream. All checks come first, while an error can still be the response.
import type { FastifyReply } from 'fastify'
import { LIVE_QUOTAS } from '#modules/realtime/context/clients.ts'
import type { Realtime } from '#modules/realtime/context/realtime.ts'
import { parseChannel, tableChannel } from '#modules/realtime/settings/channel-names.ts'
import type { Position } from '#modules/realtime/tables/table-listener.ts'
import { type Credential, credentialOf, type Principal } from '#modules/realtime/tokens/principals.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError, forbidden, invalidInput, unauthorized } from '#platform/errors/app-error.ts'
import { CommandError, ProtocolViolation } from '#platform/realtime/protocol.ts'
import { openTable } from './connect.ts'
import { EventStream } from './event-stream.ts'

/** EventsRequest is a request for a stream; `network` is what connections are counted by. */
export interface EventsRequest {
  readonly project: ProjectRecord
  readonly actor: Actor
  readonly token?: string | undefined
  readonly table?: string | undefined
  readonly filter?: string | undefined
  readonly events?: readonly ('INSERT' | 'UPDATE' | 'DELETE')[] | undefined
  readonly lastEventId?: string | undefined
  readonly network: string
}

/** openEvents opens the stream. Throws 400, 401, 403, 404, 429 or 503. */
export async function openEvents(
  realtime: Realtime,
  reply: FastifyReply,
  request: EventsRequest,
): Promise<void> {
  const { project, events, lastEventId, network } = request
  const { clients, slots, topics } = realtime
  const { revision } = clients
  const { table, filter, credential, ends } = await claimsOf(realtime, request)
  await openTable(realtime, project, contextOf(request.actor).kind, table, filter)
  const principal = await principalOf(realtime, request, credential)
  // The client has gone meanwhile: its `close` event, which releases what is taken below, has passed.
  if (reply.raw.destroyed) return void reply.hijack()
  if (clients.isStopping) throw new AppError('unavailable', 'The server is stopping. Try again shortly.')
  const slot = slots.takeAuthenticated(network)
  if (slot === undefined)
    throw new AppError('quota_exceeded', 'Too many live connections from this network. Try again shortly.')
  reply.raw.once('close', () => slot.release())
  realtime.platform.quotas.check(project.id, LIVE_QUOTAS)
  const refusal = clients.admit(project.id)
  if (refusal !== undefined) throw tooMany(refusal)
  const topic = topics.of(project.id, table)
  const stream = new EventStream(realtime, reply, topic, {
    principal,
    credential,
    ends,
    types: events,
    filter,
  })
  try {
    await stream.begin(lastEventId === undefined ? undefined : positionOf(lastEventId))
  } catch (error) {
    stream.abandon()
    if (error instanceof ProtocolViolation) throw servedElsewhere()
    throw error instanceof CommandError ? new AppError('unavailable') : error
  }
  if (revision !== clients.revision) await stream.recheck()
}

function tooMany(refusal: 'each' | 'total'): AppError {
  return refusal === 'each'
    ? new AppError('quota_exceeded', 'This project has too many live connections. Close some of them.')
    : new AppError('unavailable', 'This node has too many live connections. Try again shortly.', {
        headers: { 'retry-after': '5' },
      })
}

function servedElsewhere(): AppError {
  const message = 'Live changes are served by another node at the moment. Try again shortly.'
  return new AppError('unavailable', message, { headers: { 'retry-after': '1' } })
}

function tableMissing(): AppError {
  return invalidInput('table: name the table, such as ?table=orders.')
}

// An id is that of an event, or `epoch:offset`, the position at which a stream began.
function positionOf(lastEventId: string): Position {
  const [, epoch, offset] = /^(.*):(\d{1,15})$/.exec(lastEventId) ?? []
  return epoch === undefined ? { id: lastEventId } : { epoch, offset: Number(offset) }
}

interface Claims {
  readonly table: string
  readonly filter: string | undefined
  readonly credential: Credential
  readonly ends: number
}

// The access check has verified the token; whether it is for this table is checked here.
async function claimsOf(
  { tokens }: Realtime,
  { project, actor, token, table, filter }: EventsRequest,
): Promise<Claims> {
  if (token === undefined) {
    if (table === undefined) throw tableMissing()
    return { table, filter, credential: credentialOf(actor), ends: Number.POSITIVE_INFINITY }
  }
  const claims = await tokens.read(token)
  if (typeof claims === 'string')
    throw unauthorized(
      'The realtime token is invalid or has expired. Get a new one with POST /realtime/connect.',
    )
  const { channels, filters, credential, ends } = claims
  const [only, ...more] = channels
  const wanted = table ?? (only !== undefined && more.length === 0 ? parseChannel(only)?.name : undefined)
  if (wanted === undefined) throw tableMissing()
  const open = actor.type === 'dashboard' && channels.length === 0
  const channel = tableChannel(project.id, wanted)
  if (!open && !channels.includes(channel))
    throw forbidden(
      'forbidden',
      `This realtime token is not for the table ${wanted}. Get one with POST /realtime/connect?table=${wanted}.`,
    )
  return { table: wanted, filter: filter ?? filters.get(channel), credential, ends }
}

async function principalOf(
  { principals }: Realtime,
  { project }: EventsRequest,
  credential: Credential,
): Promise<Principal> {
  const principal = await principals.find(project.id, credential)
  if (principal === undefined)
    throw unauthorized('These credentials are no longer valid. Sign in again, or use another API key.')
  if (!principal.mayRead)
    throw forbidden(
      'forbidden',
      'These credentials no longer allow live changes: the scope or the role was taken away.',
    )
  return principal
}
