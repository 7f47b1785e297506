// One client's subscription to one channel, of a table or of messages.

import type { LiveCaller } from '#modules/realtime/access/callers.ts'
import type { Realtime } from '#modules/realtime/context/realtime.ts'
import type { ClientInfo, Room, RoomMember } from '#modules/realtime/rooms/room.ts'
import type { SchemaWatcher } from '#modules/realtime/rooms/schema-watchers.ts'
import { parseChannel } from '#modules/realtime/settings/channel-names.ts'
import type { LiveEvent } from '#modules/realtime/tables/live-event.ts'
import type { EndReason, TableListener } from '#modules/realtime/tables/table-listener.ts'
import type { TableTopic } from '#modules/realtime/tables/table-topic.ts'
import type { Message } from '#platform/realtime/frames.ts'
import { CommandError } from '#platform/realtime/protocol.ts'

/** Subscriber is the client that subscribes. */
export interface Subscriber {
  readonly info: ClientInfo
  readonly caller: LiveCaller
  readonly isOpen: boolean
  push(message: Message): void
  /** onChannelEnd is called when a channel is removed or interrupted. */
  onChannelEnd(channel: string, reason: EndReason, detail?: string): void
}

/** Subscription is what is needed to end it again. */
export type Subscription =
  | { readonly kind: 'table'; readonly topic: TableTopic; readonly listener: TableListener }
  | { readonly kind: 'messages'; readonly room: Room; readonly member: RoomMember }
  | { readonly kind: 'schema'; readonly watcher: SchemaWatcher }

/** StreamPosition is the last publication that a client received. */
export interface StreamPosition {
  readonly offset: number
  readonly epoch: string
  /** isRequired makes `subscribe` fail if publications since then are no longer available. */
  readonly isRequired?: boolean
}

/** SubscribeRequest is what a client has received already, and the filter of its table that its token has. */
export interface SubscribeRequest {
  readonly position: StreamPosition | undefined
  readonly filter: string | undefined
}

/** Subscribed is a subscription and the JSON text of the reply. */
export interface Subscribed {
  readonly subscription: Subscription
  readonly text: string
}

/** subscribe adds a client to a channel and recovers what it has missed since a position. Throws a CommandError. */
export async function subscribe(
  realtime: Realtime,
  subscriber: Subscriber,
  projectId: string,
  channel: string,
  { position, filter }: SubscribeRequest,
): Promise<Subscribed> {
  const name = parseChannel(channel)
  if (name?.projectId !== projectId) throw new CommandError('unknownChannel')
  if (name.kind === 'table')
    return subscribeTable(realtime, realtime.topics.of(projectId, name.name), subscriber, {
      position,
      filter,
    })
  if (name.kind === 'schema') return subscribeSchema(realtime, subscriber, projectId)
  const room = await realtime.rooms.find(projectId, name.name)
  if (room === undefined) throw new CommandError('unknownChannel')
  return subscribeRoom(realtime, room, subscriber, position)
}

export function unsubscribe(realtime: Realtime, subscription: Subscription): void {
  if (subscription.kind === 'table') subscription.topic.detach(subscription.listener)
  else if (subscription.kind === 'schema') realtime.schemas.remove(subscription.watcher)
  else realtime.rooms.leave(subscription.room, subscription.member)
}

/** verifyTables has the topics of a client's tables check that it has what it should have received. */
export function verifyTables(subscriptions: ReadonlyMap<string, Subscription>): void {
  for (const subscription of [...subscriptions.values()])
    if (subscription.kind === 'table') subscription.topic.verify(subscription.listener)
}

async function subscribeTable(
  realtime: Realtime,
  topic: TableTopic,
  subscriber: Subscriber,
  { position, filter }: SubscribeRequest,
): Promise<Subscribed> {
  const { delivered } = realtime.metrics
  const listener: TableListener = {
    caller: subscriber.caller,
    wants: filter,
    filter: undefined,
    after: 0,
    get isGone() {
      return !subscriber.isOpen
    },
    deliver: (event: LiveEvent) => {
      delivered.websocket += 1
      subscriber.push(event.message)
      return true
    },
    end: (reason, detail) => subscriber.onChannelEnd(topic.channel, reason, detail),
  }
  const { epoch, offset, events } = await topic.attach(listener, position)
  const publications = events?.map(({ publication }) => publication)
  delivered.websocket += events?.length ?? 0
  return {
    subscription: { kind: 'table', topic, listener },
    text: writeState(epoch, offset, position, publications),
  }
}

// Nothing is recovered: who was away asks for the schema again.
function subscribeSchema({ schemas }: Realtime, subscriber: Subscriber, projectId: string): Subscribed {
  const watcher: SchemaWatcher = { projectId, push: (message) => subscriber.push(message) }
  schemas.add(watcher)
  return { subscription: { kind: 'schema', watcher }, text: '{}' }
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
    end: (reason) => subscriber.onChannelEnd(room.channel, reason),
  }
  const missed = position && room.since(position.offset, position.epoch)
  if (missed === undefined && position?.isRequired === true) throw new CommandError('unrecoverablePosition')
  const text = writeState(
    room.epoch,
    room.offset,
    position,
    missed?.map((publication) => publication.text),
  )
  realtime.rooms.join(room, member)
  return { subscription: { kind: 'messages', room, member }, text }
}

// A recovered client gets its own offset back, and moves on with the publications; another one starts at the top.
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
