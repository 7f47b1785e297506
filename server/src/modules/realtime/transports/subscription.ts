// One client in one channel, whichever kind it is.
import type { Message } from '#platform/realtime/frames.ts'
import { CommandError } from '#platform/realtime/protocol.ts'
import type { Realtime } from '#realtime/context/realtime.ts'
import type { ClientInfo, Room, RoomMember } from '#realtime/rooms/room.ts'
import { parseChannel } from '#realtime/settings/channel-names.ts'
import type { LiveCaller } from '#realtime/tables/callers.ts'
import type { LiveEvent } from '#realtime/tables/live-event.ts'
import type { TableListener, TableTopic } from '#realtime/tables/table-topic.ts'

/** Subscriber is the client. */
export interface Subscriber {
  readonly info: ClientInfo
  readonly caller: LiveCaller
  push(message: Message): void
  /** ended says that nothing more comes from a channel. */
  ended(channel: string, reason: 'gone' | 'lost', why?: string): void
}

/** Subscription is a client's place in a channel. */
export type Subscription =
  | { readonly kind: 'table'; readonly topic: TableTopic; readonly listener: TableListener }
  | { readonly kind: 'messages'; readonly room: Room; readonly member: RoomMember }

/** StreamPosition is where a client was when it was last connected. */
export interface StreamPosition {
  readonly offset: number
  readonly epoch: string
  /** isRequired has a client refused that cannot be caught up from there. */
  readonly isRequired?: boolean
}

/** Subscribed is a subscription, and what the client is told of it as JSON text. */
export interface Subscribed {
  readonly subscription: Subscription
  readonly text: string
}

/** subscribe brings a client into a channel, from a position on where it has one. */
export async function subscribe(
  realtime: Realtime,
  subscriber: Subscriber,
  projectId: string,
  channel: string,
  position: StreamPosition | undefined,
): Promise<Subscribed> {
  const name = parseChannel(channel)
  if (name?.projectId !== projectId) throw new CommandError('unknownChannel')
  if (name.kind === 'table')
    return subscribeTable(realtime, realtime.topics.of(projectId, name.name), subscriber, position)
  const room = await realtime.rooms.find(projectId, name.name)
  if (room === undefined) throw new CommandError('unknownChannel')
  return subscribeRoom(realtime, room, subscriber, position)
}

/** unsubscribe takes the client out again. */
export function unsubscribe(realtime: Realtime, subscription: Subscription): void {
  if (subscription.kind === 'table') subscription.topic.leave(subscription.listener)
  else realtime.rooms.leave(subscription.room, subscription.member)
}

async function subscribeTable(
  realtime: Realtime,
  topic: TableTopic,
  subscriber: Subscriber,
  position: StreamPosition | undefined,
): Promise<Subscribed> {
  const { delivered } = realtime.figures
  const listener: TableListener = {
    caller: subscriber.caller,
    after: 0,
    deliver: (event: LiveEvent) => {
      delivered.websocket += 1
      subscriber.push(event.message)
    },
    end: (reason, why) => subscriber.ended(topic.channel, reason, why),
  }
  const { epoch, offset, events } = await topic.join(listener, position)
  const publications = events?.map(({ publication }) => publication)
  delivered.websocket += events?.length ?? 0
  return {
    subscription: { kind: 'table', topic, listener },
    text: writeState(epoch, offset, position, publications),
  }
}

function subscribeRoom(
  realtime: Realtime,
  room: Room,
  subscriber: Subscriber,
  position: StreamPosition | undefined,
): Subscribed {
  const member: RoomMember = {
    info: subscriber.info,
    push: (message) => subscriber.push(message),
    end: (reason) => subscriber.ended(room.channel, reason),
  }
  const missed = position && room.since(position.offset, position.epoch)
  if (missed === undefined && position?.isRequired === true) throw new CommandError('unrecoverablePosition')
  const text = writeState(
    room.epoch,
    room.offset,
    position,
    missed?.map((publication) => publication.text),
  )
  realtime.rooms.enter(room, member)
  return { subscription: { kind: 'messages', room, member }, text }
}

// A client that was caught up goes on from where it was, by way of the publications; one that could not be begins anew
// from here.
function writeState(
  epoch: string,
  top: number,
  position: StreamPosition | undefined,
  publications: readonly string[] | undefined,
): string {
  const recovered = publications !== undefined && position !== undefined
  const state = {
    recoverable: true,
    positioned: true,
    epoch,
    offset: recovered ? position.offset : top,
    ...(position === undefined ? {} : { was_recovering: true, recovered }),
  }
  const list = recovered && publications.length > 0 ? `,"publications":[${publications.join(',')}]` : ''
  return `${JSON.stringify(state).slice(0, -1)}${list}}`
}
